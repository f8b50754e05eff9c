"""How many smells the rules find and how often they cry wolf, on sentences labelled before the rules were written.

`python bench/smells.py` prints precision and recall by smell, for the two thirds the rules were tuned on and for the
third that was held out; `--misses` lists what went wrong in the tuned part only.

One person wrote the sentences, the labels and the rules, so both parts flatter the rules. On 68 sentences from outside
the precision was about 0.7, and there, too, the author of the rules judged which findings were right.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from roundtable_tui.artifacts.lint.sentence_rules import Smell, smells_in
from roundtable_tui.domain.dossier.kinds import Kind

SENTENCES = Path(__file__).resolve().parents[1] / "tests" / "data" / "requirement_sentences.yaml"


@dataclass
class Tally:
    right: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    good: int = 0
    good_flagged: int = 0
    sentences: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, kind: str, text: str, wanted: set[str]) -> None:
        found = {str(one.smell) for one in smells_in(text, Kind(kind))}
        self.sentences += 1
        self.right.update(found & wanted)
        self.false.update(found - wanted)
        self.missed.update(wanted - found)
        if not wanted:
            self.good += 1
            self.good_flagged += bool(found)
        if found != wanted:
            self.misses.append(f"{kind} wanted {sorted(wanted)} found {sorted(found)}: {text}")


def measure() -> tuple[Tally, Tally]:
    """The tuned part and the held-out part: every third sentence."""
    tuned, held_out = Tally(), Tally()
    for number, row in enumerate(yaml.safe_load(SENTENCES.read_text(encoding="utf-8"))):
        (held_out if number % 3 == 2 else tuned).add(row["kind"], row["text"], set(row["smells"]))
    return tuned, held_out


def _ratio(part: int, rest: int) -> str:
    return f"{part / (part + rest):6.2f}" if part + rest else "     –"


def _print(name: str, tally: Tally) -> None:
    print(f"{name}: {tally.sentences} sentences, {tally.good_flagged} of {tally.good} good ones flagged")
    print(f"  {'smell':<16}{'precision':>10}{'recall':>8}{'labelled':>10}")
    for smell in Smell:
        right, false, missed = tally.right[smell], tally.false[smell], tally.missed[smell]
        print(f"  {smell:<16}{_ratio(right, false):>10}{_ratio(right, missed):>8}{right + missed:>10}")
    right, false, missed = tally.right.total(), tally.false.total(), tally.missed.total()
    print(f"  {'all':<16}{_ratio(right, false):>10}{_ratio(right, missed):>8}{right + missed:>10}")


def main() -> None:
    tuned, held_out = measure()
    _print("tuned on", tuned)
    if "--misses" in sys.argv:
        print("\n".join(tuned.misses))
    else:
        _print("held out", held_out)


if __name__ == "__main__":
    main()
