"""The facilitator without a model: asks what the strategy and agenda files say, and sums up by counting.

The same words serve where a model's question or synthesis could not be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import AD_HOC, FACILITATOR, EntryKind, Policy
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import VoiceError
from roundtable_tui.panel.record.session import FocusType, NextAction, Seat, SeatKind
from roundtable_tui.panel.rules.agenda import is_assessed
from roundtable_tui.panel.rules.consensus import Groups, checked_groups, is_tied, verdict
from roundtable_tui.panel.seats.ballot_entries import assessed_in, brainstormed, entry_of, lines_of
from roundtable_tui.panel.seats.protocol import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.domain.knowledge.panel import AgendaTopic
    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.panel.record.ballots import Ballot
    from roundtable_tui.panel.record.entries import Entry
    from roundtable_tui.panel.seats.tasks import FacilitatorTask, SeatTask, Situation, SynthesisTask

TIED = "The votes are tied, so the decision is yours."
_WRITTEN = {
    EntryKind.IDEA: " Write one idea a line.",
    EntryKind.RISK: " Write dangers as concerns, and remedies as suggestions.",
}
"""How people write what a phase is there to bring, so that it is told apart."""
BLOCKED = "Somebody blocks what would otherwise be decided, so the decision is yours."


class FilesFacilitator:
    """Needs nobody; what it proposes is what the ballots literally say."""

    seat = Seat(SeatKind.HUMAN, "files")

    async def ask(self, task: FacilitatorTask) -> Reply:
        return Reply(files_question(task))

    async def ballot(self, task: SeatTask) -> Reply:
        del task
        raise VoiceError(f"The {FACILITATOR} never votes.", "Seat a participant instead.")

    async def synthesise(self, task: SynthesisTask) -> Reply:
        return Reply(counted_synthesis(task))


def files_question(task: FacilitatorTask) -> dict[str, Value]:
    """The question of the files for what is in focus, in the form of any answer."""
    situation = task.situation
    topic = situation.agenda.topic(situation.focus.topic_id)
    question = _about(situation) or _on_the_table(situation) or _next_question(situation, topic)
    probing = topic.exploration if topic and not situation.asked_before and not _phases_ask(situation) else ""
    if task.stress_test:
        question = (
            f"Suppose this is what will be done: “{one_line(_last(situation), 400)}” "
            f"Under which circumstances would it turn out to be a mistake, and how would we notice?"
        )
        return {"question": question, "exploration": probing, "participants": "all"}
    if situation.agenda.by_phase:
        written = "".join(told for kind, told in _WRITTEN.items() if topic and kind in topic.entries)
        return {"question": f"{question}{written}", "exploration": probing, "participants": "all"}
    asked = situation.phase.question.replace("{question}", question).replace("{topic}", situation.topic)
    if _brings_several(situation):
        asked = f"{asked} Write one a line."
    return {"question": one_line(asked), "exploration": probing, "participants": "all"}


def counted_synthesis(task: SynthesisTask, alike: Sequence[Sequence[str]] = (), judgment: str = "") -> dict[str, Value]:
    """What the ballots come to without understanding them: groups by option or wording, and what follows by rule.

    `alike` are the groups somebody sees in them who does understand them, `judgment` is what they decide where the
    ballots alone decide nothing.
    """
    ballots = {one.label: one.ballot for one in task.ballots}
    groups = checked_groups(ballots, alike)
    situation = task.situation
    strategy = situation.strategy
    stalemate = _stalemate(situation, ballots, groups)
    if stalemate == BLOCKED or (stalemate and not judgment):
        return _undecided(task, ballots, groups, stalemate)
    if stalemate:
        return _judged(task, groups, judgment)
    found = verdict(strategy, ballots, groups, claimed=True, is_last_phase=situation.is_last_phase)
    topic = situation.agenda.topic(situation.focus.topic_id)
    entries = _entries(situation, ballots, groups, reached=found.reached)
    reply: dict[str, Value] = {
        "action": "synthesis",
        "synthesis": _told(task, ballots, groups),
        "groups": [list(group) for group in groups],
        "consensus": [_held_by(task, ballots, groups[0])] if found.reached and groups else [],
        "consensus_reached": "true" if found.reached else "false",
        "artifacts": list(entries),
        "amended": list(assessed_in(ballots) if topic and topic.assess else ()),
        "next_action": _next(situation),
        "recommendation": _held_by(task, ballots, groups[0]) if groups and not is_tied(ballots, groups) else "",
    }
    if found.reached:
        reply |= _adopted(situation, ballots, groups)
    if found.reached and _awaiting(situation):
        reply |= _settling(situation, _held_by(task, ballots, groups[0]), [])
    if found.reached or situation.phase.facilitator_only:
        reply["agenda_update"] = {"topic_id": situation.focus.topic_id, "new_status": "closed"}
        if situation.focus.type is FocusType.CONFLICT and groups:
            resolution = _held_by(task, ballots, groups[0])
            reply["resolved"] = [{"conflict_id": situation.focus.id, "resolution": resolution}]
    return reply


def _stalemate(situation: Situation, ballots: Mapping[str, Ballot], groups: Groups) -> str:
    """Why the last votes decide nothing, where it is for the facilitator to judge and counting is no judgment."""
    judges = situation.strategy.policy in (Policy.FACILITATOR_JUDGMENT, Policy.FACILITATOR_SYNTHESIS)
    if not judges or not situation.is_last_phase:
        return ""
    if any(ballot.blocks for ballot in ballots.values()):
        return BLOCKED
    return TIED if is_tied(ballots, groups) else ""


def _undecided(task: SynthesisTask, ballots: Mapping[str, Ballot], groups: Groups, why: str) -> dict[str, Value]:
    """What goes to the user: the positions as a conflict, and what is to be decided as an entry that waits for it."""
    situation = task.situation
    kinds = () if _awaiting(situation) else _kinds(situation)
    positions: dict[str, Value] = {label: ballot.position for label, ballot in ballots.items()}
    offered = [_speaker(ballots, group) for group in groups]
    return {
        "action": "synthesis",
        "synthesis": _told(task, ballots, groups),
        "groups": [list(group) for group in groups],
        "consensus_reached": "false",
        "conflicts": [{"title": _what_is_undecided(situation), "positions": positions}],
        "artifacts": [entry_of(kind, situation.topic, [], agreement="conflict", others=offered) for kind in kinds[:1]],
        "next_action": _next(situation),
        "escalation_reason": why,
        "recommendation": "" if is_tied(ballots, groups) else _held_by(task, ballots, groups[0]),
    }


def _judged(task: SynthesisTask, groups: Groups, judgment: str) -> dict[str, Value]:
    """Whoever facilitates decides between votes that are tied."""
    situation = task.situation
    entries: list[Value] = [{**entry_of(kind, judgment, []), "decision": judgment} for kind in _kinds(situation)[:1]]
    return {
        "action": "synthesis",
        "synthesis": judgment,
        "groups": [list(group) for group in groups],
        "consensus_reached": "true",
        "consensus": [judgment],
        "next_action": _next(situation),
        "recommendation": judgment,
        "agenda_update": {"topic_id": situation.focus.topic_id, "new_status": "closed"},
        **_settling(situation, judgment, entries),
    }


def _settling(situation: Situation, decision: str, entries: list[Value]) -> dict[str, Value]:
    """These entries, where nothing waits for this decision; else what waits for it becomes what is decided."""
    waits = _awaiting(situation)
    changed: list[Value] = [
        {
            "id": one.id,
            "change": "decided",
            "agreement": "consensus",
            "description": decision,
            "fields": {"decision": decision} if one.kind is EntryKind.DECISION else {},
        }
        for one in waits
    ]
    title = _what_is_undecided(situation)
    over: list[Value] = [
        {"conflict_id": one.id, "resolution": decision} for one in situation.conflicts if one.title == title
    ]
    return {"artifacts": [] if waits else entries, "amended": changed, "resolved": over}


def _awaiting(situation: Situation) -> list[Entry]:
    """What an earlier vote left undecided."""
    title = _what_is_undecided(situation)
    raised = {one.created_round for one in situation.conflicts if one.title == title}
    return [one for one in situation.entries if one.agreement == "conflict" and one.created_round in raised]


def _what_is_undecided(situation: Situation) -> str:
    return f"Undecided: {one_line(situation.topic, 160)}"


def fallback_synthesis(task: SynthesisTask) -> dict[str, Value]:
    """What stands in the record where nobody could be understood: the bare count, and the panel goes on."""
    ballots = {one.label: one.ballot for one in task.ballots}
    groups = checked_groups(ballots)
    return {
        "action": "synthesis",
        "synthesis": _told(task, ballots, groups),
        "groups": [list(group) for group in groups],
        "next_action": NextAction.CONTINUE.value,
    }


def _next_question(situation: Situation, topic: AgendaTopic | None) -> str:
    """The topic's question, then what opens it up, then what is still missing: nobody is asked the same twice."""
    if _phases_ask(situation):
        return situation.topic
    if topic is None or not topic.question:
        return "What are the key considerations?"
    if unassessed := [one for one in situation.entries if topic.assess is one.kind and not is_assessed(one)]:
        listed = "\n".join(f"{one.id}: {one_line(one.title, 90)}" for one in unassessed)
        return f"{topic.question} Write a line for each that begins with its id:\n{listed}"
    match situation.asked_before:
        case 0:
            return topic.question
        case 1 if topic.exploration:
            return topic.exploration
    return f"Looking back at what was said about “{topic.name}”: what would you change now, and what is still missing?"


