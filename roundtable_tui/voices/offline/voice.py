"""The offline voice: one question at a time, and one line that says what it kept of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.checks import lacking
from roundtable_tui.domain.depth import Depth
from roundtable_tui.domain.dossier import Change, Entry, Op
from roundtable_tui.domain.events import Role
from roundtable_tui.domain.kinds import SPECS, Kind
from roundtable_tui.domain.provenance import Confidence, Confirmed, Stated
from roundtable_tui.domain.questions import GAPS_KEY, Capture, Question
from roundtable_tui.domain.talk import dont_know, passes, yes_or_no
from roundtable_tui.domain.text import one_line
from roundtable_tui.voices.offline import reading
from roundtable_tui.voices.offline.agenda import Pending, as_question, find_prompt, pending
from roundtable_tui.voices.offline.capturing import Captured, Capturer
from roundtable_tui.voices.offline.drafting import Drafter
from roundtable_tui.voices.protocol import Asked, Part, Purpose, Ready, Recorded, Said, Settled

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from roundtable_tui.voices.protocol import TurnRequest

_NAMED = 3
_NO_MODEL = (
    "There is no model at the table, so the others cannot join in. I'll ask the deeper questions of this step myself."
)


class OfflineVoice:
    """Understands nothing it was not taught: what it cannot read it keeps word for word."""

    name = "offline"

    async def speak(self, request: TurnRequest) -> AsyncIterator[Part]:
        for part in self._turn(request):
            yield part

    def _turn(self, request: TurnRequest) -> Iterator[Part]:
        match request.purpose:
            case Purpose.OPEN:
                yield from _open(request)
            case Purpose.ANSWER:
                yield from _answer(request)
            case Purpose.FEEDBACK:
                yield from _feedback(request)
            case Purpose.GAPS:
                yield from _ask_for_gaps(request)
            case Purpose.ELABORATE:
                yield Said(request.persona.key, _NO_MODEL)
                yield from _next_question(request, frozenset(), confirm=False)


def _open(request: TurnRequest) -> Iterator[Part]:
    section = request.step.section(request.depth)
    if section.lead:
        yield Said(request.persona.key, section.lead)
    if request.depth is Depth.BRIEF and section.prompts:
        yield from _open_with_draft(request)
        return
    yield from _next_question(request, frozenset(), confirm=True)


def _open_with_draft(request: TurnRequest) -> Iterator[Part]:
    """Brief mode: everything known of what the question is about, shown first."""
    prompt = request.step.section(Depth.BRIEF).prompts[0]
    kinds = dict.fromkeys(part.capture.kind for part in request.step.section(Depth.BRIEF).prompts if part.capture)
    draft = Drafter(request.state, request.ids).draft(request.step, kinds)
    yield from (Recorded(change) for change in draft.changes)
    if draft.lines:
        yield Said(request.persona.key, "\n".join(f"- {line}" for line in draft.lines))
    elif not prompt.capture or prompt.capture.for_each is None:
        yield Said(request.persona.key, "I have nothing to draft from yet, so I'll just ask.")
    first = next(pending(request.step, request.depth, request.state), None)
    if first is None and draft.lines:
        first = Pending(f"{request.depth}/1", prompt)
    if first is None:
        yield Ready()
        return
    question = as_question(request.step, first, request.state, confirm=False)
    yield Asked(Question(question.step, question.key, question.text, about=question.about, offers=draft.offers))


def _answer(request: TurnRequest) -> Iterator[Part]:
    question, words = request.question, request.words
    if question is None:
        yield from _next_question(request, frozenset(), confirm=True)
        return
    if question.offers and yes_or_no(words, default=False) is not None:
        yield from _confirmed_or_not(request, question)
        return
    captured, settled = _captured(request, question)
    withdrawn = _withdrawn(request, question, captured)
    yield from (Recorded(change) for change in (*withdrawn, *captured.changes))
    yield from (Settled(key) for key in settled)
    yield Said(request.persona.key, _what_was_kept(captured), Role.CAPTURED)
    yield from _next_question(request, settled, confirm=True)


def _captured(request: TurnRequest, question: Question) -> tuple[Captured, frozenset[str]]:
    capturer = Capturer(request.state, request.ids, request.turn)
    about = request.state.dossier.get(question.about)
    if dont_know(request.words):
        return capturer.open_question(_bare(question), about), frozenset({question.key})
    if passes(request.words):
        return Captured(), frozenset({question.key})
    capture = _capture_for(request, question)
    if capture is None:
        return capturer.note(request.words, about), frozenset({question.key})
    if capture.for_each and (listed := _listed(request, capture.for_each)):
        return _each(request, capturer, capture, question, listed)
    return capturer.capture(capture, request.words, about), frozenset({question.key})


def _each(
    request: TurnRequest, capturer: Capturer, capture: Capture, question: Question, listed: dict[str, str]
) -> tuple[Captured, frozenset[str]]:
    """One answer that names several entries settles the question for each of them."""
    captured = Captured()
    stem = "/".join(question.key.split("/")[:2])
    for entry_id, text in listed.items():
        captured.add(capturer.capture(capture, text, request.state.dossier.get(entry_id)))
    return captured, frozenset(f"{stem}/{entry_id}" for entry_id in listed)


def _listed(request: TurnRequest, kind: Kind) -> dict[str, str]:
    named = reading.labelled(request.words)
    entries = {entry_id: request.state.dossier.get(entry_id) for entry_id in named}
    return named if named and all(entry and entry.kind is kind for entry in entries.values()) else {}


def _capture_for(request: TurnRequest, question: Question) -> Capture | None:
    """What the question's answer becomes; the question about gaps takes what is missing first."""
    if question.key == GAPS_KEY:
        kinds = [check.kind for check in request.missing if check.kind]
        return Capture(kinds[0], SPECS[kinds[0]].main) if kinds and not SPECS[kinds[0]].single else None
    prompt = find_prompt(request.step, question.key)
    return prompt.capture if prompt else None


