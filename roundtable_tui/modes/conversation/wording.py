"""What the app itself says in a conversation: what a message did, what the end comes to, and how to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.footing import guesses, is_guess
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.events import APP
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.coverage import coverage_of
from roundtable_tui.domain.knowledge.phases import MAYA
from roundtable_tui.domain.knowledge.points.open_points import next_point, topics_asked
from roundtable_tui.domain.knowledge.points.point_names import PointKind, criterion_of
from roundtable_tui.domain.knowledge.seats import contributors, short_name
from roundtable_tui.domain.talk.ledger import Standing
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge, Persona
    from roundtable_tui.domain.knowledge.points.aside_points import AsidePoint
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.domain.knowledge.seats import Call
    from roundtable_tui.modes.conversation.summaries import Summary

EARLY_EXIT_QUESTION = (
    "You'd like to wrap up? I'll write artifacts based on what we've covered so far. (y to wrap up, or say continue)"
)
YES_OR_NO = "I need a yes or a no here."
NOTHING_SAID = "I didn't catch an answer. Say skip to leave the question out, or I don't know to keep it open."
NOTHING_ASKED = "Nothing is being asked right now, so nothing was noted."
LEFT_OUT = "Left out. It stands as an open point."
STRUCK = "Struck. It will not be asked."
FIRST = "All right, that first."
BACK = "Back in the list. It may be asked again."
ASIDE = "Struck or put off; /back 1 brings the first of them back:"
NOTHING_ASIDE = "Nothing of that number was struck or put off. /ledger lists what was."
LOOKS_AGAIN = "The look into the code goes on."
NOTHING_TO_LOOK_AT = "There is nothing left to look at: either the draft stands, or no model is at the table."
NO_SUCH_POINT = "There is no open point of that number. /ledger lists them."
NO_QUESTION_LEFT = "There is no question left to ask it with. /budget 5 makes room for five more."
BUDGET_HOW = "Say how many questions there may still be, as in /budget 5, or for how long, as in /budget 10 minutes."
FINISHED = (
    "The analysis is finished, and that says nothing to add to it. Whatever you tell us about it is kept, and the "
    "documents follow; an id and new words (FR-001: …) change an entry, /undo takes the last answer back."
)
TYPED_COMMANDS = (
    "You can type /continue, /elaborate, /skip, /accept, /amend and /entries (at a summary), /ledger, /look, "
    "/strike 2, /first 2, /back 1, /budget 5 (or 10 minutes), /depth brief (or standard, deep), "
    "/mode guided (or team, conversation), /seat security, /rename, /undo, /redo and /help; all else is an answer."
)
SUMMARY_ENDS = "**Accept** this summary or **Amend** to discuss changes?"
WHAT_A_VERDICT_IS = "A yes, or C, accepts this summary. If something is wrong, say what; E talks about it first."
UNCHANGED = "Unchanged since you accepted it."
NOT_SHOWN_IN_FULL = (
    "None of the guesses stands here in full. The review shows each whole, and there you can accept them one by one."
)
CROSS_CHECK = (
    "Before we wrap up, I'm having Alex and Jordan verify their artifacts are consistent with the final requirements."
)
_CRITERIA = {
    "problem-stated": "the problem",
    "current-state": "how it is today",
    "stakeholder": "who decides or pays",
    "success-metric": "signs of success",
    "moscow": "priority",
    "acceptance-criteria": "how to check",
    "code-searched": "a look into the code",
    "direct-change": "files to change",
    "blast-radius": "what else is touched",
    "integration": "where it meets the code",
    "interface": "interfaces",
    "no-cycles": "no circle among modules",
    "review": "a check of the design",
    "access": "who may do it",
    "threat-model": "what could be attacked",
}
"""What a topic's criteria are called where their ids are no words for a list."""
_NAMED = 3
CONSISTENT = "All artifacts are consistent."
_CORRECTED = 2