def _phases_ask(situation: Situation) -> bool:
    """Whether the phases ask all there is to ask: what an agenda without topics asks belongs to no hat and no side."""
    return situation.agenda.id == AD_HOC and len(situation.strategy.phases) > 1


def _about(situation: Situation) -> str:
    """The question a conflict or an open question puts by itself."""
    match situation.focus.type:
        case FocusType.CONFLICT:
            conflict = next((one for one in situation.conflicts if one.id == situation.focus.id), None)
            if conflict:
                sides = " / ".join(one_line(text, 160) for text in conflict.positions.values())
                return (
                    f"{conflict.id}, {one_line(conflict.title, 120)}, is still open{f' ({sides})' if sides else ''}. "
                    f"Which side is right, and what would settle it?"
                )
        case FocusType.OPEN_QUESTION:
            question = next((one for one in situation.questions if one.id == situation.focus.id), None)
            if question:
                return one_line(f"{question.id}: {question.title} {question.description} What is your answer?", 600)
    return ""


def _last(situation: Situation) -> str:
    return situation.syntheses[-1][1] if situation.syntheses else situation.topic


def _told(task: SynthesisTask, ballots: Mapping[str, Ballot], groups: tuple[tuple[str, ...], ...]) -> str:
    """Each position once and not how many hold it, because the seats read this before they vote again."""
    situation = task.situation
    if not ballots and situation.is_last_phase and situation.syntheses:
        return "\n".join(f"Round {number}: {text}" for number, text in situation.syntheses)
    if not ballots:
        return f"To be answered: {one_line(situation.topic)}"
    held = sorted({one_line(_held_by(task, ballots, group), 240) for group in groups})
    parts = [f"What was said: {' / '.join(text.rstrip('.') for text in held)}"]
    concerns = [one_line(text, 160) for ballot in ballots.values() for text in ballot.concerns]
    if concerns:
        parts.append(f"Concerns: {'; '.join(sorted(set(concerns)))}")
    if task.missing:
        parts.append(f"{task.missing} gave no answer")
    return ". ".join(part.rstrip(".") for part in parts) + "."


