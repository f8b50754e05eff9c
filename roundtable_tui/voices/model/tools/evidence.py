"""Checks what the model says its entries rest on: the user's words by the letter, code by looking it up.

Confidence follows from this and not from the model's word: only what stands in the user's own words counts as theirs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.dossier.provenance import Cited, Confidence, Confirmed, Inferred, Source, Stated, confidence
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.domain.talk.assents import Assent, corrects_itself
from roundtable_tui.domain.talk.manners.question_text import carrying
from roundtable_tui.domain.talk.replies import Meant, reply_to, same_words
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.errors import CitationError
from roundtable_tui.voices.contradictions import beaten
from roundtable_tui.voices.model.tools.acceptance import DENIALS, assent_in, sides_in, taken_in
from roundtable_tui.voices.model.tools.bad_call import BadCallError
from roundtable_tui.voices.tasks import commented_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.voices.model.tools.schemas import Evidence, Quote
    from roundtable_tui.voices.model.tools.sightings import Sightings
    from roundtable_tui.voices.protocol import Brief

BEGINNING = 0
"""The turn that stands for the description and the draft."""
_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "\u00a0": " "})
_SPACES = re.compile(r"\s+")
_TO_BE_MADE = "CREATE"
_SHARED = 2
"""So many words of a quote that say something have to stand in what is made of it, or all of them."""
_BARE = {Meant.YES, Meant.GUESS}


class Checked(Struct, frozen=True):
    """Evidence that was looked up and found."""

    turns: tuple[int, ...] = ()
    cited: tuple[Cited, ...] = ()
    entries: tuple[str, ...] = ()
    just_said: tuple[str, ...] = ()
    """Quotes from the user's last message."""

    @property
    def is_there(self) -> bool:
        return bool(self.turns or self.cited or self.entries)

    @property
    def inferred(self) -> tuple[Source, ...]:
        """For what somebody concluded from it."""
        if self.cited and not self.turns and not self.entries:
            return self.cited
        return (Inferred(self.turns, self.entries), *self.cited)


