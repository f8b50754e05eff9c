"""How a step begins: with its first question, with a draft to confirm, or with what it came to before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.questions import LEFT_OPEN, Question
from roundtable_tui.domain.knowledge.checks import holds, lacking
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.voices.agenda import Pending, about_each, as_question, pending, row_of
from roundtable_tui.voices.offline.drafts import Drafter, kinds_to_draft
from roundtable_tui.voices.offline.questions import AGAIN, ask, entry_of, ready, with_changes, with_choices
from roundtable_tui.voices.protocol import Asked, Part, Recorded, Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.voices.protocol import Brief

_NOTHING_TO_DRAFT = "I have nothing yet to draft this from, so I'll just ask."


def open_step(brief: Brief) -> Iterator[Part]:
    section = brief.step.section(brief.depth)
    following = next(pending(brief.step, brief.depth, brief.state), None)
    if following is None and brief.state.settled(brief.step.id):
        yield from _show_again(brief)
        return
    if page := _page_to_judge(brief):
        yield from _lead_and_lines(brief, section.lead, page)
        yield from ask(brief, following)
        return
    if brief.depth is Depth.BRIEF and Depth.BRIEF in brief.step.sections and section.prompts:
        yield from _open_with_draft(brief, following)
        return
    if section.lead:
        yield Said(brief.persona.key, section.lead)
    yield from ask(brief, following)


def _page_to_judge(brief: Brief) -> tuple[str, ...]:
    """A review shows what is under review, at any depth."""
    captures = (prompt.capture for prompt in brief.step.section(brief.depth).prompts if prompt.capture)
    subject = next((value for capture in captures for name, value in capture.preset if name == "subject"), "")
    return Drafter(brief.state, brief.ids).review(subject)


def _show_again(brief: Brief) -> Iterator[Part]:
    """A step whose questions are all settled: what it came to, to confirm or to correct.

    Where it lacks something, that is asked for instead.
    """
    if not all(holds(check, brief.state) for check in brief.step.checks):
        yield from ready(brief)
        return
    every = [prompt.capture for section in brief.step.sections.values() for prompt in section.prompts]
    draft = Drafter(brief.state, brief.ids).draft(dict.fromkeys(capture.kind for capture in every if capture))
    known = [line for line, entry_id in zip(draft.lines, draft.offers, strict=False) if entry_of(brief, entry_id)]
    if not known:
        yield from ready(brief)
        return
    listed = "\n".join(f"- {line}" for line in known)
    text = (
        f'This is what we have here:\n{listed}\n\nSay yes if it stands. "{draft.offers[0]}: …" changes an entry, '
        f'"drop {draft.offers[0]}" takes it out, and anything else I keep as a note.'
    )
    offers = tuple(entry_id for entry_id in draft.offers if entry_of(brief, entry_id))
    yield Asked(Question(brief.step.id, f"{brief.depth}/{AGAIN}", text, offers=offers))


def _open_with_draft(brief: Brief, first: Pending | None) -> Iterator[Part]:
    """Brief mode: everything known of what the question is about, shown first; a yes confirms it."""
    section = brief.step.section(Depth.BRIEF)
    captures = [prompt.capture for prompt in section.prompts if prompt.capture]
    draft = Drafter(brief.state, brief.ids).draft(kinds_to_draft(brief.step, captures))
    yield from (Recorded(change) for change in draft.changes)
    after = with_changes(brief, draft.changes)
    following = next(pending(brief.step, brief.depth, after.state), None)
    following = following or first
    if following is None:
        yield from _lead_and_lines(brief, section.lead, draft.lines)
        yield from _show_again(brief)
        return
    offers = draft.offers if _answers(following, draft.offers, after) else ()
    yield from _lead_and_lines(brief, section.lead, (*draft.lines, *(_left_open(after) if offers else ())))
    asked = (
        _asked(brief, first or following, following, after, draft.lines)
        if offers
        else _plainly(brief, following, after)
    )
    yield Asked(with_choices(replace(asked, offers=offers), following.prompt.capture))


def _left_open(brief: Brief) -> tuple[str, ...]:
    """What a yes would leave open, said before it is given: what was accepted is not called incomplete afterwards."""
    missing = dict.fromkeys(lacking(check, brief.state) for check in brief.step.checks if not holds(check, brief.state))
    return (f"{LEFT_OPEN} {'; '.join(missing)}",) if missing else ()


def _asked(brief: Brief, first: Pending, following: Pending, after: Brief, shown: tuple[str, ...]) -> Question:
    """The question of the file about all that it was to be asked of, whether or not a draft has come between."""
    row = row_of(brief.step, first, brief.state)
    if len(row) > 1 and first.stem == following.stem:
        text = about_each(following.prompt.text, following.prompt.capture, row, shown)
        return Question(brief.step.id, first.stem, text)
    return _plainly(brief, following, after)


def _plainly(brief: Brief, following: Pending, after: Brief) -> Question:
    question = as_question(brief.step, following, after.state)
    return replace(question, text=following.prompt.text) if question.offers else question


def _lead_and_lines(brief: Brief, lead: str, lines: tuple[str, ...]) -> Iterator[Part]:
    """A lead that announces a draft is said only where there is one, and that there is none only the first time."""
    if not lines:
        if all(spoken.utterance.text != _NOTHING_TO_DRAFT for spoken in brief.state.talk.transcript):
            yield Said(brief.persona.key, _NOTHING_TO_DRAFT)
        return
    listed = "\n".join(f"- {line}" for line in lines)
    yield Said(brief.persona.key, f"{lead or 'This is what I have so far.'}\n{listed}")


def _answers(asked: Pending, offers: tuple[str, ...], brief: Brief) -> bool:
    """Whether a yes to what is shown would be an answer: not where the question is about what is not known yet."""
    capture = asked.prompt.capture
    if capture and not any((entry := entry_of(brief, one)) and entry.kind is capture.kind for one in offers):
        return False
    if asked.about is None or capture is None:
        return bool(offers)
    return bool(offers) and not any(part.key == asked.key for part in pending(brief.step, brief.depth, brief.state))
