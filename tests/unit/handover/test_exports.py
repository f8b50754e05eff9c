"""What holds for every target: the golden files, nothing lost silently, and every id still there."""

from __future__ import annotations

import re

import pytest

from roundtable_tui.domain.dossier.kinds import PRIORITIES, FieldType, Kind
from roundtable_tui.domain.dossier.kinds import SPECS as KINDS
from roundtable_tui.plain.handover.targets import exported_for
from tests.support.exports import TARGETS, as_text, empty_item, full_item, golden, hostile_item, sample
from tests.support.hostile_text import steered_plain


def is_named(entry_id: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){entry_id}(?![\w-])", text) is not None


@pytest.mark.parametrize("target", TARGETS)
def test_the_sample_is_exported_as_it_was_read_and_found_good(target: str) -> None:
    assert as_text(exported_for(target, sample())) == golden("sample", target)


@pytest.mark.parametrize("target", TARGETS)
def test_a_hostile_item_is_exported_as_it_was_read_and_found_harmless(target: str) -> None:
    assert as_text(exported_for(target, hostile_item())) == golden("hostile", target)


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_that_steers_a_terminal_gets_into_an_export(target: str) -> None:
    assert steered_plain("".join(as_text(exported_for(target, hostile_item())).values())) == []


@pytest.mark.parametrize("target", TARGETS)
def test_an_item_of_which_nothing_is_known_is_no_trouble(target: str) -> None:
    assert all(text.endswith("\n") for text in exported_for(target, empty_item()).files.values())


@pytest.mark.parametrize("target", TARGETS)
def test_every_word_of_the_dossier_is_exported_or_named_as_left_out(target: str) -> None:
    material = full_item()
    made = exported_for(target, material)
    text = " ".join(" ".join(made.files.values()).split())
    told = "\n".join(made.left_out)
    lost = [
        (entry.id, field.name)
        for entry in material.state.dossier
        for field in KINDS[entry.kind].fields
        if field.type in (FieldType.TEXT, FieldType.NUMBER) and entry.text(field.name) not in text
        if not is_named(entry.id, told)
    ]
    assert lost == []


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_named_as_left_out_is_really_not_there(target: str) -> None:
    material = full_item()
    made = exported_for(target, material)
    text = " ".join(made.files.values())
    whole = "\n".join(line for line in made.left_out if re.match(r"\d+ ", line))
    there = [
        entry.id
        for entry in material.state.dossier
        if is_named(entry.id, whole) and entry.text() and entry.text() in text
    ]
    assert there == []


@pytest.mark.parametrize("target", [target for target in TARGETS if target not in ("sarif", "github")])
@pytest.mark.parametrize("which", ["sample", "hostile"])
def test_the_ids_of_requirements_and_criteria_survive(target: str, which: str) -> None:
    material = sample() if which == "sample" else hostile_item()
    text = "\n".join(exported_for(target, material).files.values())
    refused = {fr.id for fr in material.state.dossier if fr.get("priority") == PRIORITIES[-1]}
    ids = [
        entry.id
        for entry in material.state.dossier
        if entry.kind in (Kind.FR, Kind.AC) and not refused & {entry.id, *entry.refs("fr")}
    ]
    assert len(ids) > 5
    assert [one for one in ids if not is_named(one, text)] == []
