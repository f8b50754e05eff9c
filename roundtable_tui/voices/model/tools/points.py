"""Open points of a conversation at the model's border: what it raises is checked, what is asked is worded whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Entry, FieldValue, Op
from roundtable_tui.domain.dossier.kinds import Kind, problem_with
from roundtable_tui.domain.dossier.provenance import Confidence, Inferred, Stated, confidence
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.knowledge.points.point_names import PointKind
from roundtable_tui.domain.knowledge.points.stated_before import said_already, words_in
from roundtable_tui.domain.knowledge.points.twin_questions import closed_before
from roundtable_tui.domain.talk.manners.question_text import carrying
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.tools.bad_call import BadCallError
from roundtable_tui.voices.model.tools.question_form import suggestion_from
from roundtable_tui.voices.raised_questions import below, shown, statement_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.voices.model.tools.recorder import Recorder
    from roundtable_tui.voices.model.tools.talk_schemas import AskNext, PointInput
    from roundtable_tui.voices.protocol import Brief

MOST_WORDS = 60
_MOST_CHOICES = 4
_SIDES = 2
_LONGEST = 500
_OF_THE_GUESS = 4
"""At least one of so many words that carry it stand in the entry that holds it."""
_FOR_THE_CODE = re.compile(
    r"\b(?:which|what)\s+(?:files?|modules?|functions?|class(?:es)?|methods?|tables?|packages?)\b.*"
    r"\b(?:is|are|does|do|defines?|implements?|handles?|contains?)\b"
    r"|\bwhere\s+(?:in the code|is .{1,40} (?:defined|implemented|stored|called))"
    r"|\b(?:does|do) the (?:current|existing) (?:code|tests?)\b"
    r"|\bhow does (?:the code|it) (?:currently|today)\b",
    re.IGNORECASE,
)


def raise_point(recorder: Recorder, wanted: PointInput, call: str) -> str:
    """Puts a question on the ledger; BadCallError says why it is none."""
    text = neutral(wanted.question).strip()
    require_short(text)
    if wanted.knows == "code" or asks_for_code(text):
        raise BadCallError("The code can tell that: look it up, and record what you find instead of asking.")
    fields: dict[str, Value] = {"text": text, "sort": wanted.sort, "sure": wanted.sure, "knows": wanted.knows}
    fields["loss"] = wanted.loss
    if problem := next(
        (said for name, value in fields.items() if (said := problem_with(Kind.QUESTION, name, value))), ""
    ):
        raise BadCallError(f"{problem[0].upper()}{problem[1:]}.")
    guess = suggestion_from(wanted.guess)
    choices = tuple(dict.fromkeys(one_line(neutral(choice), _LONGEST) for choice in wanted.choices if choice.strip()))
    if len(choices) > _MOST_CHOICES:
        raise BadCallError(f"Give at most {_MOST_CHOICES} other answers.")
    about = tuple(dict.fromkeys(recorder.ref(name) for name in wanted.about))
    if wanted.sort == "contradiction" and len(about) != _SIDES:
        raise BadCallError("A contradiction names its two entries in 'about'.")
    if guess:
        if wanted.sort != "contradiction" and (known := said_already(guess, recorder.state.dossier)):
            raise BadCallError(_not_open(known.id, known.text()))
        fields["guess"] = guess
        fields["keeps"] = _kept_at(recorder, wanted.keeps, guess, about)
    elif wanted.sort != "contradiction":
        raise BadCallError("A point needs your guess: what you would build if nobody answered.")
    if choices:
        fields["choices"] = choices
    if about:
        fields["about"] = about
    if wanted.stake.strip():
        fields["stake"] = one_line(neutral(wanted.stake), 300)
    _require_new(recorder, fields)
    return recorder.raise_question(fields, wanted.label, call)


def _require_new(recorder: Recorder, fields: dict[str, Value]) -> None:
    """What the user has closed is not put to them in other words."""
    sources = (Inferred(),)
    entry = Entry("", Kind.QUESTION, {name: FieldValue(value, sources) for name, value in fields.items()}, 0)
    if known := closed_before(entry, recorder.state.talk.ledger):
        asked = one_line(known.text.split("\n")[0], 160)
        raise BadCallError(f"The user was asked this already: “{asked}” Build on what they said; do not ask again.")


def _requirement_in(about: Sequence[str], recorder: Recorder) -> bool:
    return any((entry := recorder.get(name)) and entry.kind is Kind.FR for name in about)


def _kept_at(recorder: Recorder, keeps: str, guess: str, about: Sequence[str]) -> str:
    """Where the answer goes; what the user has said there already is not open."""
    name, _, field = keeps.strip().partition(".")
    if name == Kind.AC.value and _requirement_in(about, recorder):
        return f"{Kind.AC.value}.text"
    if name == Kind.FR.value:
        field = "title"
    if not name or not field:
        raise BadCallError("'keeps' says where the answer goes: a kind and its field, as constraint.text, or id.field.")
    kind, _, entry = recorder.place(name, field, guess)
    if entry and entry.text(field) not in ("", guess) and name != kind.value and not _is_the_users(entry, field):
        _require_short_form(guess, entry)
        return entry.id  # what is worked out there stays and is shown: the guess is only its short form
    known = entry.fields.get(field) if entry else None
    if entry and known and confidence(known.sources) is Confidence.HIGH:
        raise BadCallError(_not_open(entry.id, entry.text(field)))
    return f"{entry.id if entry else kind.value}.{field}"


def _require_short_form(guess: str, entry: Entry) -> None:
    """BadCallError where the entry says something else: a yes to the guess would confirm what nobody was shown."""
    said = carrying(guess)
    if said and _OF_THE_GUESS * len(said & words_in(entry)) < len(said):
        raise BadCallError(
            f"{entry.id} says something else than the guess: “{one_line(entry.text(entry.sentence_field), 160)}”. Word "
            f"the guess as that, or keep it in an entry of its own, as constraint.text."
        )


def _not_open(entry_id: str, text: str) -> str:
    return (
        f"{entry_id} says this in the user's own words already: “{one_line(text, 160)}”. It is not open. If something "
        f"else they said does not fit it, raise a contradiction of the two entries."
    )


def _is_the_users(entry: Entry, field: str) -> bool:
    known = entry.fields.get(field)
    return known is not None and confidence(known.sources) is Confidence.HIGH


def asks_for_code(text: str) -> bool:
    return _FOR_THE_CODE.search(text) is not None


def require_short(text: str) -> None:
    if not text:
        raise BadCallError("The question is empty.")
    if len(text.split()) > MOST_WORDS:
        raise BadCallError(f"The question has more than {MOST_WORDS} words. Ask for one thing, in fewer.")


def question_in_words(point: OpenPoint, worded: AskNext, recorder: Recorder) -> Question:
    """Any other open point, in the words the model found for it."""
    suggestion = suggestion_from(worded.suggestion)
    choices = [one_line(neutral(choice), _LONGEST) for choice in worded.choices if choice.strip()]
    entries = [entry for name in worded.confirms if (entry := recorder.get(name))]
    why = one_line(neutral(worded.why), 300)
    if suggestion and choices and suggestion not in choices:
        choices.insert(0, suggestion)
    lines = [f"{choice} (my guess)" if choice == suggestion else choice for choice in choices]
    return Question(
        step="",
        key=point.name.key,
        text="\n".join(
            (
                neutral(worded.text).strip(),
                *below(why, "" if choices else suggestion, lines, ()),
                *(f"- {shown(entry)}" for entry in entries),
            )
        ),
        why=why,
        suggestion=suggestion,
        about=next(iter(point.about), "") if point.kind is PointKind.CRITERION else "",
        offers=tuple(entry.id for entry in entries),
        topic=point.name.topic,
        criterion=point.name.criterion,
        becomes=_place(recorder, worded.keeps, suggestion or next(iter(choices), "")),
        choices=tuple(map(statement_of, choices)),
    )


def _place(recorder: Recorder, keeps: str, text: str) -> str:
    name, _, field = keeps.strip().partition(".")
    if not name or not field or not text:
        return ""
    kind, _, entry = recorder.place(name, field, text)
    return f"{entry.id if entry else kind.value}.{field}"


# What becomes of answers


def keep_words(recorder: Recorder, about: Sequence[str], brief: Brief) -> None:
    """Keeps what the user said as a note, where nothing else was made of it."""
    fields: dict[str, Value] = {"text": neutral(brief.words).strip()}
    known = tuple(name for name in about if recorder.get(name))
    fields |= {"about": known} if known else {}
    change = Change(Op.RECORD, brief.ids.next(Kind.NOTE), Kind.NOTE, fields, (Stated(brief.turn),), f"{brief.id}/kept")
    recorder.apply(change)
