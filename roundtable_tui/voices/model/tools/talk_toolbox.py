"""Carries out the model's calls in a conversation and in the look beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import CommentOutcome, Dealt
from roundtable_tui.domain.knowledge.points.open_points import next_point
from roundtable_tui.domain.knowledge.points.point_names import PointKind
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.tools.bad_call import BadCallError, UselessCallError
from roundtable_tui.voices.model.tools.points import (
    asks_for_code,
    question_in_words,
    raise_point,
    require_short,
)
from roundtable_tui.voices.model.tools.toolbox import Toolbox
from roundtable_tui.voices.raised_questions import question_of
from roundtable_tui.voices.tasks import AskPoint, Look, Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.voices.model.exchange import ToolCall
    from roundtable_tui.voices.model.tools import schemas
    from roundtable_tui.voices.model.tools.talk_schemas import AskNext, SettleComment
    from roundtable_tui.voices.model.tools.toolbox import Result
    from roundtable_tui.voices.protocol import Brief

AGAIN = "again"
FINISH = "finish"
_NOT_FINISHED = (
    "Not finished: some calls of this message could not be carried out, see there. Mend them first, then call finish."
)


class TalkToolbox(Toolbox):
    def __init__(self, brief: Brief, redact: Callable[[str], str], tools: Mapping[str, type[schemas.Input]]) -> None:
        super().__init__(brief, redact, frozenset(tools))
        self._tools = tools
        self._sent_to_look = False
        self.again = False
        """The same question is put once more."""
        self.note: str | None = None
        """What a look ended with."""
        self.dealt: list[Dealt] = []
        """What became of comments."""

    @property
    def done(self) -> bool:
        return self.question is not None or self.note is not None

    @property
    def has_recorded(self) -> bool:
        return len(self.recorder.changes) > self.recorder.settled or bool(self.claims)

    def take_all(self, calls: Sequence[ToolCall]) -> list[Result]:
        """A part does not end with a message of which something could not be done."""
        results = super().take_all(calls)
        if self.note is None or not any(result.bad and not result.useless for result in results):
            return results
        self.note = None
        over = {call.id for call in calls if call.name == FINISH}
        return [replace(one, text=_NOT_FINISHED, bad=True) if one.call in over else one for one in results]

    def _carry_out(self, call: ToolCall) -> str:
        from pydantic import ValidationError

        from roundtable_tui.voices.model.tools import schemas, talk_schemas

        model = self._tools.get(call.name)
        if model is None:
            raise UselessCallError(f"There is no tool '{one_line(call.name, 40)}'. There are {', '.join(self._tools)}.")
        if schemas.TOOLS.get(call.name) is model:
            return super()._carry_out(call)
        try:
            wanted = model.model_validate(dict(call.input))
        except ValidationError as error:
            raise BadCallError(f"{schemas.what_is_wrong(error)}.") from None
        match wanted:
            case talk_schemas.RaisePoints(points=points):
                return self._several("Point", lambda one, key: raise_point(self.recorder, one, key), points, call)
            case talk_schemas.AskNext():
                return self._word(wanted)
            case talk_schemas.Finish(note=note):
                self.note = note.strip()
                return "This part is done."
            case talk_schemas.SettleComment() as settled:
                return self._settle_comment(settled)
            case talk_schemas.SearchHistory(words=words, path=path):
                return self.recorder.sightings.history(words, path)
        raise BadCallError("Nothing can be done with this.")

    def _settle_comment(self, settled: SettleComment) -> str:
        task = self._brief.task
        known = {one.id for one in task.comments} if isinstance(task, Look) else set()
        if settled.comment not in known:
            raise BadCallError(f"There is no comment '{one_line(settled.comment, 40)}'. There are {', '.join(known)}.")
        if settled.outcome not in list(CommentOutcome):
            raise BadCallError(f"The outcome is one of {', '.join(CommentOutcome)}.")
        if not settled.reason.strip():
            raise BadCallError("Give a reason that the user can read beside their comment.")
        known_entries = self.recorder.known
        entries = tuple(known_entries[name] for name in settled.entries if name in known_entries)
        reason = self._redact(neutral(settled.reason).strip())
        by = self._brief.persona.key
        self.dealt = [one for one in self.dealt if one.comment != settled.comment]
        self.dealt.append(Dealt(settled.comment, CommentOutcome(settled.outcome), reason, by, entries))
        return "Noted."

    def next_point(self) -> OpenPoint | None:
        """What is asked next, as things stand after what was recorded."""
        return next_point(self.state_after, self._brief.knowledge)

    @property
    def state_after(self) -> State:
        """The state as it will be when the turn is over: the question that was answered is settled."""
        state, question = self.recorder.state, self._brief.question
        if question is None or self.again or not isinstance(self._brief.task, Reply):
            return state
        ledger = state.talk.ledger.with_settled(question.subject, (question.key,))
        return replace(state, talk=replace(state.talk, ledger=ledger))

    def _word(self, wanted: AskNext) -> str:
        require_short(wanted.text.strip())
        if wanted.point.strip().casefold() == AGAIN and self._brief.question:
            self.again = True
            self.question = replace(self._brief.question, text=_reworded(self._brief.question.text, wanted.text))
            return "The question is put again when the turn ends."
        if asks_for_code(wanted.text) and not self._sent_to_look:
            self._sent_to_look = True
            raise BadCallError("The code can tell that: look it up first, and ask what should happen instead.")
        point = self._asked_for(wanted)
        if point is None:
            return "Another point weighs more by now: the program puts that one, and yours when it comes to it."
        raised = point.kind in (PointKind.RAISED, PointKind.CONTRADICTION)
        self.question = (
            question_of(point, self.recorder.state, neutral(wanted.text).strip())
            if raised
            else question_in_words(point, wanted, self.recorder)
        )
        return "The question is put to the user when the turn ends."

    def _asked_for(self, wanted: AskNext) -> OpenPoint | None:
        """The program says which point is next; a turn that is to put one point has just that. None for another."""
        point = self._brief.task.point if isinstance(self._brief.task, AskPoint) else self.next_point()
        if point is None:
            raise UselessCallError("Nothing is left to ask. The program goes on by itself.")
        return point if wanted.point.strip() in (point.name.key, "") else None


def _reworded(before: str, text: str) -> str:
    """What stood below the question stays."""
    for border in ("\nWhy I ask: ", "\nMy guess: ", "\n1. "):
        _head, found, rest = before.partition(border)
        if found:
            return f"{text.strip()}{found}{rest}"
    return text.strip()