def _speaker(ballots: Mapping[str, Ballot], group: Sequence[str]) -> Ballot:
    """Of those whose positions are alike, the surest, with the reasons and concerns of all of them."""
    alike = sorted((ballots[label] for label in group), key=lambda ballot: -ballot.confidence)
    rationale = dict.fromkeys(reason for one in alike for reason in one.rationale)
    concerns = dict.fromkeys(concern for one in alike for concern in one.concerns)
    return replace(alike[0], rationale=tuple(rationale), concerns=tuple(concerns))


def _held_by(task: SynthesisTask, ballots: Mapping[str, Ballot], group: Sequence[str]) -> str:
    ballot = _speaker(ballots, group)
    option = next((one for one in task.asked.options if one.id == ballot.option), None)
    return option.text if option else ballot.position


def _entries(
    situation: Situation, ballots: Mapping[str, Ballot], groups: tuple[tuple[str, ...], ...], *, reached: bool
) -> list[Value]:
    """What becomes an entry: in a brainstorm whatever the phase is for, else what was agreed."""
    topic = situation.agenda.topic(situation.focus.topic_id)
    if situation.agenda.by_phase:
        return list(brainstormed(topic.entries if topic else (), ballots))
    kinds = _kinds(situation)
    if situation.phase.facilitator_only and situation.is_last_phase and kinds:
        return [_unjudged(kinds[0], situation)]
    if not kinds or not groups:
        return []
    speakers = [_speaker(ballots, group) for group in groups]
    if _brings_several(situation):
        proposals = zip(groups, speakers, strict=True)
        return [
            entry_of(kinds[0], text, group, agreement="draft") for group, one in proposals for text in lines_of(one)
        ]
    consents = situation.strategy.policy is Policy.CONSENT
    if consents and situation.phase == situation.strategy.phases[0]:
        return [
            entry_of(kinds[0], one.position, group, one, "draft", [other for other in speakers if other is not one])
            for group, one in zip(groups, speakers, strict=True)
        ]
    if consents or not reached:
        return []
    return [entry_of(kinds[0], speakers[0].position, groups[0], speakers[0], others=speakers[1:])]


