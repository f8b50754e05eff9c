"""Whose an entry is: by the sentence that says it, since its name is only ours to find it by."""

from __future__ import annotations

import pytest

from roundtable_tui.domain.dossier.dossier import Entry, FieldValue
from roundtable_tui.domain.dossier.footing import Footing, footing, guessed_parts, is_theirs
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confidence, Inferred, Source, Stated

GUESS, HEARD, THEIRS = Inferred(), Inferred((2,)), Stated(1)


def decision(name: Source, sentence: Source) -> Entry:
    said = {"title": FieldValue("Errors", (name,)), "decision": FieldValue("They are logged.", (sentence,))}
    return Entry("ADR-0001", Kind.DECISION, said, 1)


@pytest.mark.parametrize(
    ("name", "sentence", "found"),
    [
        (HEARD, GUESS, Footing.GUESS),
        (GUESS, HEARD, Footing.HEARD),
        (GUESS, THEIRS, Footing.THEIRS),
        (THEIRS, GUESS, Footing.THEIRS),
    ],
)
def test_a_decision_is_whose_its_sentence_is_unless_they_named_it_themselves(
    name: Source, sentence: Source, found: Footing
) -> None:
    assert footing(decision(name, sentence)) is found


def test_a_requirement_in_the_users_words_is_theirs_under_a_title_of_ours() -> None:
    said = {"title": FieldValue("Short", (GUESS,)), "text": FieldValue("Whoever pops it has it.", (THEIRS,))}
    entry = Entry("FR-001", Kind.FR, said, 1)
    assert is_theirs(entry)
    assert entry.confidence is Confidence.HIGH
    assert guessed_parts(entry) == ()
    guessed = Entry("FR-002", Kind.FR, {**said, "priority": FieldValue("Must Have", (GUESS,))}, 1)
    assert not is_theirs(guessed)