def cross_checked(mended: Sequence[str], left: Sequence[str], lost: Sequence[str]) -> str:
    """What the cross-check came to: what was corrected, what is left, and what the code no longer shows."""
    said = [CROSS_CHECK]
    if mended:
        said.append(f"Corrected {len(mended)}: {_first_of(mended)}.")
    if left:
        said.append(
            f"{counted(len(left), 'point is', 'points are')} left, which `check` lists in full: {_first_of(left)}."
        )
    if lost:
        places = f"{', '.join(lost[:_CORRECTED])}{', …' if len(lost) > _CORRECTED else ''}"
        said.append(f"No longer in the code: {places}.")
    return " ".join(said if len(said) > 1 else [*said, CONSISTENT])


def _first_of(told: Sequence[str]) -> str:
    more = len(told) - _CORRECTED
    return f"{'; '.join(told[:_CORRECTED])}{f'; and {more} more' if more > 0 else ''}"


NOBODY_ELSE = "All right, it stays with the three."
SEAT_WHOM = "Say who is to join, as in /seat security; /seat no leaves it at the three."


def seat_offered(persona: Persona, call: Call) -> Utterance:
    who, short = f"{persona.name} ({persona.role})", short_name(persona.key)
    why = enumerated([f'"{one_line(word, 30)}"' for word in call.words[:_NAMED]])
    would = "should be at the table" if call.recommended else "could join us"
    return notice(f"Since you speak of {why}: {who} {would}. /seat {short} does it, /seat no leaves it.")


def seats(knowledge: Knowledge) -> str:
    listed = [f"/seat {short_name(one.key)} for {one.name} ({one.role})" for one in contributors(knowledge)]
    return f"{SEAT_WHOM} There is {enumerated(listed)}." if listed else "There is nobody else to bring in."


def notice(text: str) -> Utterance:
    return Utterance(APP, text, Role.NOTICE)


def question(text: str) -> Utterance:
    return Utterance(APP, text, Role.QUESTION)


