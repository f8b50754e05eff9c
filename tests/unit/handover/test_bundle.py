"""The bundle holds the record and the documents whole."""

from __future__ import annotations

import json

import pytest

from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.handover.bundle import exported
from tests.support.exports import SAMPLE, full_item, hostile_item, sample
from tests.support.golden import GOLDEN


def test_the_documents_are_those_that_were_written() -> None:
    folder = GOLDEN / "requirements" / SAMPLE
    found = {name.rpartition("/")[2]: text for name, text in exported(sample()).files.items() if "/documents/" in name}
    own = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert {name: text for name, text in found.items() if name != "nfr-matrix.md"} == own
    assert found["nfr-matrix.md"].strip() in (GOLDEN / "common/nfr-matrix.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("which", ["sample", "hostile", "full"])
def test_every_field_of_every_entry_can_be_read_back(which: str) -> None:
    material = sample() if which == "sample" else hostile_item() if which == "hostile" else full_item()
    entries = json.loads(exported(material).files[f"{material.slug}/entries.json"])["entries"]
    told = {one["id"]: one["fields"] for one in entries}
    assert set(told) == set(material.state.dossier.entries)
    for entry in material.state.dossier:
        for name, said in entry.fields.items():
            value = said.value
            expected = [neutral(part) for part in value] if isinstance(value, tuple) else value
            assert told[entry.id][name] == (neutral(expected) if isinstance(expected, str) else expected)
