"""ReqIF: every entry and reference is read back, and the verdict of the `reqif` program where it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.reqif import exported
from tests.support.dossiers import states
from tests.support.exports import empty_item, full_item, hostile_item, sample
from tests.support.other_programs import put, ran

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State

NS = {"r": "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"}
ITEMS: dict[str, Callable[[], Material]] = {
    "sample": sample,
    "hostile": hostile_item,
    "full": full_item,
    "empty": empty_item,
}


def parsed(material: Material) -> ET.Element:
    (text,) = exported(material).files.values()
    return ET.fromstring(text)  # noqa: S314 (we wrote it)


def values(root: ET.Element) -> dict[str, dict[str, str]]:
    """What each object says, by its id and by the attribute."""
    found = {}
    for one in root.iterfind(".//r:SPEC-OBJECT", NS):
        said = {}
        for value in one.iterfind("r:VALUES/r:ATTRIBUTE-VALUE-STRING", NS):
            definition = value.find("r:DEFINITION/r:ATTRIBUTE-DEFINITION-STRING-REF", NS)
            assert definition is not None
            said[(definition.text or "").partition("-")[2]] = value.attrib["THE-VALUE"]
        found[one.attrib["LONG-NAME"]] = said
    return found


@pytest.mark.parametrize("which", ITEMS)
def test_reqif_accepts_the_file_by_its_schema(which: str, tmp_path: Path) -> None:
    material = ITEMS[which]()
    put(exported(material).files, tmp_path)
    judged = ran("reqif", "validate", "--use-reqif-schema", f"{material.name}.reqif", folder=tmp_path)
    assert "0 errors, 0 schema issues found, 0 semantic issues found" in judged.stdout, judged.stdout + judged.stderr


@pytest.mark.parametrize("which", ITEMS)
def test_every_field_of_every_entry_is_read_back(which: str) -> None:
    material = ITEMS[which]()
    told = values(parsed(material))
    assert set(told) == set(material.state.dossier.entries)
    for entry in material.state.dossier:
        assert told[entry.id]["id"] == entry.id
        for field in SPECS[entry.kind].fields:
            expected = neutral(entry.text(field.name)).strip() if field.name in entry.fields else ""
            assert told[entry.id].get(f"field-{field.name}", "") == expected.replace("\ufffe", "�").replace(
                "\uffff", "�"
            )


def test_every_reference_between_entries_is_a_relation() -> None:
    dossier = sample().state.dossier
    expected = {
        (entry.id, target)
        for entry in dossier
        for field in SPECS[entry.kind].fields
        if SPECS[entry.kind].refers(field.name)
        for target in entry.refs(field.name)
        if dossier.get(target)
    }
    found = {
        tuple((one.findtext(f"r:{end}/r:SPEC-OBJECT-REF", "", NS))[1:] for end in ("SOURCE", "TARGET"))
        for one in parsed(sample()).iterfind(".//r:SPEC-RELATION", NS)
    }
    assert len(expected) > 20
    assert found == expected


@given(states())
def test_any_dossier_gives_one_place_and_one_name_to_everything(state: State) -> None:
    root = parsed(Material(state, "any"))
    identifiers = [one.attrib["IDENTIFIER"] for one in root.iter() if "IDENTIFIER" in one.attrib]
    assert len(identifiers) == len(set(identifiers))
    references = {one.text for one in root.iter() if one.tag.endswith("-REF")}
    assert references <= set(identifiers)
    placed = {
        one.findtext("r:OBJECT/r:SPEC-OBJECT-REF", "", NS)[1:] for one in root.iterfind(".//r:SPEC-HIERARCHY", NS)
    }
    assert placed == set(state.dossier.entries)