def enumerated(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def welcome_back(state: State, knowledge: Knowledge) -> Utterance | None:
    """For a resumed item: what was covered, and what is next."""
    if not state.talk.user_turns or state.talk.ending:
        return None
    topics = topics_asked(state, knowledge)
    talked = [topic for topic in topics if state.conversation.exchanges.get(topic.id)]
    covered = [topic for topic in topics if coverage_of(topic, state).covered]
    names = [topic.name.lower() for topic in topics if topic in covered or topic in talked]
    point = next_point(state, knowledge)
    area = next((topic.name.lower() for topic in topics if point and topic.id == point.name.topic), "the summary")
    done = f"I can see we've covered {enumerated(names)}. " if names else "Welcome back. "
    return Utterance(MAYA, f"{done}Let's pick up from {area}.", Role.GREETING)


def budget_noted(left: int) -> Utterance:
    return notice(f"Noted: {left} more {'question' if left == 1 else 'questions'}, and what is open then stays open.")


def point_name(point: OpenPoint, state: State, longest: int = 60) -> str:
    """An open point in a few words."""
    entry = state.dossier.get(point.about[0]) if point.about else None
    match point.kind:
        case PointKind.GUESS if len(point.about) > 1:
            return f"{len(point.about)} guesses {point.text}"
        case PointKind.RAISED if len(point.about) > 1:
            return f"{len(point.about)} smaller things"
        case PointKind.RAISED:
            return one_line(point.text, longest)
        case PointKind.GUESS | PointKind.UNKNOWN | PointKind.FORK | PointKind.CONTRADICTION:
            return f"{point.kind}: {one_line(entry.text() if entry else point.text, longest)}"
    criterion = point.name.criterion
    what = _CRITERIA.get(criterion, criterion.replace("-", " "))
    return f"{what}: {one_line(entry.text(), longest)}" if entry else what


def why_it_matters(point: OpenPoint) -> str:
    """What hangs on it, counted, for the edge of a row."""
    documents = sum("." in name for name in point.hangs)
    entries = sum("." not in name and name not in point.about for name in point.hangs)
    if entries:
        return f"{entries} entries" if entries > 1 else "1 entry"
    return f"{documents} docs" if documents > 1 else "1 doc" if documents else ""


def point_line(point: OpenPoint, state: State, knowledge: Knowledge) -> str:
    """An open point on one line: what it is about, and what hangs on it."""
    criterion = criterion_of(point.name, knowledge)
    entry = state.dossier.get(point.about[0]) if point.about else None
    match point.kind:
        case PointKind.GUESS if len(point.about) > 1:
            what = f"{len(point.about)} guesses {point.text}: {', '.join(point.about[:3])} …"
        case PointKind.RAISED:
            what = one_line(point.text, 160)
        case PointKind.GUESS | PointKind.UNKNOWN | PointKind.FORK | PointKind.CONTRADICTION:
            what = f"{point.kind}: {one_line(entry.text() if entry else point.text, 90)}"
        case _:
            what = one_line(criterion.text if criterion else point.text, 90)
            what = f"{entry.id}: {what}" if entry else what
    hangs = [name for name in point.hangs if name not in point.about]
    return f"{what} [{enumerated(hangs[:2])}{' …' if len(hangs) > 2 else ''}]" if hangs else what


def aside_line(point: AsidePoint) -> str:
    return f"{one_line(point.text, 90)} ({'struck' if point.standing is Standing.STRUCK else 'put off'})"


def topic_deferred(name: str) -> Utterance:
    return notice(f"{name} is put off. What is open there stays an open point.")


def no_such_command(name: str, nearest: str) -> str:
    meant = f" Did you mean /{nearest}?" if nearest and nearest != name else ""
    return f"/{name} cannot be used like this.{meant} {TYPED_COMMANDS}"


def changed_since(ids: str) -> str:
    return f"Changed since you last saw it: {ids}.\n\n" if ids else ""


def what_accepting_does(made: Summary, state: State) -> Iterator[Utterance]:
    """Accepting a summary confirms no entry by itself, and that is said where the user accepts."""
    unsure = [one for one in made.entries if (entry := state.dossier.get(one)) and is_guess(entry)]
    if not unsure:
        return
    yield notice(accepting_leaves(len(unsure), len(to_confirm(made, state))))


def accepting_leaves(guesses: int, in_full: int) -> str:
    """What accepting a summary leaves as it is, and what can be confirmed beside it."""
    stay = "Its guess stays marked as one" if guesses == 1 else f"Its {guesses} guesses stay marked as guesses"
    also = f"; /entries confirms the {counted(in_full, 'that stands', 'that stand')} here in full" if in_full else ""
    return f"Accepting says that the whole is right. {stay}{also}."


def to_confirm(made: Summary, state: State) -> tuple[Entry, ...]:
    """The guesses that the user sees in full."""
    entries = (state.dossier.get(one) for one in made.in_full)
    return tuple(entry for entry in entries if entry and is_guess(entry))


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def confirmed(entries: Sequence[Entry], state: State) -> Utterance:
    """Said of the state in which they are still guesses."""
    left = len(guesses(state.dossier)) - len(entries)
    ids = enumerated([entry.id for entry in entries])
    rest = counted(left, "guess is left", "guesses are left") if left else "No guess is left"
    return notice(f"Accepted by you, each as it stands here: {ids}. {rest} in all. The summary still waits.")


def finished(state: State) -> Utterance:
    """What is not confirmed is counted as everywhere else."""
    what = state.item.description if state.item else ""
    total, unsure = len(state.dossier), len(guesses(state.dossier))
    said = f"Analysis complete. {len(state.files.artifacts)} documents are written. “{what}” is ready to build."
    if unsure:
        are = "is still a guess" if unsure == 1 else "are still guesses"
        said += f" {unsure} of {total} entries {are} of ours: the review shows them, and each can be accepted there."
    open_questions = len(state.dossier.of(Kind.QUESTION))
    if open_questions:
        said += f" {counted(open_questions, 'question stays', 'questions stay')} open."
    return notice(said)


def finished_early(never: Sequence[str]) -> Utterance:
    named = f" Never talked about: {enumerated(never)}." if never else ""
    return notice(f"Wrapped up. What we covered is written; the gaps are marked.{named} Open it again to go on.")