def _confirmed_or_not(request: TurnRequest, question: Question) -> Iterator[Part]:
    """A yes confirms exactly what was shown; a no asks the question the file has."""
    if not yes_or_no(request.words, default=False):
        prompt = find_prompt(request.step, question.key)
        text = prompt.text if prompt else question.text
        yield Said(request.persona.key, "Then tell me in your own words.")
        yield Asked(Question(question.step, question.key, text))
        return
    entries = [entry for entry_id in question.offers if (entry := request.state.dossier.get(entry_id))]
    source = (Confirmed(request.turn),)
    yield from (Recorded(Change(Op.CONFIRM, entry.id, entry.kind, sources=source)) for entry in entries)
    yield Settled(question.key)
    yield Said(
        request.persona.key, f"Confirmed: {_names((entry.id, entry.text()) for entry in entries)}", Role.CAPTURED
    )
    yield from _next_question(request, frozenset({question.key}), confirm=True)


def _withdrawn(request: TurnRequest, question: Question, captured: Captured) -> list[Change]:
    """Guesses that were shown and answered with something else are taken back, unless that answer filled them."""
    revised = {change.id for change in captured.changes}
    kinds = {change.kind for change in captured.changes}
    shown = [entry for entry_id in question.offers if (entry := request.state.dossier.get(entry_id))]
    return [
        Change(Op.DROP, entry.id, entry.kind)
        for entry in shown
        if entry.kind in kinds and entry.id not in revised and entry.confidence is not Confidence.HIGH
    ]


def _feedback(request: TurnRequest) -> Iterator[Part]:
    """Said at the menu: kept as a note on the step, or on the entries it names."""
    capturer = Capturer(request.state, request.ids, request.turn)
    named = reading.labelled(request.words)
    revised = [entry for entry_id in named if (entry := request.state.dossier.get(entry_id))]
    if revised and len(revised) == len(named):
        changes = [_reworded(entry, named[entry.id], request) for entry in revised]
    else:
        mentioned = next(
            (entry for i in reading.ids_in(request.words) if (entry := request.state.dossier.get(i))), None
        )
        changes = capturer.note(request.words, mentioned).changes
    yield from (Recorded(change) for change in changes)
    pattern = request.persona.acknowledges[0] if request.persona.acknowledges else "Noted: {what}"
    yield Said(request.persona.key, pattern.replace("{what}", one_line(request.words, 120).rstrip(".!")))
    yield Said(request.persona.key, _what_was_kept(Captured(changes)), Role.CAPTURED)


def _reworded(entry: Entry, text: str, request: TurnRequest) -> Change:
    return Change(Op.REVISE, entry.id, entry.kind, {SPECS[entry.kind].main: text}, (Stated(request.turn),))


def _ask_for_gaps(request: TurnRequest) -> Iterator[Part]:
    missing = [lacking(check, request.state) for check in request.missing]
    listed = missing[0] if len(missing) == 1 else "\n" + "\n".join(f"- {phrase}" for phrase in missing)
    text = f"Before I close this step, I still miss {listed}.\nWhat can you tell me? Say skip to leave it open."
    yield Asked(Question(request.step.id, GAPS_KEY, text))


def _next_question(request: TurnRequest, settled: Iterable[str], *, confirm: bool) -> Iterator[Part]:
    record = request.state.steps.get(request.step.id)
    if request.question and request.question.key == GAPS_KEY:
        yield Ready()
        return
    elaborating = record is not None and record.elaborating > 0
    depth = Depth.DEEP if elaborating else request.depth
    done = set(settled)
    upcoming = (part for part in pending(request.step, depth, request.state) if part.key not in done)
    following = next(upcoming, None)
    if following is None:
        yield Ready()
        return
    yield Asked(as_question(request.step, following, request.state, confirm=confirm and not elaborating))


def _bare(question: Question) -> str:
    return one_line(question.text.split("\n")[0], 300)


def _what_was_kept(captured: Captured) -> str:
    kept = [
        (change.id, str(change.fields.get(SPECS[change.kind].main, "") or _first(change)))
        for change in captured.changes
    ]
    if not kept:
        return captured.unclear or "Left open."
    questions = [change for change in captured.changes if change.kind is Kind.QUESTION]
    verb = "Kept as an open question" if len(questions) == len(captured.changes) else "Noted"
    line = f"{verb}: {_names(kept)}"
    return f"{captured.unclear} {line}" if captured.unclear else line


def _first(change: Change) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {_plain(value)}" for name, value in change.fields.items())


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _names(pairs: Iterable[tuple[str, str]]) -> str:
    listed = [f"{entry_id} {one_line(text, 60)}".strip() for entry_id, text in pairs]
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    return " · ".join(listed[:_NAMED]) + more
