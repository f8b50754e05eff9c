"""How many smells the rules find and how often they cry wolf, on sentences labelled before the rules saw them.

`python bench/smells.py` prints precision and recall by smell and by kind, for the two thirds of the test table the
rules were tuned on and for the third that was held out; `python bench/smells.py FILE …` does so for any YAML list of
`{kind, text, smells: […]}`. `--misses` lists what went wrong, except in the held-out third.

One person wrote the table, its labels and the rules, so the table flatters the rules: sentences somebody else wrote,
which are not ours to keep here, tell more.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from roundtable_tui.artifacts.lint.sentence_rules import smells_in
from roundtable_tui.artifacts.lint.smells import Smell
from roundtable_tui.domain.dossier.kinds import Kind

SENTENCES = Path(__file__).resolve().parents[1] / "tests" / "data" / "requirement_sentences.yaml"
_HELD_OUT = 3
"""Every third sentence of the table."""


@dataclass
class Score:
    right: int = 0
    false: int = 0
    missed: int = 0

    def add(self, found: set[str], wanted: set[str]) -> None:
        self.right += len(found & wanted)
        self.false += len(found - wanted)
        self.missed += len(wanted - found)


@dataclass
class Tally:
    smells: defaultdict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    kinds: defaultdict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    counts: Counter[str] = field(default_factory=Counter)
    all: Score = field(default_factory=Score)
    loose: Score = field(default_factory=Score)
    """Sentences with any smell, whichever it is."""
    misses: list[str] = field(default_factory=list)

    def add(self, kind: str, text: str, wanted: set[str]) -> None:
        found = {str(one.smell) for one in smells_in(text, Kind(kind))}
        self.counts[kind] += 1
        self.all.add(found, wanted)
        self.kinds[kind].add(found, wanted)
        self.loose.add({"loose"} if found else set(), {"loose"} if wanted else set())
        for smell in found | wanted:
            self.smells[smell].add(found & {smell}, wanted & {smell})
        if found != wanted:
            self.misses.append(f"{kind} wanted {sorted(wanted)} found {sorted(found)}: {text}")


def measure(path: Path, *, held_out: bool | None = None) -> Tally:
    """The whole file, or of the test table the held-out third or the rest."""
    tally = Tally()
    for number, row in enumerate(yaml.safe_load(path.read_text(encoding="utf-8"))):
        if held_out is None or (number % _HELD_OUT == _HELD_OUT - 1) is held_out:
            tally.add(row["kind"], row["text"], set(row["smells"]))
    return tally


def _share(part: int, rest: int) -> str:
    return f"{part / (part + rest):.2f}" if part + rest else "–"


def _line(name: str, score: Score, count: int | str = "") -> str:
    precision, recall = _share(score.right, score.false), _share(score.right, score.missed)
    return f"  {name:<18}{count:>6}{score.right:>7}{score.false:>7}{score.missed:>8}{precision:>11}{recall:>8}"


def _print(name: str, tally: Tally) -> None:
    print(f"{name}: {tally.counts.total()} sentences")
    print(f"  {'':<18}{'count':>6}{'right':>7}{'false':>7}{'missed':>8}{'precision':>11}{'recall':>8}")
    for smell in Smell:
        print(_line(smell, tally.smells[smell]))
    for kind, count in sorted(tally.counts.items()):
        print(_line(f"in {kind}", tally.kinds[kind], count))
    print(_line("all", tally.all, tally.counts.total()))
    print(_line("loose sentences", tally.loose, tally.counts.total()))


def main() -> None:
    files = [Path(name) for name in sys.argv[1:] if name.endswith((".yaml", ".yml"))]
    measured = [(path.name, measure(path)) for path in files]
    if not files:
        measured = [("tuned on", measure(SENTENCES, held_out=False))]
    for name, tally in measured:
        _print(name, tally)
        if "--misses" in sys.argv:
            print("\n".join(tally.misses))
    if not files and "--misses" not in sys.argv:
        _print("held out", measure(SENTENCES, held_out=True))


if __name__ == "__main__":
    main()
