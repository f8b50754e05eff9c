"""Folding a journal into the state it stands for: one reducer for each slice of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.comments.wording import as_said
from roundtable_tui.domain.dossier.dossier import Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.dossier.questions import StepSubject
from roundtable_tui.domain.journal.code_facts import CodeChecked
from roundtable_tui.domain.journal.comment_events import CommentsSent
from roundtable_tui.domain.journal.conversation_events import (
    CriteriaRead,
    CrossChecked,
    LookEnded,
    PointMarked,
    Steered,
    VerdictGiven,
)
from roundtable_tui.domain.journal.events import (
    APP,
    FACTS,
    USER,
    AnswerRevised,
    Chose,
    Contributed,
    Decided,
    Decision,
    DepthChanged,
    Event,
    Finished,
    HandEdited,
    ItemCreated,
    ModeChosen,
    Outcome,
    Reinstated,
    Renamed,
    Retracted,
    Reviewed,
    Spoke,
    StepClosed,
    TakenIn,
    UserSaid,
)
from roundtable_tui.domain.journal.fold.comments import comments_after
from roundtable_tui.domain.journal.fold.conversation import conversation_after
from roundtable_tui.domain.journal.fold.files import code_after, files_after
from roundtable_tui.domain.journal.fold.growing_dossier import GrowingDossier
from roundtable_tui.domain.journal.fold.guided import guided_after, with_phases_of_others, with_progress_recorded
from roundtable_tui.domain.journal.fold.talk import talk_after
from roundtable_tui.domain.journal.fold.team import team_after
from roundtable_tui.domain.journal.state import (
    GUIDED,
    Code,
    Comments,
    Conversation,
    Files,
    Guided,
    Spoken,
    State,
    Talk,
    Team,
    Topics,
)
from roundtable_tui.domain.journal.team_events import WorkerFailed, WorkerMended
from roundtable_tui.domain.journal.values import PointMark, Role, Utterance, Verdict
from roundtable_tui.domain.journal.waiting import ForAnswer
from roundtable_tui.domain.talk.ledger import Ledger, Standing, put, reopen, settle, unsettle
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Change
    from roundtable_tui.domain.dossier.questions import QuestionKey
    from roundtable_tui.domain.journal.values import Stage, Tokens
    from roundtable_tui.domain.journal.waiting import Waiting
    from roundtable_tui.domain.talk.ledger import Point


_CHANGING = Spoke | StepClosed | HandEdited | Reviewed | Contributed | TakenIn | CrossChecked
_WORDS = UserSaid | AnswerRevised
_COUNTED = Spoke | Contributed | LookEnded | WorkerMended | WorkerFailed
_OF_THE_TALK = Spoke | Chose | DepthChanged | AnswerRevised
"""What guided mode reads as being about the step at hand."""
_LONGEST_QUESTION = 160
_STANDINGS = {PointMark.STRUCK: Standing.STRUCK, PointMark.DEFERRED: Standing.DEFERRED}


def fold(events: Iterable[Event]) -> State:
    """The state after these events; whatever was taken back never happened."""
    return Fold(events).state


class Fold:
    """A journal in memory and the state it stands for, kept up to date one event at a time."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._events = list(events)
        self._frozen: State | None = None
        self._refold()

    @property
    def events(self) -> Sequence[Event]:
        return self._events

    @property
    def state(self) -> State:
        if self._frozen is None:
            self._frozen = self._builder.freeze()
        return self._frozen

    def add(self, event: Event) -> State:
        self._events.append(event)
        if isinstance(event.body, Retracted | Reinstated | AnswerRevised):
            self._refold()
        else:
            self._builder.take(event)
            self._frozen = None
        return self.state

    def _refold(self) -> None:
        self._builder = StateBuilder(*_taken_back(self._events))
        for event in self._events:
            self._builder.take(event)
        self._frozen = None


