"""Makes a question of what the model wants to ask: with a guess, entries to confirm, choices, or as a small form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import GAPS_KEY, Question, QuestionPart
from roundtable_tui.domain.talk.assents import opens_with_yes_or_no
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.agenda import find_prompt
from roundtable_tui.voices.model.tools.bad_call import BadCallError
from roundtable_tui.voices.raised_questions import below, shown
from roundtable_tui.voices.tasks import Gaps

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.voices.model.tools import schemas as given
    from roundtable_tui.voices.model.tools.recorder import Recorder
    from roundtable_tui.voices.protocol import Brief

_MOST_CONFIRMED = 20
_MOST_CHOICES = 5
_MOST_PARTS = 3
_LONGEST_QUESTION = 1_500
_LONGEST_SUGGESTION = 500
_LONGEST_CONFIRMED = 1_000
"""Characters of one entry: a yes counts only for what was shown whole."""


class QuestionForm:
    def __init__(self, brief: Brief, recorder: Recorder) -> None:
        self._brief, self._recorder = brief, recorder

    def question(self, wanted: given.Ask) -> Question:
        """BadCallError says what to word differently."""
        text = neutral(wanted.text).strip()
        if not text:
            raise BadCallError("The question is empty.")
        if len(text) > _LONGEST_QUESTION:
            raise BadCallError(f"The question is longer than {_LONGEST_QUESTION} characters. Ask for one thing.")
        entries = [self._to_confirm(name) for name in wanted.confirms[:_MOST_CONFIRMED]]
        sides = [self._to_confirm(name) for name in wanted.between]
        choices = [*map(shown, sides), *(one_line(choice, _LONGEST_SUGGESTION) for choice in wanted.choices)]
        parts = self._parts(wanted)
        self._require_one_form(len(sides), len(choices), len(parts))
        key, about = self._key(wanted.step_question)
        why, suggestion = one_line(wanted.why, 300), suggestion_from(wanted.suggestion)
        return Question(
            step=self._brief.step.id,
            key=key,
            text="\n".join(
                (text, *below(why, suggestion, choices, parts), *(f"- {shown(entry)}" for entry in entries))
            ),
            why=why,
            suggestion=suggestion,
            about=about,
            offers=tuple(entry.id for entry in entries),
            becomes=self._place(wanted.keeps, suggestion or next(iter(wanted.choices), ""), key, about),
            choices=tuple(choices),
            sides=tuple(entry.id for entry in sides),
            parts=parts,
        )

    def _require_one_form(self, sides: int, choices: int, parts: int) -> None:
        if sides == 1:
            raise BadCallError("A contradiction has two sides: name both entries in 'between'.")
        if choices == 1 or choices > _MOST_CHOICES:
            raise BadCallError(f"Give two to {_MOST_CHOICES} choices, or none.")
        if parts == 1 or parts > _MOST_PARTS:
            raise BadCallError(f"A form has two or {_MOST_PARTS} parts. Ask a single thing without parts.")
        if parts and choices:
            raise BadCallError("A form of parts has no choices. Ask for one of the two.")

    def _to_confirm(self, name: str) -> Entry:
        entry = self._recorder.get(name)
        if entry is None:
            raise BadCallError(f"There is no entry '{one_line(name, 60)}' to confirm.")
        if len(shown(entry)) > _LONGEST_CONFIRMED:
            raise BadCallError(f"{entry.id} is too long to be shown whole. Word it in fewer, or leave it out here.")
        return entry

    def _parts(self, wanted: given.Ask) -> tuple[QuestionPart, ...]:
        found = []
        for part in wanted.parts:
            suggestion = suggestion_from(part.suggestion)
            found.append(
                QuestionPart(one_line(part.text, 300), suggestion, self._place(part.keeps, suggestion, "", ""))
            )
        return tuple(found)

    def _key(self, named: str) -> tuple[str, str]:
        """The step's question that is asked, with the entry it is asked about; else a key of the turn's own."""
        if isinstance(self._brief.task, Gaps):
            return GAPS_KEY, ""
        own = f"own/{self._brief.turn}", ""
        prompt = find_prompt(self._brief.step, named)
        if prompt is None:
            return own
        depth, number, *rest = named.split("/")
        about = self._recorder.get(rest[0]) if rest else None
        return (f"{depth}/{number}/{about.id}", about.id) if about else (f"{depth}/{number}", "")

    def _place(self, keeps: str, text: str, key: str, about: str) -> str:
        """Where a wording that is taken goes: as the model says, else as the step's question says."""
        name, _, field = keeps.strip().partition(".")
        if name and field:
            entry = self._recorder.get(name)
            if text:
                self._require_place(name, field, text)
            return f"{entry.id if entry else name}.{field}"
        if keeps.strip():
            raise BadCallError("'keeps' names a kind or an entry and its field, as metric.text or FR-001.priority.")
        prompt = find_prompt(self._brief.step, key)
        capture = prompt.capture if prompt else None
        if capture is None or not text or capture.preset:
            return ""
        own = bool(about) and capture.kind is capture.for_each
        if capture.for_each and not own:
            return ""
        place = about if own else capture.kind.value
        try:
            self._recorder.place(place, capture.field, text)
        except BadCallError:
            return ""
        return f"{place}.{capture.field}"

    def _require_place(self, name: str, field: str, text: str) -> None:
        try:
            self._recorder.place(name, field, text)
        except BadCallError as bad:
            raise BadCallError(f"{bad} Else leave 'keeps' empty and record the answer when it has come.") from None


def suggestion_from(text: str) -> str:
    suggestion = one_line(text, _LONGEST_SUGGESTION)
    if opens_with_yes_or_no(suggestion):
        raise BadCallError(
            "A suggestion that opens with yes or no cannot be agreed to: a yes could mean the question or the guess. "
            "Word it as the statement that would be kept, as “Only admins see the report” for “No, only admins”."
        )
    return suggestion
