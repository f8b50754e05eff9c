"""What a turn comes to: the records, one line that names them, and what it is that the user is asked now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.questions import ELABORATION_KEY, GAPS_KEY, Question
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.journal.waiting import ForAnswer, ForDecision
from roundtable_tui.voices.agenda import as_question, pending
from roundtable_tui.voices.gaps import gaps_question
from roundtable_tui.voices.offline.captures import Captured
from roundtable_tui.voices.protocol import Asked, Claimed, Looked, Ready, Recorded, Said, Settled
from roundtable_tui.voices.receipts import acknowledgement, one_after_another, what_was_kept
from roundtable_tui.voices.tasks import Answer, Discuss, Elaborate, Feedback, Gaps, OpenStep, Synthesise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.voices.model.tools.toolbox import Toolbox
    from roundtable_tui.voices.protocol import Brief, Part

_JOIN_IN = "What do you think? Name one of us, speak to all, or say done."


def outcome(brief: Brief, toolbox: Toolbox, *, spoke: bool) -> Iterator[Part]:
    """Everything that follows the model's words; `spoke` says whether there were any."""
    if isinstance(brief.task, Feedback) and not spoke:
        yield Said(
            brief.persona.key,
            acknowledgement(brief.persona, brief.words, brief.turn, at_menu=brief.state.talk.ending is None),
        )
    yield from recorded_parts(toolbox)
    if line := _kept(toolbox.recorder.changes):
        yield Said(brief.persona.key, line, Role.CAPTURED)
    ending = list(_ending(brief, toolbox))
    yield from _settled(brief, ending)
    yield from ending


def recorded_parts(toolbox: Toolbox) -> Iterator[Part]:
    """What the model recorded, claimed and saw."""
    by_the_model = toolbox.recorder.changes[toolbox.recorder.settled :]
    yield from (Recorded(change) for change in by_the_model if change.op is not Op.CONFIRM)
    yield from (Recorded(change) for change in by_the_model if change.op is Op.CONFIRM)
    yield from (Claimed(claim) for claim in toolbox.claims)
    yield from (Looked(seen) for seen in dict.fromkeys(toolbox.seen))


def _kept(changes: list[Change]) -> str:
    confirmed = [change for change in changes if change.op is Op.CONFIRM]
    recorded = [change for change in changes if change.op is not Op.CONFIRM]
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


def _ending(brief: Brief, toolbox: Toolbox) -> Iterator[Part]:
    after = replace(brief, state=toolbox.recorder.state)
    match brief.task:
        case Feedback():
            yield from (Asked(question) for question in (toolbox.question,) if question)
        case Synthesise():
            yield Ready()
        case Elaborate() | Discuss():
            yield from _open_to_the_user(after, toolbox.question)
        case Gaps():
            plain = Question(brief.step.id, GAPS_KEY, gaps_question(brief.missing, after.state))
            yield Asked(toolbox.question or plain)
        case Answer() if brief.question and brief.question.key == GAPS_KEY:
            yield Ready()
        case _ if toolbox.question:
            yield Asked(toolbox.question)
        case _ if toolbox.complete:
            yield Ready()
        case _:
            yield from _plain_follow_up(after)


def _open_to_the_user(brief: Brief, asked: Question | None) -> Iterator[Part]:
    """Where the user can join an elaboration; one in the middle of a step goes back to what was being asked there."""
    record = brief.state.guided.steps.get(brief.step.id)
    if record and record.elaborating:
        text = asked.text if asked else _JOIN_IN
        yield Asked(Question(brief.step.id, ELABORATION_KEY, text, asked.why if asked else ""))
        return
    before = brief.state.talk.turn.answers if brief.state.talk.turn else None
    before = before.resume if isinstance(before, ForDecision) else before
    if isinstance(before, ForAnswer):
        yield Asked(before.question)
    else:
        yield from _plain_follow_up(brief)


def _plain_follow_up(brief: Brief) -> Iterator[Part]:
    """The next question of the step file, so that the talk never stalls."""
    answered = frozenset({brief.question.key}) if brief.question else frozenset()
    following = (one for one in pending(brief.step, brief.depth, brief.state) if one.key not in answered)
    found = next(following, None)
    yield Asked(as_question(brief.step, found, brief.state)) if found else Ready()


def _settled(brief: Brief, ending: list[Part]) -> Iterator[Settled]:
    """Which of the step's questions need not be asked again, also by a voice that asks them one by one."""
    if isinstance(brief.task, Answer) and brief.question:
        asked_again = any(isinstance(part, Asked) and part.question.key == brief.question.key for part in ending)
        if not asked_again:
            yield Settled(brief.question.key)
    closes = isinstance(brief.task, OpenStep | Answer) and any(isinstance(part, Ready) for part in ending)
    if closes:
        prompts = brief.step.section(brief.depth).prompts
        yield from (Settled(f"{brief.depth}/{number}") for number in range(1, len(prompts) + 1))