class Witness:
    """Knows what the user said in each turn and what the code says."""

    def __init__(self, brief: Brief, redact: Callable[[str], str], sightings: Sightings) -> None:
        self._brief = brief
        self._redact = redact
        self._sightings = sightings
        self._words = _words_by_turn(brief)
        self._assent = assent_in(brief)
        self._taken = [one.text for one in taken_in(brief) if not one.delegated]
        self.lost = frozenset(sides_in(brief)[1])
        """Entries the user decided against, by picking what contradicts them."""

    def hear(self, said: Mapping[int, str]) -> None:
        """The user said this since."""
        self._words |= said

    def check(self, evidence: Evidence, known: Mapping[str, str]) -> Checked:
        """`known` gives the ids of entries by their ids and labels; BadCallError where something is not there."""
        turns = dict.fromkeys(self._turn(said) for said in evidence.said)
        cited = dict.fromkeys(self._sightings.cite(lines.path, lines.start, lines.end) for lines in evidence.code)
        for name in evidence.entries:
            if name not in known:
                raise BadCallError(f"There is no entry '{one_line(name, 60)}' to follow from.")
        named = tuple(dict.fromkeys(known[name] for name in evidence.entries))
        just_said = tuple(said.quote for said in evidence.said if said.turn == self._brief.turn)
        return Checked(tuple(turns), tuple(cited), named, just_said)

    def sources(self, kind: Kind, name: str, value: Value, checked: Checked) -> tuple[Source, ...]:
        """Where one field comes from: the user if it is in their words, or if they said yes to just that."""
        if self.is_confirmed(value):
            return (Confirmed(self._brief.turn), *checked.cited)
        stated = [Stated(turn) for turn in checked.turns if self.is_verbatim(kind, name, value, turn)]
        return (*stated, *checked.cited) if stated else checked.inferred

    def require_path(self, kind: Kind, fields: dict[str, Value], checked: Checked) -> None:
        """A file that is not to be made must be there, unless it is the user who says so."""
        path, code = fields.get("path"), self._brief.code
        if kind is not Kind.FILE or not isinstance(path, str) or code is None or fields.get("action") == _TO_BE_MADE:
            return
        if any(self.is_verbatim(kind, "path", path, turn) for turn in checked.turns):
            return
        try:
            code.cite(path, 1, 1)
        except CitationError as error:
            raise BadCallError(
                f"{error.sentence} A file that is still to be made has the action CREATE; else search for its path."
            ) from None

    def is_verbatim(self, kind: Kind, name: str, value: Value, turn: int) -> bool:
        field = SPECS[kind].field(name)
        if isinstance(value, tuple) or field is None or field.type is FieldType.REFS:
            return False
        return _stands_in(str(value), self._words.get(turn, ""))

    def is_confirmed(self, value: Value) -> bool:
        """Whether the user was shown just this as a guess or a choice and took it."""
        return not isinstance(value, tuple) and any(same_words(str(value), text) for text in self._taken)

    def names(self, entry_id: str) -> bool:
        """Whether the user's last words name this entry, or decided against it."""
        return entry_id in self.lost or _stands_in(entry_id, self._brief.words)

    def take(self, text: str) -> None:
        """The user agreed to this wording: it counts as confirmed wherever it is recorded."""
        self._taken.append(text)

    def pick(self, entry_id: str) -> None:
        """The user agreed to this entry; where it was one side of a contradiction, the others have lost."""
        question = self._brief.question
        if question and entry_id in question.sides:
            self.lost = frozenset(beaten(question, entry_id, self._brief.state))

    def was_shown(self, entry_id: str) -> bool:
        """Whether the user was shown this entry with the question, or names it themselves."""
        question = self._brief.question
        shown = (*question.offers, *question.sides) if question else ()
        offered = question is not None and (entry_id in shown or _stands_in(entry_id, question.text))
        return offered or _stands_in(entry_id, self._brief.words)

    def was_answered(self, entry: Entry, said: Sequence[Quote]) -> bool:
        """Whether the question was about this entry, and these words of the answer say what it says."""
        question = self._brief.question
        quotes = [quote.quote for quote in said if quote.turn == self._brief.turn]
        told = " ".join(entry.text(name) for name in entry.fields if not isinstance(entry.get(name), tuple))
        return question is not None and entry.id in question.subjects and follows_from(told, quotes)

    def as_sure_as(self, known: Entry, name: str, value: Value, sources: tuple[Source, ...]) -> tuple[Source, ...]:
        """A guess that is only fitted to what the user said about something else stays a guess."""
        said = known.fields.get(name)
        if said is None or confidence(sources) is not Confidence.MEDIUM or self._speaks_of(known):
            return sources
        before, now = (carrying(one) if isinstance(one, str) else frozenset() for one in (said.value, value))
        if confidence(said.sources) is not Confidence.LOW or 2 * len(now & before) <= len(now):
            return sources
        return tuple(dict.fromkeys((*said.sources, *(one for one in sources if isinstance(one, Cited)))))

    def _speaks_of(self, entry: Entry) -> bool:
        """Whether they were asked about it, amend what they were shown, or name it."""
        question = self._brief.question
        asked = question is not None and (question.topic == AMENDMENT or entry.id in question.subjects)
        return asked or self.was_shown(entry.id) or entry.id in commented_on(self._brief.task)

    def require_last(self, said: Sequence[Quote]) -> list[str]:
        """What of these quotes is from the user's last message; BadCallError where none is."""
        if last := [quote.quote for quote in said if quote.turn == self._brief.turn]:
            return last
        raise BadCallError("Quote the words of their last message that say so.")

    def require_agreement(self, said: Sequence[Quote]) -> None:
        """BadCallError if these words cannot be an agreement to what was shown.

        Which words agree is for the model to hear; here only those are told apart that plainly do not.
        """
        heard = {reply_to(quote).meant for quote in self.require_last(said)}
        if heard & DENIALS:
            raise BadCallError("The words you quote do not agree. Quote only those that do, or ask.")
        if heard <= _BARE and self._assent not in (Assent.PLAIN, Assent.MORE):
            raise BadCallError("That yes may be meant for something else. Quote words that agree to this, or ask.")

    def _turn(self, said: Quote) -> int:
        if said.turn not in self._words:
            raise BadCallError(f"There is no turn {said.turn} of the user. {self._where(said.quote)}")
        words = self._words[said.turn]
        if not _plain(said.quote):
            raise BadCallError(f"The quote from turn {said.turn} is empty. Copy the words it rests on.")
        if not _stands_in(said.quote, words) and not _stands_in(said.quote, self._redact(words)):
            raise BadCallError(
                f"“{one_line(said.quote, 80)}” does not stand in turn {said.turn}. {self._where(said.quote)}"
            )
        return said.turn

    def _where(self, quote: str) -> str:
        """How a wrong quote can be mended."""
        turns = [str(turn) for turn, words in self._words.items() if _stands_in(quote, words)]
        if turns:
            return f"It stands in turn {' and '.join(turns[-2:])}."
        return "Copy the user's words letter by letter, or rest it on something else."


def _words_by_turn(brief: Brief) -> dict[int, str]:
    state = brief.state
    found = {BEGINNING: f"{state.item.description}\n{state.item.draft}"} if state.item else {}
    for spoken in state.talk.transcript:
        if spoken.utterance.speaker == USER:
            found[spoken.turn] = spoken.utterance.text
    return found


def _plain(text: str) -> str:
    """Without what people and models write differently without meaning anything by it."""
    return _SPACES.sub(" ", text.translate(_STRAIGHT).casefold()).strip(" \t\n.,;:!?\"'")


def _stands_in(part: str, whole: str) -> bool:
    """As whole words, where words have borders: not every script writes them."""
    wanted = _plain(part)
    return bool(wanted) and re.search(rf"(?<![a-z0-9_]){re.escape(wanted)}(?![a-z0-9_])", _plain(whole)) is not None


# Whether they speak of something of theirs: only then may what they said before be put differently


def is_being_changed(sources: Sequence[Source], brief: Brief) -> bool:
    """They amend, take something back, or took it just now."""
    question = brief.question
    amends = question is not None and question.topic == AMENDMENT
    return amends or corrects_itself(brief.words) or all(source == Confirmed(brief.turn) for source in sources)


def follows_from(text: Value, quotes: Iterable[str]) -> bool:
    """Whether a wording carries what one of the quotes says."""
    told = carrying(text) if isinstance(text, str) else frozenset()
    return any(_carried(carrying(quote), told) for quote in quotes)


def _carried(said: frozenset[str], told: frozenset[str]) -> bool:
    said = frozenset(word for word in said if not word.isdigit())
    return bool(said) and len(said & told) >= min(_SHARED, len(said))