def _brings_several(situation: Situation) -> bool:
    """Whether each may propose as many as they like, because they do not exclude each other."""
    proposing = situation.strategy.policy is Policy.CONSENT and situation.phase == situation.strategy.phases[0]
    return proposing and _kinds(situation)[:1] not in ((), (EntryKind.DECISION,))


def _kinds(situation: Situation) -> tuple[EntryKind, ...]:
    topic = situation.agenda.topic(situation.focus.topic_id)
    return (topic.entries if topic else ()) or situation.agenda.entries


def _unjudged(kind: EntryKind, situation: Situation) -> dict[str, Value]:
    """What a phase of the facilitator's alone leaves where nobody summed up: a draft of what was last said."""
    said = _last(situation)
    return {**entry_of(kind, situation.topic, [], agreement="draft"), "description": said, "decision": said}


def summed_up(draft: Mapping[str, Value], words: str) -> dict[str, Value]:
    """The draft with a person's own words: what they conclude is what was decided, where nobody else votes."""
    said: dict[str, Value] = {**draft, "synthesis": words}
    match draft.get("artifacts"):
        case [{"type": kind, "supported_by": []}] if isinstance(kind, str):
            said["artifacts"] = [{**entry_of(EntryKind(kind), words, []), "decision": words}]
    return said


def _proposals(situation: Situation) -> list[Entry]:
    """Under consent the drafts about the topic, the one with most confidence behind it first."""
    if situation.strategy.policy is not Policy.CONSENT:
        return []
    return [one for one in situation.entries if one.topic_id == situation.focus.topic_id and one.agreement == "draft"]


def _is_one_of_several(situation: Situation) -> bool:
    """Whether proposals exclude each other: of decisions one is adopted, of requirements all are that nobody blocks."""
    topic = situation.agenda.topic(situation.focus.topic_id)
    kinds = {one.kind for one in _proposals(situation)}
    return kinds == {EntryKind.DECISION} and (topic is None or topic.min_entries <= 1)


def _on_the_table(situation: Situation) -> str:
    """After the proposals everybody judges the same words, which stand in the question."""
    proposals = _proposals(situation)
    if not proposals or situation.phase == situation.strategy.phases[0]:
        return ""
    if _is_one_of_several(situation):
        first = proposals[0]
        return f"On the table is {first.id}: “{one_line(first.description or first.title, 400)}”"
    return f"On the table: {', '.join(one.id for one in proposals)}."


def _adopted(
    situation: Situation, ballots: Mapping[str, Ballot], groups: tuple[tuple[str, ...], ...]
) -> dict[str, Value]:
    """Under consent, what was proposed about the topic counts as agreed once nobody blocks it any more."""
    proposals = _proposals(situation)
    if not proposals or not situation.is_last_phase:
        return {}
    adopted = proposals
    if _is_one_of_several(situation):
        held = one_line(_speaker(ballots, groups[0]).position).casefold() if groups else ""
        named = [one for one in proposals if one_line(one.description).casefold() == held]
        adopted = (named or proposals)[:1]
    amended: list[Value] = [{"id": one.id, "change": "adopted", "agreement": "consensus"} for one in adopted]
    return {"amended": amended, "withdrawn": [one.id for one in proposals if one not in adopted]}


def _next(situation: Situation) -> str:
    """On to the next phase, or to the end: the rules decide whether that may be."""
    return (NextAction.CONCLUDE if situation.is_last_phase else NextAction.PHASE).value
