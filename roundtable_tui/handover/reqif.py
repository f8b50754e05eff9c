"""An item as ReqIF: every entry an object with all its fields, every reference between two entries a relation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from roundtable_tui.artifacts.render.phrasing import name_of, sources_text
from roundtable_tui.domain.dossier.field_names import called
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.talk.sanitize import neutral
from roundtable_tui.handover.material import TALK, Export, Taking

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import KindSpec
    from roundtable_tui.handover.material import Material

_NAMESPACE = "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"
_NOT_XML = re.compile("[\ufffe\uffff]")
_TEXT = "_text"
_LONGEST = "1000000"
_OWN = {"id": "ReqIF.ForeignID", "name": "ReqIF.Name", "confidence": "Confidence", "source": "Source"}
"""What every object has beside the fields of its kind."""


def exported(material: Material) -> Export:
    taking = Taking(material)
    document = _Document(material, taking)
    more = [] if taking.of(Kind.TASK) or not material.plan.tasks else ["tasks: the plan has not been made yet"]
    return Export({f"{material.name}.reqif": document.text()}, taking.left_out(*more, TALK))


class _Document:
    """One file in the making; elements of its schema may stand in any order where they do not repeat."""

    def __init__(self, material: Material, taking: Taking) -> None:
        self._material = material
        self._taking = taking
        self._kinds = [spec for kind, spec in SPECS.items() if taking.of(kind)]

    def text(self) -> str:
        root = ET.Element("REQ-IF", {"xmlns": _NAMESPACE})
        header = _below(_below(root, "THE-HEADER"), "REQ-IF-HEADER", IDENTIFIER="_header")
        for name, value in (
            ("CREATION-TIME", self._material.at),
            ("REQ-IF-TOOL-ID", "roundtable-tui"),
            ("REQ-IF-VERSION", "1.0"),
            ("SOURCE-TOOL-ID", "roundtable-tui"),
            ("TITLE", self._material.title),
        ):
            _below(header, name).text = _clean(value)
        content = _below(_below(root, "CORE-CONTENT"), "REQ-IF-CONTENT")
        datatypes = _below(content, "DATATYPES")
        self._named(datatypes, "DATATYPE-DEFINITION-STRING", _TEXT, "Text").set("MAX-LENGTH", _LONGEST)
        self._types(_below(content, "SPEC-TYPES"))
        objects = _below(content, "SPEC-OBJECTS")
        for entry in self._entries:
            self._object(objects, entry)
        relations = _below(content, "SPEC-RELATIONS")
        for source, field, target in self._references():
            self._relation(relations, source, field, target)
        self._specification(_below(content, "SPECIFICATIONS"))
        ET.indent(root)
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"

    @property
    def _entries(self) -> tuple[Entry, ...]:
        return self._taking.of(*SPECS)

    def _types(self, parent: ET.Element) -> None:
        for spec in self._kinds:
            made = self._named(parent, "SPEC-OBJECT-TYPE", _type(spec), spec.one)
            attributes = _below(made, "SPEC-ATTRIBUTES")
            names = {**_OWN, **{f"field-{one.name}": called(spec.kind, one.name) for one in spec.fields}}
            for name, long_name in names.items():
                definition = self._named(attributes, "ATTRIBUTE-DEFINITION-STRING", _attribute(spec, name), long_name)
                _below(_below(definition, "TYPE"), "DATATYPE-DEFINITION-STRING-REF").text = _TEXT
        for kind, field in dict.fromkeys((source.kind, field) for source, field, _ in self._references()):
            self._named(parent, "SPEC-RELATION-TYPE", f"_link-{kind}-{field}", called(kind, field))
        self._named(parent, "SPECIFICATION-TYPE", "_analysis", "Analysis")

    def _object(self, parent: ET.Element, entry: Entry) -> None:
        spec = SPECS[entry.kind]
        made = self._named(parent, "SPEC-OBJECT", f"_{entry.id}", entry.id)
        _below(_below(made, "TYPE"), "SPEC-OBJECT-TYPE-REF").text = _type(spec)
        own = {
            "id": entry.id,
            "name": name_of(entry),
            "confidence": entry.confidence.value,
            "source": sources_text(entry),
        }
        said = {f"field-{one.name}": self._taking.lines(entry, one.name) for one in spec.fields}
        values = _below(made, "VALUES")
        for name, value in {**own, **said}.items():
            if value:
                held = _below(values, "ATTRIBUTE-VALUE-STRING")
                held.set("THE-VALUE", _clean(value))
                _below(_below(held, "DEFINITION"), "ATTRIBUTE-DEFINITION-STRING-REF").text = _attribute(spec, name)

    def _references(self) -> Iterator[tuple[Entry, str, str]]:
        for entry in self._entries:
            for one in SPECS[entry.kind].fields:
                if SPECS[entry.kind].refers(one.name):
                    for target in dict.fromkeys(entry.refs(one.name)):
                        if self._material.state.dossier.get(target):
                            yield entry, one.name, target

    def _relation(self, parent: ET.Element, source: Entry, field: str, target: str) -> None:
        made = self._named(parent, "SPEC-RELATION", f"_{source.id}-{field}-{target}", f"{source.id} {field} {target}")
        _below(_below(made, "TYPE"), "SPEC-RELATION-TYPE-REF").text = f"_link-{source.kind}-{field}"
        _below(_below(made, "SOURCE"), "SPEC-OBJECT-REF").text = f"_{source.id}"
        _below(_below(made, "TARGET"), "SPEC-OBJECT-REF").text = f"_{target}"

    def _specification(self, parent: ET.Element) -> None:
        """Criteria stand below their requirement, everything else one after the other."""
        made = self._named(parent, "SPECIFICATION", "_specification", self._material.title)
        _below(_below(made, "TYPE"), "SPECIFICATION-TYPE-REF").text = "_analysis"
        below = self._taking.view.criteria
        placed = {ac.id for several in below.values() for ac in several}
        self._children(made, [entry for entry in self._entries if entry.id not in placed])

    def _children(self, parent: ET.Element, entries: Iterable[Entry], path: str = "") -> None:
        children = _below(parent, "CHILDREN")
        for entry in entries:
            made = self._named(children, "SPEC-HIERARCHY", f"_place{path}-{entry.id}", entry.id)
            _below(_below(made, "OBJECT"), "SPEC-OBJECT-REF").text = f"_{entry.id}"
            if entry.kind is Kind.FR and (criteria := self._taking.view.criteria.get(entry.id)):
                self._children(made, criteria, f"{path}-{entry.id}")

    def _named(self, parent: ET.Element, tag: str, identifier: str, name: str) -> ET.Element:
        made = _below(parent, tag, IDENTIFIER=identifier)
        made.set("LAST-CHANGE", self._material.at)
        made.set("LONG-NAME", _clean(name))
        return made


def _below(parent: ET.Element, tag: str, **attributes: str) -> ET.Element:
    return ET.SubElement(parent, tag, attributes)


def _type(spec: KindSpec) -> str:
    return f"_type-{spec.kind}"


def _attribute(spec: KindSpec, name: str) -> str:
    return f"_{spec.kind}-{name}"


def _clean(text: str) -> str:
    """Without the characters that no XML may hold."""
    return _NOT_XML.sub("\ufffd", neutral(text))
