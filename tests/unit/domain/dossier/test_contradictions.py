"""What the user said twice and differently is found by its words, and what only looks alike is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundtable_tui.domain.dossier.contradictions import Contradiction, contradictions
from roundtable_tui.domain.dossier.dossier import Dossier, Entry, FieldValue
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Inferred, Source, Stated

WRITTEN = (Path(__file__).parents[3] / "data/contradiction_pairs.txt").read_text().splitlines()


def pair(line: str) -> tuple[bool, str, str]:
    one, _, other = line[2:].partition(" | ")
    return line[0] == "X", one, other


PAIRS = [pair(line) for line in WRITTEN if line[:2] in ("X ", "= ")]


def dossier(*said: str, source: Source | None = None) -> Dossier:
    entries: dict[str, Entry] = {}
    for number, line in enumerate(said, 1):
        kind, _, text = line.partition(": ")
        spec = SPECS[Kind(kind)]
        entry_id = f"{spec.prefix}-{number:03}"
        entries[entry_id] = Entry(entry_id, spec.kind, {spec.main: FieldValue(text, (source or Stated(1),))}, number)
    return Dossier(entries)


def scores(pairs: list[tuple[bool, str, str]]) -> tuple[float, float]:
    found = [(wrong, bool(contradictions(dossier(one, other)))) for wrong, one, other in pairs]
    hits = sum(wrong and alarm for wrong, alarm in found)
    return hits / max(1, sum(alarm for _, alarm in found)), hits / sum(wrong for wrong, _ in found)


def test_no_harmless_pair_raises_an_alarm_and_most_contradictions_are_found() -> None:
    precision, recall = scores(PAIRS)
    assert (precision, recall >= 0.9) == (1.0, True), (precision, recall)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (
            "quality: An export holds at most 50 rows",
            "quality: An export holds up to 200 rows",
            "They give different figures for the same thing: 50 rows and 200 rows.",
        ),
        (
            "fr: Guests may export the report",
            "quality: Only admins may export the report",
            "One allows it only to admins, the other also to guests.",
        ),
        ("fr: Export the list as PDF", "exclusion: PDF export", "FR-001 asks for what EXC-002 leaves out."),
        (
            "constraint: Users may not upload images",
            "fr: Users may upload images",
            "One allows what the other forbids.",
        ),
        (
            "constraint: Prices are never rounded",
            "ac: When a price has three decimals, it is rounded",
            "One says never, the other says that it happens.",
        ),
    ],
)
def test_a_contradiction_names_both_entries_and_what_does_not_fit(one: str, other: str, reason: str) -> None:
    said = dossier(one, other)
    first, second = said.entries
    assert contradictions(said) == (Contradiction(first, second, reason),)


def test_what_nobody_stated_contradicts_nothing() -> None:
    guessed = dossier("fr: Export the list as PDF", "exclusion: PDF export", source=Inferred((1,)))
    assert contradictions(guessed) == ()


def test_what_will_not_be_done_contradicts_no_exclusion() -> None:
    said = dossier("fr: Export the list as PDF", "exclusion: PDF export")
    dropped = said.entries["FR-001"]
    wont = {**dropped.fields, "priority": FieldValue("Won't Have", (Stated(2),))}
    entries = {**said.entries, "FR-001": Entry("FR-001", Kind.FR, wont, 2)}
    assert contradictions(Dossier(entries)) == ()


def test_a_threshold_in_a_field_of_its_own_counts() -> None:
    said = dossier("quality: The list answers", "quality: The list answers within 2 seconds")
    slow = said.entries["NFR-001"]
    fields = {**slow.fields, "threshold": FieldValue("within 5 seconds", (Stated(1),))}
    entries = {**said.entries, "NFR-001": Entry("NFR-001", Kind.QUALITY, fields, 1)}
    assert [found.reason for found in contradictions(Dossier(entries))] == [
        "They give different figures for the same thing: 5 seconds and 2 seconds."
    ]
