"""Merges YAML in the user's own text: where the analysis has no news, every character stays as it was written."""

from __future__ import annotations

from typing import Any

from roundtable_tui.artifacts.merge.structured import ABSENT, DEEPEST, Merging
from roundtable_tui.artifacts.merge.verdict import Merged, UnreadableError
from roundtable_tui.formats.yaml import Alias, Mapping, Node, Scalar, YamlError, tree_of
from roundtable_tui.formats.yaml_layout import Entry, Layout, UnchangeableError
from roundtable_tui.formats.yaml_patch import Fields, Items, Keep, Plan, Take, patched


def merge_yaml(base: str | None, theirs: str, ours: str) -> Merged:
    before = _Said(base) if base else None
    edited, render = _Said(theirs), _Said(ours)
    merging = Merging()
    wanted = merging.values(before.value if before else ABSENT, edited.value, render.value, "")
    known = {comment.text for comment in before.layout.comments(0, len(before.layout.text))} if before else set()
    try:
        plan = _Planning(merging, render).plan(edited.value, wanted)
        text = patched(edited.layout, plan, keeps=lambda comment: comment.text not in known)
    except UnchangeableError as error:
        raise UnreadableError(f"it {error}") from None
    if text != theirs and not _says(text, wanted):
        raise UnreadableError("it is written in a way that cannot be changed here without risk")
    return Merged(text, tuple(merging.conflicts))


class _Words(str):
    """A scalar; two are the same if they say the same to a program, however they are written."""

    _meaning: tuple[str, str]

    def __new__(cls, scalar: Scalar) -> _Words:
        words = super().__new__(cls, scalar.text)
        words._meaning = scalar.meaning
        return words

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Words) and self._meaning == other._meaning

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class _Said:
    """What a text says, and where each part of that stands in it."""

    def __init__(self, text: str) -> None:
        try:
            tree = tree_of(text, DEEPEST)
            self.layout = Layout(tree)
            self._places: dict[int, Entry] = {}
            root = self.layout.root()
        except (YamlError, UnchangeableError) as error:
            raise UnreadableError(f"it {error}") from None
        if tree.documents > 1:
            raise UnreadableError("it holds several documents")
        self.value = self._read(root.node, root) if root else None

    def place(self, value: object) -> Take | None:
        entry = self._places.get(id(value))
        return Take(self.layout, entry) if entry else None

    def _read(self, node: Node, entry: Entry) -> Any:
        value: Any
        if isinstance(node, Alias):
            return self._read(node.node, entry)
        if isinstance(node, Scalar):
            value = _Words(node)
        else:
            parts = [(one.name, self._read(one.node, one)) for one in self.layout.entries(node)]
            value = dict(parts) if isinstance(node, Mapping) else [part for _, part in parts]
        self._places[id(value)] = entry
        return value


class _Planning:
    """Turns the values that are wanted into the places where the user's text has to change."""

    def __init__(self, merging: Merging, render: _Said) -> None:
        self._merging = merging
        self._render = render

    def plan(self, edited: Any, wanted: Any) -> Plan:
        if wanted is edited or wanted == edited:
            return Keep()
        if place := self._render.place(wanted):
            return place
        if isinstance(wanted, dict):
            return Fields({name: self.plan(edited.get(name, ABSENT), value) for name, value in wanted.items()})
        numbers = {id(item): number for number, item in enumerate(edited)}
        return Items(tuple(self._item(edited, numbers, item) for item in wanted))

    def _item(self, edited: list[Any], numbers: dict[int, int], item: Any) -> tuple[int | None, Plan]:
        number = numbers.get(id(self._merging.partners.get(id(item), item)))
        return number, self.plan(ABSENT if number is None else edited[number], item)


def _says(text: str, wanted: object) -> bool:
    try:
        return bool(_Said(text).value == wanted)
    except UnreadableError:
        return False
