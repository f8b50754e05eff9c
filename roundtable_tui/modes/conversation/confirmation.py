"""The way to the end: cross-check, summaries one after another, then everything written and the analysis complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.journal.conversation_events import ConfirmationEnded, CrossChecked, SummaryShown
from roundtable_tui.domain.journal.events import APP, Ending, Finished
from roundtable_tui.domain.journal.state import Confirmation
from roundtable_tui.domain.journal.values import Role, Stage, Utterance
from roundtable_tui.domain.knowledge.points.open_points import tier_of, topics_asked
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.modes.conversation import records, wording
from roundtable_tui.modes.conversation.summaries import PRESENTED_BY, changed_since_judged, stages, summary
from roundtable_tui.modes.conversation.summary_lines import ids_in_short
from roundtable_tui.modes.plan_making import plan_due
from roundtable_tui.session.moves import Append, Move, WriteArtifacts

if TYPE_CHECKING:
    from roundtable_tui.artifacts.lint.findings import Finding
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge


def confirm(state: State, knowledge: Knowledge) -> Move:
    """The one thing to do on the way to the end."""
    finalizing = state.conversation.confirmation is Confirmation.FINALIZING
    if not finalizing and (write := records.owed(state, knowledge)):
        return write
    if state.dossier.version > state.conversation.checked:
        return Append((cross_checked(state),))
    if stage := to_accept(state, knowledge):
        return Append((shown(stage, state, knowledge),))
    if finalizing:
        return finish(state, knowledge)
    if tier_of(state) == "trivial" and state.conversation.confirmation is not Confirmation.TRIVIAL_SHOW:
        return Append((shown(Stage.TRIVIAL, state, knowledge),))
    return Append((ConfirmationEnded(stages(state)),))


def to_accept(state: State, knowledge: Knowledge) -> Stage | None:
    """The first summary that the user has not accepted as it would be shown now."""
    accepted = state.conversation.accepted
    return next(
        (stage for stage in stages(state) if accepted.get(stage) != summary(stage, state, knowledge).digest), None
    )


def shown(stage: Stage, state: State, knowledge: Knowledge) -> SummaryShown:
    made = summary(stage, state, knowledge)
    persona = PRESENTED_BY[stage]
    unchanged = made.digest == state.conversation.accepted_before.get(stage)
    fresh = [one.id for one in changed_since_judged(stage, state)]
    lead = f"{wording.UNCHANGED}\n" if unchanged else wording.changed_since(ids_in_short(fresh))
    if stage is Stage.TRIVIAL:
        lead = "Here is a brief mention of the key points captured.\n"
    where = f"\nIn full: {', '.join(made.documents)}." if made.documents else ""
    said = [Utterance(persona, f"{lead}{made.text}{where}", Role.SYNTHESIS)]
    if stage is not Stage.TRIVIAL:
        said += wording.what_accepting_does(made, state)
        said.append(Utterance(persona, wording.SUMMARY_ENDS, Role.QUESTION))
    return SummaryShown(stage, made.digest, tuple(said))


def cross_checked(state: State) -> CrossChecked:
    """What does not agree, in one paragraph; what can be mended without judgement is. The same again needs no word."""
    from roundtable_tui.artifacts.lint.crosscheck import cross_check

    found = [finding for finding in cross_check(state) if finding.counts]
    mended = [finding for finding in found if finding.change]
    changes = tuple(finding.change for finding in mended if finding.change)
    lost = [f"{cited.path}:{cited.start}" for cited in state.code.lost]
    total = len(found) + len(lost)
    if state.conversation.checked and not changes and total == state.conversation.findings:
        return CrossChecked(total)
    left = [finding for finding in found if not finding.change]
    told = wording.cross_checked(list(map(_told, mended)), list(map(_told, left)), lost)
    return CrossChecked(total, changes, (Utterance(APP, told, Role.NOTICE),))


def _told(finding: Finding) -> str:
    reason = finding.reason.rstrip(".")
    return one_line(f"{finding.entry} ({reason[:1].lower()}{reason[1:]})" if finding.entry else reason, 120)


def finish(state: State, knowledge: Knowledge) -> Move:
    """The plan, then everything in one batch, then meta.json and the backlog, and only then the end."""
    if plan := plan_due(state):
        return plan
    names = records.at_the_end(state)
    is_new = state.conversation.written < state.conversation.ended
    if names and (is_new or state.files.finalised < state.dossier.version):
        return WriteArtifacts(names)
    if owed := records.recorded(state, knowledge):
        return owed
    return Append((Finished(Ending.COMPLETE, (wording.finished(state),)),))


def finish_early(state: State, knowledge: Knowledge) -> Move:
    names = records.at_the_end(state)
    if names and state.files.finalised < state.dossier.version:
        return WriteArtifacts(names)
    if owed := records.recorded(state, knowledge):
        return owed
    topics = topics_asked(state, knowledge)
    never = [topic.name.lower() for topic in topics if not state.conversation.exchanges.get(topic.id)]
    return Append((Finished(Ending.EARLY, (wording.finished_early(never),)),))
