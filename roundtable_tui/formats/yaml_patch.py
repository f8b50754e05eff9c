"""Changes a YAML text in the places that a plan names, and leaves every other character of it as it was.

A plan follows the tree of the text. What comes from another text is taken over as it is written there, moved to the
column where it goes. The caller reads the outcome and compares: what was not foreseen here must not get through.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Named
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from roundtable_tui.formats.yaml import Mapping, Sequence
from roundtable_tui.formats.yaml_layout import Comment, Entry, Layout, UnchangeableError, is_inline

Plan: TypeAlias = "Keep | Write | Take | Fields | Items"

_PLAIN_NAME = re.compile(r"[A-Za-z_][\w.-]*")


class Keep(Struct, frozen=True):
    """What stands there stays."""


class Write(Struct, frozen=True):
    """A value of one line goes there; if it is empty, none."""

    text: str


class Take(Struct, frozen=True):
    """What another text says goes there."""

    source: Layout
    entry: Entry


class Fields(Struct, frozen=True):
    """The mapping there has these names in the end; a new one comes after the one that it follows here."""

    plans: Named[str, Plan]


class Items(Struct, frozen=True):
    """The list there has these items in the end, each with its number in the text, or None if it is new."""

    plans: tuple[tuple[int | None, Plan], ...]


def patched(layout: Layout, plan: Plan, keeps: Callable[[Comment], bool]) -> str:
    """The text after the plan; `keeps` says which comments stay of an entry that goes or gets another value."""
    return _Patching(layout, keeps).whole(plan)


class _Step(Struct, frozen=True):
    """One entry of the outcome: which one it was, how it is called, and what becomes of it."""

    number: int | None
    name: str | None
    plan: Plan


class _Patching:
    def __init__(self, layout: Layout, keeps: Callable[[Comment], bool]) -> None:
        self._layout = layout
        self._text = layout.text
        self._keeps = keeps
        self._newline = "\r\n" if "\r\n" in layout.text else "\n"

    def whole(self, plan: Plan) -> str:
        root = self._layout.root()
        if root is not None and root.start < root.node.end:
            above, body = self._changed(root, plan)
            return self._text[: root.start] + above + body + self._text[root.end :]
        at = root.end if root else len(self._text)  # nothing is said yet
        match plan:
            case Fields(plans):
                new = "".join(self._new_entry(_Step(None, name, one), 0) for name, one in plans.items())
            case Items(plans):
                new = "".join(self._new_entry(_Step(None, None, one), 0) for _, one in plans)
            case Write() | Take():
                new = self._ended(self._value(plan, 0).lstrip())
            case Keep():
                return self._text
        return self._ended(self._text[:at]) + new + self._text[at:]

    def _changed(self, entry: Entry, plan: Plan) -> tuple[str, str]:
        """The comment lines that come above an entry, and the entry itself to its end."""
        node = entry.node
        match plan:
            case Keep():
                return "", self._text[entry.start : entry.end]
            case Fields() | Items() if plan.plans:
                if not isinstance(node, Mapping if isinstance(plan, Fields) else Sequence):
                    raise UnchangeableError(f"says by an alias in line {node.line} what would have to change")
                start = node.start if node.flow else self._beginning(entry)
                inside = self._flow(node, plan) if node.flow else self._block(node, plan, start)
                return "", self._text[entry.start : start] + inside + self._text[self._layout.end(node) : entry.end]
            case Fields():
                return self._replaced(entry, Write("{}"))
            case Items():
                return self._replaced(entry, Write("[]"))
            case _:
                return self._replaced(entry, plan)

    def _replaced(self, entry: Entry, plan: Write | Take) -> tuple[str, str]:
        node, column = entry.node, self._layout.column(entry.start)
        if entry.flow:
            head = self._text[entry.start : node.start]
            named = entry.name is not None
            colon = ":" if named and ":" not in self._text[entry.mark : node.start] else ""
            space = " " if named and node.start == node.end else ""
            return "", head + colon + space + self._between_brackets(plan)
        head, value = self._text[entry.start : entry.mark], self._value(plan, column)
        if is_inline(node) and "\n" not in value:
            gap = self._text[entry.mark : node.start] or " " if value and head else ""
            above = self._comments(node.start, node.end, column)
            return above, head + gap + value.lstrip(" ") + self._text[node.end : entry.end]
        if is_inline(node) and value.startswith(self._newline):
            rest = self._text[node.end : entry.end].rstrip("\r\n")
            return self._comments(node.start, node.end, column), head + rest + value + self._newline
        above = self._comments(entry.mark, entry.end, column)
        body = head + (value if head else value.lstrip())
        return above, body + self._newline if body else ""

    def _beginning(self, entry: Entry) -> int:
        """Where the lines of a collection begin: on the line after its name, or on the same one, or with the text."""
        first = self._layout.entries(entry.node)[0].start
        below = self._layout.line_end(entry.mark)
        return below if entry.start < entry.mark and below <= self._layout.line_start(first) else first

    def _block(self, node: Mapping | Sequence, plan: Fields | Items, start: int) -> str:
        """A collection that takes up whole lines from `start` on; above an entry stand the comments that were there."""
        entries = self._layout.entries(node)
        column = self._layout.column(entries[0].start)
        steps = list(_steps(entries, plan))
        above, below = self._leads(entries, {step.number for step in steps}, start, column)
        written: list[str] = []
        for step in steps:
            if step.number is None:
                lead, body = "", self._new_entry(step, column)
            else:
                comments, body = self._changed(entries[step.number], step.plan)
                lead = above[step.number] + comments
            if written:
                written[-1] = self._ended(written[-1])
            has_margin = not written and start == entries[0].start
            lead = lead.lstrip() if has_margin else lead
            written.append(lead + ("" if has_margin and not lead else " " * column) + body)
        if below:
            written[-1] = self._ended(written[-1])
        return "".join(written) + below

    def _leads(
        self, entries: list[Entry], staying: set[int | None], start: int, column: int
    ) -> tuple[dict[int, str], str]:
        """What stands above each entry that stays, and below the last; comments of those that go are in it."""
        above: dict[int, str] = {}
        left, end = "", start
        for number, entry in enumerate(entries):
            if number in staying:
                above[number] = left + self._text[end : self._layout.line_start(entry.start)]
                left = ""
            else:
                left += self._comments(end, entry.end, column)
            end = entry.end
        return above, left

    def _flow(self, node: Mapping | Sequence, plan: Fields | Items) -> str:
        """A collection between brackets; comments whose entry goes stand before the closing one."""
        entries = self._layout.entries(node)
        steps = list(_steps(entries, plan))
        if entries:
            opened, closing = self._text[node.start : entries[0].start], self._text[entries[-1].end : node.end]
        else:
            opened, closing = self._text[node.start : node.end - 1], self._text[node.end - 1 : node.end]
        whole = opened + ",".join(self._flow_parts(entries, steps)) + closing
        found = [one.text for one in self._layout.comments(node.start, node.end) if self._keeps(one)]
        if lost := [f"{comment}{self._newline}" for comment in found if comment not in whole]:
            whole = f"{whole[:-1]}{self._newline}{''.join(lost)}{whole[-1]}"
        return whole

    def _flow_parts(self, entries: list[Entry], steps: list[_Step]) -> Iterator[str]:
        gaps = [self._gap(before.end, entry.start) for before, entry in pairwise(entries)]
        space = next((lead for _, lead in gaps if not lead.strip()), " ")
        for position, step in enumerate(steps):
            if step.number is None:
                lead, body, trail = space, self._new_flow_entry(step), ""
            else:
                lead = gaps[step.number - 1][1] if step.number else space
                body = self._changed(entries[step.number], step.plan)[1]
                trail = gaps[step.number][0] if step.number < len(gaps) else ""
            yield (lead if position or lead.strip() else "") + body + trail

    def _gap(self, start: int, end: int) -> tuple[str, str]:
        """What stands before and after the comma between two entries."""
        gap = self._text[start:end]
        for comment in self._layout.comments(start, end):
            gap = gap.replace(comment.text, " " * len(comment.text), 1)
        comma = gap.find(",")
        if comma < 0:
            raise UnchangeableError("has a list between brackets in an unusual form")
        return self._text[start : start + comma], self._text[start + comma + 1 : end]

    def _new_entry(self, step: _Step, column: int) -> str:
        mark = "-" if step.name is None else f"{_key(step.name, step.plan)}:"
        return mark + self._value(step.plan, column) + self._newline

    def _new_flow_entry(self, step: _Step) -> str:
        value = self._between_brackets(step.plan)
        return value if step.name is None else f"{_key(step.name, step.plan)}: {value}"

    def _between_brackets(self, plan: Plan) -> str:
        match plan:
            case Write(text):
                return text or "null"
            case Take(source, entry):
                return source.between_brackets(entry.node)
        raise UnchangeableError("has nothing where something would have to change")

    def _value(self, plan: Plan, column: int) -> str:
        """A new value with what stands between it and its name or dash, without the end of its last line."""
        match plan:
            case Write(text):
                return f" {text}" if text else ""
            case Take(source, entry) if entry.flow:
                return f" {source.between_brackets(entry.node)}"
            case Take(source, entry):
                lines = source.text[entry.mark : source.end(entry.node)].removesuffix("\n").split("\n")
                moved = _moved([line.removesuffix("\r") for line in lines], column - source.column(entry.start))
                return self._newline.join(moved)
        raise UnchangeableError("has nothing where something would have to change")

    def _comments(self, start: int, end: int, column: int) -> str:
        """The comments of a stretch that stay when it goes, each on a line."""
        found = self._layout.comments(start, end)
        return "".join(f"{' ' * column}{one.text}{self._newline}" for one in found if self._keeps(one))

    def _ended(self, text: str) -> str:
        return text if not text or text.endswith("\n") else text + self._newline


def _steps(entries: list[Entry], plan: Fields | Items) -> Iterator[_Step]:
    """The entries of the outcome in their order."""
    if isinstance(plan, Items):
        yield from (_Step(number, None, one) for number, one in plan.plans)
        return
    known = {entry.name for entry in entries}
    new: dict[str | None, list[_Step]] = {}
    last = None
    for name, one in plan.plans.items():
        if name in known:
            last = name
        else:
            new.setdefault(last, []).append(_Step(None, name, one))
    yield from new.get(None, ())
    for number, entry in enumerate(entries):
        if entry.name is not None and entry.name in plan.plans:
            yield _Step(number, entry.name, plan.plans[entry.name])
            yield from new.get(entry.name, ())


def _key(name: str, plan: Plan) -> str:
    """A new name as it is written in the text that it comes from, or else in a way that reads as this name."""
    if isinstance(plan, Take) and plan.entry.name == name:
        return plan.source.text[plan.entry.start : plan.entry.mark].removesuffix(":").rstrip()
    return name if _PLAIN_NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _moved(lines: list[str], by: int) -> Iterator[str]:
    """The lines after the first so many columns to the right, or to the left as far as they go."""
    for number, line in enumerate(lines):
        if not number or not line:
            yield line
        elif by >= 0:
            yield " " * by + line
        else:
            yield line[min(-by, len(line) - len(line.lstrip(" "))) :]
