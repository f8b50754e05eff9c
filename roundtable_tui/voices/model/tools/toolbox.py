"""Carries out what the model calls for: validated calls only, each answered in words the model can act on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from roundtable_tui.domain.journal.values import Claim
from roundtable_tui.domain.knowledge.checks import holds, lacking
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.voices.model.exchange import ToolResult
from roundtable_tui.voices.model.prompt.entry_text import whole
from roundtable_tui.voices.model.prompt.templates import fenced
from roundtable_tui.voices.model.tools.bad_call import BadCallError, LeaveItError, UselessCallError
from roundtable_tui.voices.model.tools.label_order import labelled_first
from roundtable_tui.voices.model.tools.question_form import QuestionForm
from roundtable_tui.voices.model.tools.recorder import Recorder
from roundtable_tui.voices.model.tools.settling import settle_one
from roundtable_tui.voices.model.turn.say_tool import SAY
from roundtable_tui.voices.tasks import Answer, OpenStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.code_facts import Seen
    from roundtable_tui.voices.model.exchange import ToolCall
    from roundtable_tui.voices.model.tools import schemas as given
    from roundtable_tui.voices.protocol import Brief, CodeReader

LOOKING = frozenset({"search_code", "read_code", "list_folder", "read_entries"})
RECORDING = frozenset({"record_entries", "revise_entry", "settle_entries", "claim_criteria"})
ENDING = frozenset({"ask", "propose_complete"})
MENDED_AT_MOST = 2
"""In how many messages a tool's bad calls are answered with an error before they are passed over."""
_MOST_ENTRIES = 20


class Result(Struct, frozen=True):
    """What the model is told about one call."""

    call: str
    text: str
    bad: bool = False
    looked: bool = False
    """It is about something the model wanted to see before it goes on."""
    useless: bool = False
    """Bad, and not to be had in any other form."""
    of_words: bool = False
    """It is about words for the user."""

    def as_result(self) -> ToolResult:
        return ToolResult(self.call, self.text, self.bad, self.looked)


