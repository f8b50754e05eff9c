"""Reads step files: the head says who asks, how deep and what for; the body holds the questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.knowledge.knowledge import Prompt, Section, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.formats import markdown
from roundtable_tui.library.captures import read_capture, read_check

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.domain.knowledge.checks import Check
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.library.knowledge_file import Document

LONGEST_OUTPUT = 100
_MODES = {depth: f"{depth} mode" for depth in Depth}
_NOT_ASKED = frozenset({"validation", "artifacts"})
_OWN_FILES = frozenset({"meta.json", "draft.md"})
_WHERE_IT_MATTERS = re.compile(r"Where it matters:\s+(?=\S)")
_UNSAFE = re.compile(r'[/\\:*?"<>|]')


def read_step(document: Document, phase: str) -> Step:
    """The step in a file of that phase's folder; LeftOutError where a required field is missing or malformed."""
    return Step(
        id=document.need_text("step_id"),
        title=document.need_text("title"),
        phase=phase,
        persona=document.need_text("persona"),
        depth=_depth(document),
        outputs=_outputs(document),
        sections=_sections(document),
        depends_on=document.texts("depends_on"),
        skip_if=document.text("skip_if"),
        checks=_checks(document),
        validation=document.section("validation"),
        artifacts=document.section("artifacts"),
        path=document.path,
    )


def _depth(document: Document) -> Depth:
    given = document.need_text("depth").lower()
    if given not in list(Depth):
        document.leave_out(f"its 'depth' is '{one_line(given, 40)}'", f"Make it one of {', '.join(Depth)}.")
    return Depth(given)


def _outputs(document: Document) -> tuple[str, ...]:
    names = document.as_texts("'outputs'", document.need_list("outputs"))
    good = []
    for name in names:
        if problem := problem_with_output(name):
            remedy = "Name a file of the item's folder, such as notes.md."
            document.ignore(f"the output '{one_line(name, 60)}'", problem, remedy)
        else:
            good.append(name)
    if not good:
        document.leave_out("none of its 'outputs' can be written", "Name at least one file, such as notes.md.")
    return tuple(good)


def problem_with_output(name: str) -> str:
    """Why an artifact may not have this name, as part of a sentence; empty if it may."""
    if len(name) > LONGEST_OUTPUT:
        return f"it is longer than {LONGEST_OUTPUT} characters"
    if _UNSAFE.search(name) or ".." in name:
        return "it is not a plain file name"
    if name.startswith(".") or name.endswith("."):
        return "a file name may neither begin nor end with a dot"
    if name.casefold() in _OWN_FILES:
        return "that file is not an artifact"
    return ""


def _checks(document: Document) -> tuple[Check, ...]:
    read = [
        read_check(document, f"check {number}", value)
        for number, value in enumerate(document.list_of("checks"), start=1)
    ]
    return tuple(check for check in read if check)


def _sections(document: Document) -> dict[Depth, Section]:
    texts = {depth: document.section(title) for depth, title in _MODES.items()}
    if not texts[Depth.STANDARD]:
        texts[Depth.STANDARD] = markdown.without_sections(document.body, _NOT_ASKED)
        if not texts[Depth.STANDARD]:
            document.leave_out("it asks nothing", "Write its questions under '## Standard Mode'.")
        document.warnings.append(
            f"{document.path} has no section 'Standard Mode', so its whole text is asked instead. Add that heading."
        )
    captures = _captures_by_mode(document)
    for depth in captures:
        if not texts[depth]:
            document.ignore(f"'{depth}' of 'captures'", f"there is no section '{depth.title()} Mode'")
    return {depth: _section(document, depth, text, captures.get(depth, [])) for depth, text in texts.items() if text}


def _section(document: Document, depth: Depth, text: str, captures: list[Value]) -> Section:
    found = markdown.listing(text)
    questions = list(found.items)
    if not questions:
        questions, lead = [markdown.paragraphs(text)], ""
    else:
        lead = found.lead
        questions[-1] = " ".join([questions[-1], *found.rest.split()])
    if len(captures) > len(questions):
        document.ignore(
            f"every capture of {depth} mode after number {len(questions)}", "there are no more questions than that"
        )
    read = [
        read_capture(document, f"capture {number} of {depth} mode", value)
        for number, value in enumerate(captures[: len(questions)], start=1)
    ]
    read += [None] * (len(questions) - len(read))
    return Section(lead, tuple(map(_prompt, questions, read)))


def _prompt(text: str, capture: Capture | None) -> Prompt:
    marked = _WHERE_IT_MATTERS.match(text)
    return Prompt(text[marked.end() :] if marked else text, capture, where_it_matters=marked is not None)


def _captures_by_mode(document: Document) -> dict[Depth, list[Value]]:
    given = document.head.get("captures")
    if given is None:
        return {}
    if not isinstance(given, dict):
        document.ignore("'captures'", "it is not of the form {standard: [...]}")
        return {}
    modes = {name.lower(): value for name, value in given.items()}
    for name in [name for name in modes if name not in list(Depth)][:3]:
        document.ignore(f"'{one_line(name, 40)}' of 'captures'", f"it is not one of {', '.join(Depth)}")
    return {depth: document.as_list(f"'{depth}' of 'captures'", modes[depth]) for depth in Depth if depth in modes}
