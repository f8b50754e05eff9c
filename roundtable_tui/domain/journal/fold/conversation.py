"""The reducer of conversation mode's slice: what was put off, asked, shown and accepted, before an event and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.code_facts import Scanned
from roundtable_tui.domain.journal.conversation_events import (
    AmendmentEnded,
    BudgetSet,
    ConfirmationEnded,
    CrossChecked,
    LookBegun,
    LookEnded,
    PointMarked,
    Seated,
    SeatOffered,
    Steered,
    SummaryShown,
    TopicDeferred,
    VerdictGiven,
)
from roundtable_tui.domain.journal.events import (
    ArtifactsWritten,
    Continued,
    Contributed,
    Decided,
    Decision,
    DepthChanged,
    Ending,
    Event,
    Finished,
    Outcome,
    Spoke,
)
from roundtable_tui.domain.journal.state import Confirmation, Conversation
from roundtable_tui.domain.journal.team_events import FindingSent
from roundtable_tui.domain.journal.values import LookEnd, PointMark, Stage, Verdict
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict

if TYPE_CHECKING:
    from roundtable_tui.domain.journal.state import Talk
    from roundtable_tui.domain.journal.waiting import Waiting

_ASIDES = (Kind.NOTE, Kind.QUESTION, Kind.ASSUMPTION)
_BY_THE_BOOK = ("offline", "script")
SCAN = "scan"
"""Who contributes what the search of the code found."""
_MOST_TIDINGS = 12
_FOR_GOOD = (LookEnd.DONE, LookEnd.BOUNDED)
"""How a part of the look ends that is not taken up again."""
PRESENTING = {
    Stage.REQUIREMENTS: Confirmation.PRESENTING_REQUIREMENTS,
    Stage.ARCHITECTURE: Confirmation.PRESENTING_ARCHITECTURE,
    Stage.DESIGN: Confirmation.PRESENTING_DESIGN,
    Stage.TRIVIAL: Confirmation.TRIVIAL_SHOW,
}


def conversation_after(conversation: Conversation, event: Event, talk: Talk) -> Conversation:
    """`talk` is as the event found it."""
    match event.body:
        case Spoke(outcome=Outcome.FINISHED) as spoke:
            return _answered(_heard(conversation, spoke, event.exchange, talk), spoke, talk)
        case DepthChanged(phase="", depth=depth):
            return replace(conversation, depth=depth)
        case PointMarked() as marked:
            return _marked(conversation, marked)
        case TopicDeferred(topic=topic):
            return replace(conversation, deferred=_with(conversation.deferred, topic))
        case Steered(point=point):
            pulled = tuple(one for one in conversation.pulled if one != point)
            return replace(conversation, stalled=0, steered_from=point.topic, pulled=pulled)
        case SeatOffered(persona=persona):
            return replace(conversation, offered=_with(conversation.offered, persona))
        case Seated(persona=persona, yes=yes):
            seated = tuple(one for one in conversation.seated if one != persona)
            offered = _with(conversation.offered, persona)
            return replace(conversation, offered=offered, seated=(*seated, persona) if yes else seated)
        case BudgetSet(total=total):
            return replace(conversation, total=total)
        case Scanned():
            return replace(conversation, scanned=event.seq)
        case Contributed(who=who) if who == SCAN:
            return replace(conversation, brought=event.seq)
        case ArtifactsWritten():
            return replace(conversation, written=event.seq)
        case CrossChecked(findings=findings, changes=changes):
            return replace(conversation, checked=event.seq, findings=findings - len(changes))
        case LookBegun(depth=depth):
            going_on = {part: how for part, how in conversation.look.items() if how in _FOR_GOOD}
            return replace(conversation, look_depth=depth, look=going_on)
        case LookEnded(part=part, how=how, note=note):
            tidings = (*conversation.tidings, note) if note and how in _FOR_GOOD else conversation.tidings
            notes = {**conversation.notes, part: note} if note and how in _FOR_GOOD else conversation.notes
            return replace(conversation, look={**conversation.look, part: how}, tidings=tidings, notes=notes)
        case FindingSent(text=text) if text not in conversation.tidings:
            return replace(conversation, tidings=(*conversation.tidings, text)[-_MOST_TIDINGS:])
        case _:
            return _confirmed(conversation, event, talk.open_question)


def _heard(conversation: Conversation, spoke: Spoke, exchange: int, before: Talk) -> Conversation:
    """What a model was told of; a turn that needed none leaves that for the next."""
    if spoke.unheard or (not spoke.tokens and not spoke.complete):
        return replace(conversation, breaches=())
    carried = exchange if spoke.complete else conversation.carried
    return replace(conversation, tidings=(), heard=exchange, carried=carried, breaches=_breaches(spoke, before))


def _breaches(spoke: Spoke, before: Talk) -> tuple[str, ...]:
    """Which rules of the talk a model broke; what is asked without one is worded by the files."""
    if spoke.voice in _BY_THE_BOOK or (spoke.asked is None and not spoke.points) or (spoke.asked and spoke.asked.step):
        return ()
    from roundtable_tui.domain.talk.manners.breaches import asked_before, broken_rules

    earlier = asked_before(before.ledger, spoke.asked)
    return tuple(breach.sentence for breach in broken_rules(spoke.said, spoke.asked, earlier))


def _answered(conversation: Conversation, spoke: Spoke, before: Talk) -> Conversation:
    """An exchange counts for its topic unless the same is asked once more."""
    answered = before.turn.answers if before.turn and not before.turn.command else None
    if not isinstance(answered, ForAnswer) or answered.question.topic in ("", AMENDMENT):
        return conversation
    conversation = _progressed(conversation, spoke)
    if spoke.asked and spoke.asked.name == answered.question.name:
        return conversation
    topic = answered.question.topic
    number = conversation.exchanges.get(topic, 0) + 1
    return replace(conversation, exchanges={**conversation.exchanges, topic: number})


def _with(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*names, name)))


def _progressed(conversation: Conversation, spoke: Spoke) -> Conversation:
    """Whether an answer settled a point, met a criterion, or brought an entry that can: else it brought nothing."""
    recorded = any(change.op is Op.RECORD and change.kind not in _ASIDES for change in spoke.changes)
    if spoke.points or spoke.claims or recorded:
        return replace(conversation, stalled=0, steered_from="")
    return replace(conversation, stalled=conversation.stalled + 1)


def _marked(conversation: Conversation, body: PointMarked) -> Conversation:
    others = tuple(point for point in conversation.pulled if point != body.point)
    if body.mark is not PointMark.PULLED:
        return replace(conversation, pulled=others)
    confirmation = conversation.confirmation
    asks_again = confirmation in PRESENTING.values()
    return replace(
        conversation,
        pulled=(body.point, *others),
        confirmation=Confirmation.IDLE if asks_again else confirmation,
    )


def _confirmed(conversation: Conversation, event: Event, asked: Waiting | None) -> Conversation:
    match event.body:
        case SummaryShown(stage=stage, digest=digest):
            shown, lines = {**conversation.shown, stage: digest}, {**conversation.shown_in, stage: event.seq}
            return replace(conversation, confirmation=PRESENTING[stage], shown=shown, shown_in=lines)
        case VerdictGiven(stage=stage, verdict=verdict) if asked == ForVerdict(stage):
            judged = {**conversation.judged_in, stage: conversation.shown_in[stage]}
            conversation = replace(conversation, judged_in=judged)
            if verdict is Verdict.ACCEPT:
                accepted = {**conversation.accepted, stage: conversation.shown[stage]}
                return replace(conversation, accepted=accepted)
            return replace(
                conversation,
                confirmation=Confirmation.AMENDING,
                accepted={},
                accepted_before={**conversation.accepted_before, **conversation.accepted},
                amendments=conversation.amendments + 1,
            )
        case AmendmentEnded():  # it was made so everywhere; only what no model has heard is left to carry
            carried = max(conversation.carried, conversation.heard)
            return replace(conversation, confirmation=Confirmation.IDLE, carried=carried)
        case ConfirmationEnded(domains=domains):
            return replace(
                conversation,
                confirmation=Confirmation.FINALIZING,
                domains=domains,
                accepted_at=event.at,
                ended=event.seq,
            )
        case Finished(ending=Ending.COMPLETE):
            return replace(conversation, confirmation=Confirmation.COMPLETE)
        case Finished(ending=Ending.EARLY) | Continued():
            return replace(conversation, confirmation=Confirmation.IDLE)
        case Decided(what=Decision.REANALYSE, yes=True):
            return replace(
                conversation,
                confirmation=Confirmation.IDLE,
                accepted={},
                accepted_at="",
                domains=(),
                shown={},
                judged_in={},
            )
    return conversation