class Toolbox:
    """Takes the calls of one turn, in order."""

    def __init__(self, brief: Brief, redact: Callable[[str], str], allowed: frozenset[str]) -> None:
        self._brief = brief
        self._redact = redact
        self._allowed = allowed | {SAY}
        self._bad: dict[str, int] = {}
        self._told_what_is_missing = False
        self.recorder = Recorder(brief, redact)
        self.patience = MENDED_AT_MOST
        self.claims: list[Claim] = []
        self.question: Question | None = None
        self.complete = False
        self.passed_over: list[str] = []
        """Why calls were given up, each as a sentence for the user."""

    @property
    def seen(self) -> list[Seen]:
        """Lines of code that this turn has shown to the model."""
        return self.recorder.sightings.new

    @property
    def code(self) -> CodeReader | None:
        return self._brief.code

    @property
    def done(self) -> bool:
        return self.complete or self.question is not None

    def take_all(self, calls: Sequence[ToolCall]) -> list[Result]:
        """The calls of one message; the same mistake in several of them is one mistake."""
        refused: set[str] = set()
        results: list[Result] = []
        for call in labelled_first(calls, lambda one: one.input):
            try:
                text = self._carry_out(call)
            except BadCallError as bad:
                self._bad[call.name] = self._bad.get(call.name, 0) + (call.name not in refused)
                refused.add(call.name)
                results.append(self._refused(call, bad))
            else:
                results.append(Result(call.id, self._redact(text), looked=call.name in LOOKING))
        place = {call.id: number for number, call in enumerate(calls)}
        return sorted(results, key=lambda one: place[one.call])

    def _refused(self, call: ToolCall, bad: BadCallError) -> Result:
        name = one_line(call.name, 40)
        if self._bad[call.name] > self.patience:
            reason = one_line(bad.reason, 200)
            self.passed_over.append(f"The model wanted to use {name} and could not; it was passed over: {reason}")
            return Result(call.id, self._redact(f"{bad} It is passed over now; go on without it."))
        looked = call.name in LOOKING
        if isinstance(bad, UselessCallError):
            return Result(call.id, self._redact(f"{bad} Go on without it."), bad=True, looked=looked, useless=True)
        told = self._redact(f"{bad} Mend it and call {name} again.")
        return Result(call.id, told, bad=True, looked=looked, of_words=call.name == SAY)

    def _carry_out(self, call: ToolCall) -> str:
        from pydantic import ValidationError

        from roundtable_tui.voices.model.tools import schemas

        model = schemas.TOOLS.get(call.name)
        if model is None:
            raise UselessCallError(
                f"There is no tool '{one_line(call.name, 40)}'. There are {', '.join(schemas.TOOLS)}."
            )
        if call.name not in self._allowed:
            raise UselessCallError(f"{call.name} is not for this moment. You have {', '.join(sorted(self._allowed))}.")
        try:
            wanted = model.model_validate(dict(call.input))
        except ValidationError as error:
            raise BadCallError(f"{schemas.what_is_wrong(error)}.") from None
        match wanted:
            case schemas.Say(text=text):
                return self._say(text)
            case schemas.RecordEntries(entries=entries):
                return self._several("Entry", self.recorder.record, entries, call)
            case schemas.ReviseEntry():
                return self.recorder.revise(wanted, self._key(call))
            case schemas.SettleEntries(ids=ids):
                return self._several(
                    "", (lambda name, key: settle_one(self.recorder, name, wanted, self._brief, key)), ids, call
                )
            case schemas.ClaimCriteria(claims=claims):
                return self._several("Claim", (lambda one, _: self._claim(one)), claims, call)
            case schemas.Ask():
                return self._ask(wanted)
            case schemas.ProposeComplete():
                return self._propose_complete()
            case schemas.ReadEntries(ids=ids):
                return self._read_entries(ids)
            case schemas.SearchCode(words=words):
                return self.recorder.sightings.search(words)
            case schemas.ReadCode(path=path, start=start, end=end):
                return self.recorder.sightings.read(path, start, end)
            case schemas.ListFolder(path=path):
                return self.recorder.sightings.list_folder(path)
        raise BadCallError("Nothing can be done with this.")

    def _say(self, text: str) -> str:
        """The words have reached the user as they came."""
        if not text.strip():
            raise UselessCallError("There are no words in it.")
        return "said"

    def _key(self, call: ToolCall) -> str:
        return f"{self._brief.id}/{call.id}"

    def _several(self, what: str, act: Callable[[Any, str], str], wanted: list[Any], call: ToolCall) -> str:
        """Does what can be done; what cannot is named, so that only that is sent again."""
        done: list[str] = []
        bad: list[str] = []
        for number, one in labelled_first([*enumerate(wanted, 1)], lambda one: _as_sent(one[1])):
            try:
                done.append(act(one, f"{self._key(call)}/{number}"))
            except LeaveItError as error:
                done.append(f"{what} {number}: {error}" if what else f"{one}: {error}")
            except BadCallError as error:
                bad.append(f"{what} {number}: {error}" if what else f"{one}: {error}")
        if bad:
            raise BadCallError("\n".join((*done, *bad, "Send only those that failed.")), reason=" ".join(bad))
        return "\n".join(done) or "There was nothing in it."

    def _claim(self, wanted: given.ClaimInput) -> str:
        topics = {topic.id: topic for topic in self._brief.knowledge.topics}
        name, _, criterion = wanted.criterion.strip().partition("/")
        topic = topics.get(name)
        if topic is None:
            raise BadCallError(f"There is no topic '{one_line(name, 60)}'. There are {', '.join(topics)}.")
        if criterion not in {one.id for one in topic.criteria}:
            names = ", ".join(f"{topic.id}/{one.id}" for one in topic.criteria)
            raise BadCallError(f"{topic.id} has no criterion '{one_line(criterion, 60)}'. It has {names}.")
        checked = self.recorder.checked(wanted.evidence)
        if not checked.is_there:
            raise BadCallError("A claim needs evidence: a quote, lines of code, or entries.")
        claim = Claim(topic.id, criterion, checked.inferred)
        if claim not in self.claims:
            self.claims.append(claim)
        check = next(one.check for one in topic.criteria if one.id == criterion)
        lacks = bool(check) and not holds(check, self.recorder.state) if check else False
        return f"{topic.id}/{criterion} is claimed." + (
            f" It is met only by what is recorded: {check}." if lacks else ""
        )

    # Asking, and having asked enough

    def _ask(self, wanted: given.Ask) -> str:
        self.question = QuestionForm(self._brief, self.recorder).question(wanted)
        return "The question is put to the user when the turn ends."

    def _propose_complete(self) -> str:
        missing = list(self._missing())
        if missing and not self._told_what_is_missing and isinstance(self._brief.task, OpenStep | Answer):
            self._told_what_is_missing = True
            raise BadCallError(f"The step still lacks {'; '.join(missing)}. Record it if it was said, or ask for it.")
        self.complete = True
        return "The step is closed when the turn ends."

    def _missing(self) -> Iterator[str]:
        state = self.recorder.state
        yield from (lacking(check, state) for check in self._brief.step.checks if not holds(check, state))

    def _read_entries(self, ids: list[str]) -> str:
        found = [entry for name in ids[:_MOST_ENTRIES] if (entry := self.recorder.get(name))]
        if not found:
            raise BadCallError("There are no such entries.")
        return fenced("entries", self._redact("\n".join(map(whole, found))))


def _as_sent(wanted: object) -> object:
    from pydantic import BaseModel

    return wanted.model_dump() if isinstance(wanted, BaseModel) else wanted