class StateBuilder:
    """Takes events one by one. What grows with the journal is kept open until it is asked for: copying it for each
    event would make a long journal quadratic.
    """

    def __init__(self, retracted: frozenset[int] = frozenset(), revised: frozenset[int] = frozenset()) -> None:
        """Exchanges in `retracted` never happened; of those in `revised` only what they answered is remembered."""
        self._retracted = retracted
        self._void = retracted | revised
        self._asked_in_turn: dict[int, Waiting | None] = {}
        self._brought_back: dict[int, int] = {}
        self._users: set[int] = set()
        """Exchanges in which the user said or did something."""
        self._kept_question: list[Spoken] = []
        """The words of a question whose exchange is void, until the user is heard to answer it."""
        self._dossier = GrowingDossier()
        self._transcript: list[Spoken] = []
        self._points: dict[QuestionKey, Point] = {}
        self._spent: dict[str, Tokens] = {}
        self._item: ItemCreated | None = None
        self._mode = GUIDED
        self._seq = self._exchange = self._user_turns = 0
        self._created_at = self._changed_at = ""
        self._talk, self._guided, self._topics = Talk(), Guided(), Topics()
        self._conversation, self._team, self._comments = Conversation(), Team(), Comments()
        self._files, self._code = Files(), Code()

    def freeze(self) -> State:
        talk = replace(
            self._talk,
            transcript=tuple(self._transcript),
            ledger=Ledger(dict(self._points)),
            user_turns=self._user_turns,
        )
        return State(
            item=self._item,
            mode=self._mode,
            seq=self._seq,
            exchange=self._exchange,
            created_at=self._created_at,
            changed_at=self._changed_at,
            dossier=self._dossier.freeze(),
            talk=talk,
            guided=self._guided,
            topics=self._topics,
            conversation=self._conversation,
            team=self._team,
            comments=self._comments,
            files=self._files,
            code=self._code,
            spent=dict(self._spent),
        )

    def take(self, event: Event) -> None:
        body = event.body
        self._seq = event.seq
        self._exchange = max(self._exchange, event.exchange)
        self._changed_at = event.at
        if event.actor == USER:
            self._users.add(event.exchange)
        if isinstance(body, _WORDS):
            self._user_turns += 1
        for used in body.tokens if isinstance(body, _COUNTED) else ():
            self._spent[used.model] = self._spent[used.model] + used if used.model in self._spent else used
        changes = body.changes if isinstance(body, _CHANGING) else ()
        counting = self._dossier.counting(changes)
        kept = self._where_kept(counting)
        if event.exchange in self._void and not isinstance(body, FACTS):
            if event.exchange not in self._retracted:
                self._note_asked(event)
            return
        if counting and (not isinstance(body, Spoke) or body.outcome is Outcome.FINISHED):
            self._follow_correction(counting)
            self._dossier.change(event, counting)
        line = len(self._transcript)
        self._note_words(event)
        self._reduce(event, line, kept)

    def _where_kept(self, changes: Sequence[Change]) -> dict[str, str]:
        """What was to say the answer, of the questions that go with these changes."""
        gone = (self._dossier.get(one.id) for one in changes if one.op is Op.DROP and one.kind is Kind.QUESTION)
        return {entry.id: entry.text("keeps") for entry in gone if entry}

    def _follow_correction(self, changes: Sequence[Change]) -> None:
        """The description, read back to the user as what is to change and put right by them, is what they say."""
        for change in changes:
            known, said = self._dossier.get(change.id), change.fields.get("text")
            if change.kind is not Kind.SCOPE or self._item is None or known is None or not isinstance(said, str):
                continue
            theirs = any(isinstance(source, Stated) for source in change.sources)
            if theirs and known.text("text") == self._item.description.strip():
                self._item = replace(self._item, description=said)

    def _note_asked(self, event: Event) -> None:
        """Of an exchange whose answer was written anew: what it answered, and the question of a topic put after it.

        That question was put, and what the user said to it later still answers it.
        """
        match event.body:
            case UserSaid() | AnswerRevised():
                self._asked_in_turn.setdefault(event.exchange, self._talk.open_question)
            case Spoke(outcome=Outcome.FINISHED, asked=asked, said=said) if asked and asked.topic:
                put(self._points, asked, event.exchange)
                self._talk = replace(self._talk, turn=None, waiting=ForAnswer(asked))
                self._kept_question = [Spoken(event.exchange, one) for one in said if one.role is Role.QUESTION]

    def _note_words(self, event: Event) -> None:
        body = event.body
        said = getattr(body, "said", ())
        partial = isinstance(body, Spoke) and body.outcome is not Outcome.FINISHED
        for left, utterance in zip(reversed(range(len(said))), said, strict=True):
            self._transcript.append(Spoken(event.exchange, utterance, partial, broke_off=partial and not left))
        if isinstance(body, VerdictGiven) and body.verdict is Verdict.ACCEPT and not said:
            self._note_acceptance(body.stage, event.exchange)
        if isinstance(body, CommentsSent):
            going = [one for name in body.comments if (one := self._comments.waiting.get(name))]
            if going:
                self._transcript.append(Spoken(event.exchange, Utterance(USER, as_said(going), Role.TALK)))
        if isinstance(body, _WORDS):
            self._transcript += self._kept_question if isinstance(body, UserSaid) else self._answered_anew(event)
            self._kept_question = []
            self._transcript.append(Spoken(event.exchange, Utterance(USER, body.text, Role.TALK)))

    def _note_acceptance(self, stage: Stage, exchange: int) -> None:
        """By a key, which leaves no words of the user's; words that accept stand there themselves."""
        last = self._transcript[-1] if self._transcript else None
        if last is None or last.utterance.speaker != USER:
            told = f"You accepted the {stage}."
            self._transcript.append(Spoken(exchange, Utterance(APP, told, Role.NOTICE)))

    def _answered_anew(self, event: Event) -> Iterator[Spoken]:
        """Which question of a topic the words are for that take the place of others: it may stand far above."""
        asked = self._asked_in_turn.get(event.body.turn) if isinstance(event.body, AnswerRevised) else None
        if isinstance(asked, ForAnswer) and asked.question.topic:
            told = f"In place of an earlier answer, to: {one_line(asked.question.text, _LONGEST_QUESTION)}"
            yield Spoken(event.exchange, Utterance(APP, told, Role.NOTICE))

    def _reduce(self, event: Event, line: int, kept: Mapping[str, str]) -> None:
        asked = self._talk.open_question
        self._team = team_after(self._team, event)
        if isinstance(event.body, UserSaid):  # half of a journal: what follows from words, a later event says
            self._talk = talk_after(self._talk, event, asked, self._guided, self._guided)
            return
        if isinstance(event.body, AnswerRevised):
            asked = self._asked_in_turn.get(event.body.turn, asked)
        before = self._at_hand
        self._comments = comments_after(self._comments, event, self._transcript, kept)
        self._note_questions(event)
        if self._mode == GUIDED or not isinstance(event.body, _OF_THE_TALK):
            self._guided = guided_after(self._guided, event, asked, line)
        self._conversation = conversation_after(self._conversation, event, self._talk)
        self._talk = talk_after(self._talk, event, asked, before, self._at_hand)
        if not isinstance(event.body, Spoke):  # nearly all of the other half
            unasked = event.exchange not in self._users
            self._files = files_after(self._files, event, taken_back=self._is_taken_back(event), unasked=unasked)
        guest = self._item is not None and self._item.guest
        self._code = code_after(self._code, event, guest=guest)
        match event.body:
            case Spoke(outcome=Outcome.FINISHED, claims=claims) | Contributed(claims=claims) if claims:
                known = {(claim.topic, claim.criterion): claim for claim in claims}
                self._topics = replace(self._topics, claims={**self._topics.claims, **known})
            case CriteriaRead(criteria=read):
                self._topics = replace(self._topics, read={**self._topics.read, **dict.fromkeys(read, event.seq)})
            case ItemCreated() as item:
                self._item, self._created_at = item, event.at
                self._mode = item.mode or GUIDED
            case Renamed(description=description) if self._item:
                self._item = replace(self._item, description=description)
                self._dossier.touch(event)
            case ModeChosen(mode=mode):
                self._mode = mode
                if mode == GUIDED:
                    self._guided = with_progress_recorded(self._guided, self._files.meta or {})
            case Finished() if guest:
                self._guided = with_phases_of_others(self._guided, self._files.meta or {})
            case Decided(what=Decision.REANALYSE, yes=True) if self._item:
                self._item = replace(self._item, guest=False)
            case AnswerRevised():
                self._dossier.touch(event)
            case Retracted() | Reinstated():
                self._dossier.touch(event)
                self._exchange += 1
                if isinstance(event.body, Reinstated):
                    self._brought_back[self._exchange] = event.exchange
            case CodeChecked() as checked:
                self._dossier.recite(checked)

    def _is_taken_back(self, event: Event) -> bool:
        """What is done because an exchange counts again is done for it, and goes when that is taken back again."""
        return self._brought_back.get(event.exchange, event.exchange) in self._retracted

    @property
    def _at_hand(self) -> Guided:
        """Guided mode's slice; in another mode no step is at hand, whichever was when it was left."""
        return self._guided if self._mode == GUIDED else replace(self._guided, current="", phase="")

    def _note_questions(self, event: Event) -> None:
        match event.body:
            case Spoke(outcome=Outcome.FINISHED, asked=asked, settled=settled, points=points):
                step = self._at_hand.current
                if step:
                    settle(self._points, StepSubject(step), settled)
                for point in points:
                    settle(self._points, point.question.subject, (point.key,))
                if asked:
                    put(self._points, asked if asked.topic else replace(asked, step=step), event.exchange)
            case PointMarked(point=point, mark=mark):
                standing = _STANDINGS.get(mark)
                if standing is None:
                    reopen(self._points, point.question)
                else:
                    settle(self._points, point.question.subject, (point.key,), standing)
            case Steered(point=point):
                settle(self._points, point.question.subject, (point.key,), Standing.DEFERRED)
            case Decided(what=Decision.REANALYSE, yes=True):
                unsettle(self._points)


def voided_exchanges(events: Iterable[Event]) -> frozenset[int]:
    """The exchanges that were taken back, or whose answer was written anew."""
    retracted, revised = _taken_back(events)
    return retracted | revised


def _taken_back(events: Iterable[Event]) -> tuple[frozenset[int], frozenset[int]]:
    """The retracted exchanges and the revised ones; a revision that was itself retracted voids nothing."""
    retracted: set[int] = set()
    revisions: list[tuple[int, int]] = []
    for event in events:
        match event.body:
            case Retracted() if event.exchange > 0:
                retracted.add(event.exchange)
            case Reinstated(without=without):
                retracted.discard(event.exchange)
                retracted.update(number for number in without if number > 0)
            case AnswerRevised(turn=turn) if 0 < turn < event.exchange:
                revisions.append((event.exchange, turn))
    return frozenset(retracted), frozenset(turn for exchange, turn in revisions if exchange not in retracted)
