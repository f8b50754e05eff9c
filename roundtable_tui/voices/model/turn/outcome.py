"""What a turn comes to: the records, one line that names them, and what it is that the user is asked now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.questions import ELABORATION_KEY, GAPS_KEY, Question
from roundtable_tui.domain.journal.events import Role
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision
from roundtable_tui.domain.talk.steering_phrases import yes_or_no
from roundtable_tui.voices.agenda import as_question, pending
from roundtable_tui.voices.gaps import gaps_question
from roundtable_tui.voices.offline.captures import Captured
from roundtable_tui.voices.protocol import Asked, Claimed, Purpose, Ready, Recorded, Said, Settled
from roundtable_tui.voices.receipts import acknowledgement, one_after_another, what_was_kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.voices.model.tools.toolbox import Desk
    from roundtable_tui.voices.protocol import Part, TurnRequest

_JOIN_IN = "What do you think? Name one of us, speak to all, or say done."


def confirmed_by(request: TurnRequest) -> tuple[str, ...]:
    """What a plain yes has confirmed: exactly the entries that were shown."""
    question = request.question
    if request.purpose is not Purpose.ANSWER or question is None or yes_or_no(request.words, default=False) is not True:
        return ()
    return question.offers


def outcome(request: TurnRequest, desk: Desk, *, spoke: bool) -> Iterator[Part]:
    """Everything that follows the model's words; `spoke` says whether there were any."""
    confirmed = [change for change in desk.recorder.changes if change.op is Op.CONFIRM]
    recorded = [change for change in desk.recorder.changes if change.op is not Op.CONFIRM]
    at_once = confirmed_by(request)
    by_the_model = [change for change in confirmed if change.id not in at_once]
    yield from (Recorded(change) for change in (*recorded, *by_the_model))
    yield from (Claimed(claim) for claim in desk.claims)
    if request.purpose is Purpose.FEEDBACK and not spoke:
        yield Said(request.persona.key, acknowledgement(request.persona, request.words, request.turn))
    if line := _kept(confirmed, recorded):
        yield Said(request.persona.key, line, Role.CAPTURED)
    ending = list(_ending(request, desk))
    yield from _settled(request, ending)
    yield from ending


def _kept(confirmed: list[Change], recorded: list[Change]) -> str:
    said = [f"Confirmed: {', '.join(change.id for change in confirmed)}"] if confirmed else []
    if recorded:
        said.append(what_was_kept(Captured(_by_entry(recorded))))
    return one_after_another(said) if said else ""


def _by_entry(changes: list[Change]) -> list[Change]:
    """One change for each entry, though its fields have different origins."""
    found: dict[str, Change] = {}
    for change in changes:
        earlier = found.get(change.id)
        if earlier is None or change.op is Op.DROP:
            found[change.id] = change
            continue
        fields: dict[str, Value] = {**earlier.fields, **change.fields}
        found[change.id] = replace(earlier, fields=fields)
    return list(found.values())


def _ending(request: TurnRequest, desk: Desk) -> Iterator[Part]:
    after = replace(request, state=desk.recorder.state)
    match request.purpose:
        case Purpose.FEEDBACK:
            yield from (Asked(question) for question in (desk.question,) if question)
        case Purpose.SYNTHESISE:
            yield Ready()
        case Purpose.ELABORATE | Purpose.DISCUSS:
            yield from _open_to_the_user(after, desk.question)
        case Purpose.GAPS:
            plain = Question(request.step.id, GAPS_KEY, gaps_question(request.missing, after.state))
            yield Asked(desk.question or plain)
        case Purpose.ANSWER if request.question and request.question.key == GAPS_KEY:
            yield Ready()
        case _ if desk.question:
            yield Asked(desk.question)
        case _ if desk.complete:
            yield Ready()
        case _:
            yield from _plain_follow_up(after)


def _open_to_the_user(request: TurnRequest, asked: Question | None) -> Iterator[Part]:
    """Where the user can join an elaboration; one in the middle of a step goes back to what was being asked there."""
    record = request.state.guided.steps.get(request.step.id)
    if record and record.elaborating:
        text = asked.text if asked else _JOIN_IN
        yield Asked(Question(request.step.id, ELABORATION_KEY, text, asked.why if asked else ""))
        return
    before = request.state.talk.turn.answers if request.state.talk.turn else None
    before = before.resume if isinstance(before, ForDecision) else before
    if isinstance(before, ForAnswer):
        yield Asked(before.question)
    else:
        yield from _plain_follow_up(request)


def _plain_follow_up(request: TurnRequest) -> Iterator[Part]:
    """The next question of the step file, so that the talk never stalls."""
    answered = frozenset({request.question.key}) if request.question else frozenset()
    following = (one for one in pending(request.step, request.depth, request.state) if one.key not in answered)
    found = next(following, None)
    yield Asked(as_question(request.step, found, request.state)) if found else Ready()


def _settled(request: TurnRequest, ending: list[Part]) -> Iterator[Settled]:
    """Which of the step's questions need not be asked again, also by a voice that asks them one by one."""
    if request.purpose is Purpose.ANSWER and request.question:
        asked_again = any(isinstance(part, Asked) and part.question.key == request.question.key for part in ending)
        if not asked_again:
            yield Settled(request.question.key)
    closes = request.purpose in (Purpose.OPEN, Purpose.ANSWER) and any(isinstance(part, Ready) for part in ending)
    if closes:
        prompts = request.step.section(request.depth).prompts
        yield from (Settled(f"{request.depth}/{number}") for number in range(1, len(prompts) + 1))
