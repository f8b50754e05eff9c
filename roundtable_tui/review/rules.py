"""What reviewing a dossier means: in which order it is walked, what still asks for the user's word, what it changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.comments.instead import says_instead
from roundtable_tui.domain.dossier.dossier import Change, Entry, IdGiver, Op
from roundtable_tui.domain.dossier.footing import is_guess, is_read_in_code, is_theirs
from roundtable_tui.domain.dossier.kinds import SPECS, Kind, Value, problem_with
from roundtable_tui.domain.dossier.provenance import Confirmed, HandEdit, Stated
from roundtable_tui.domain.journal.events import USER, Reviewed
from roundtable_tui.domain.journal.fold.fold import voided_exchanges
from roundtable_tui.errors import RoundtableError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roundtable_tui.artifacts.lint.crosscheck import CitationResolver
    from roundtable_tui.artifacts.lint.findings import Finding
    from roundtable_tui.domain.dossier.dossier import Dossier, FieldValue
    from roundtable_tui.domain.journal.events import Event
    from roundtable_tui.domain.journal.state import State

_BELOW_ITS_REQUIREMENT = {Kind.AC: "fr", Kind.STORY: "traces"}
_FIRST = (Kind.FR, Kind.AC, Kind.STORY, Kind.DECISION)
"""Most hangs on these."""
_LAST = (Kind.SCOPE, Kind.AREA, Kind.ESTIMATE, Kind.KEYWORD, Kind.REVIEW, Kind.ASSUMPTION, Kind.QUESTION, Kind.NOTE)
"""Nothing is built by these."""
_WALK = (*_FIRST, *(kind for kind in Kind if kind not in (*_FIRST, *_LAST)), *_LAST)


class ChangedMeanwhileError(RoundtableError):
    """The entry is no longer what the user was shown, so that what they decided about it does not count."""


class Acceptance(StrEnum):
    OPEN = "not accepted yet"
    ACCEPTED = "accepted"
    OWN = "in your own words"
    CHANGED = "changed since you accepted it"
    READ = "from the code"


def acceptance(entry: Entry) -> Acceptance:
    """What the user said, wrote or confirmed need not be put to them again, unless somebody added something to it."""
    if entry.confirmed and entry.confirmed >= entry.changed:
        return Acceptance.ACCEPTED
    telling = [entry.fields[name] for name in entry.telling]
    if all(map(_is_own, telling or entry.fields.values())):
        return Acceptance.OWN
    if entry.confirmed:
        return Acceptance.CHANGED
    if is_theirs(entry):
        said = entry.fields.get(entry.sentence_field)
        return Acceptance.OWN if said is None or _is_own(said) else Acceptance.ACCEPTED
    return Acceptance.READ if is_read_in_code(entry) else Acceptance.OPEN


def _is_own(said: FieldValue) -> bool:
    return any(isinstance(source, Stated | HandEdit) for source in said.sources)


def is_accepted(entry: Entry) -> bool:
    return acceptance(entry) in (Acceptance.ACCEPTED, Acceptance.OWN)


# The walk


class Placed(Struct, frozen=True):
    """An entry in its place; `under` is the requirement below which it stands, if it does."""

    entry: Entry
    under: str = ""


def in_order(dossier: Dossier) -> tuple[Placed, ...]:
    """What most hangs on first, each requirement followed by its criteria and stories; keywords and remarks last."""
    requirements = {entry.id for entry in dossier.of(Kind.FR)}
    by_kind: dict[Kind, list[Entry]] = {kind: [] for kind in Kind}
    below: dict[str, list[Entry]] = {}
    for entry in dossier:
        field = _BELOW_ITS_REQUIREMENT.get(entry.kind)
        owner = next((ref for ref in entry.refs(field) if ref in requirements), "") if field else ""
        (below.setdefault(owner, []) if owner else by_kind[entry.kind]).append(entry)
    placed: list[Placed] = []
    for kind in _WALK:
        for entry in by_kind[kind]:
            placed.append(Placed(entry))
            hanging = sorted(below.get(entry.id, ()), key=lambda one: one.kind is Kind.STORY)
            placed += [Placed(one, entry.id) for one in hanging]
    return tuple(placed)


class Filter(StrEnum):
    """Which entries are walked, in the words of the choice."""

    ALL = "All"
    OPEN = "To accept"
    GUESSES = "Guesses"
    CHANGED = "Changed since"
    FINDINGS = "With findings"


Findings = Mapping[str, tuple["Finding", ...]]
"""What the checks found, by entry."""


def passes(entry: Entry, wanted: Filter, findings: Findings, taken: Collection[str] = (), since: int = 0) -> bool:
    """`taken` are the ids of entries whose acceptance is on its way to the journal.

    `since` is the line of the journal of the last review before this; 0 where there was none.
    """
    accepted = entry.id in taken or is_accepted(entry)
    match wanted:
        case Filter.OPEN:
            return not accepted and acceptance(entry) is not Acceptance.READ
        case Filter.CHANGED:
            changed = acceptance(entry) is Acceptance.CHANGED or (0 < since < entry.changed)
            return not accepted and changed and acceptance(entry) is not Acceptance.READ
        case Filter.GUESSES:
            return not accepted and is_guess(entry)
        case Filter.FINDINGS:
            return bool(findings.get(entry.id))
    return True


def speaks_of(entry: Entry, words: str) -> bool:
    """Whether all these words, or beginnings of words, are in the entry, whatever their case."""
    said = " ".join((entry.id, SPECS[entry.kind].one, *map(entry.text, entry.fields))).casefold()
    return all(word in said for word in words.casefold().split())


class Tally(Struct, frozen=True):
    """How far a review has come."""

    total: int = 0
    accepted: int = 0
    changed: int = 0
    guesses: int = 0
    with_findings: int = 0
    read: int = 0
    """What the code shows, which nobody has to accept."""

    @property
    def to_accept(self) -> int:
        return self.total - self.accepted - self.read

    def of(self, wanted: Filter) -> int:
        match wanted:
            case Filter.OPEN:
                return self.to_accept
            case Filter.GUESSES:
                return self.guesses
            case Filter.CHANGED:
                return self.changed
            case Filter.FINDINGS:
                return self.with_findings
        return self.total

    @property
    def sentence(self) -> str:
        if not self.total:
            return "nothing to review yet"
        every = self.accepted == self.total
        parts = [
            f"all {self.total} accepted" if every else f"{self.accepted} of {self.total} accepted",
            f"{self.guesses} {'guess' if self.guesses == 1 else 'guesses'}" if self.guesses else "",
            f"{self.read} from the code" if self.read else "",
            f"{self.changed} changed since" if self.changed else "",
        ]
        return " · ".join(part for part in parts if part)


def tally(entries: Iterable[Entry], findings: Findings, taken: Collection[str] = (), since: int = 0) -> Tally:
    total = accepted = changed = guessed = found = read = 0
    for entry in entries:
        total += 1
        accepts = entry.id in taken or is_accepted(entry)
        accepted += accepts
        read += not accepts and acceptance(entry) is Acceptance.READ
        changed += passes(entry, Filter.CHANGED, findings, taken, since)
        guessed += passes(entry, Filter.GUESSES, findings, taken)
        found += bool(findings.get(entry.id))
    return Tally(total, accepted, changed, guessed, found, read)


def next_to_accept(walk: Sequence[Placed], after: str, taken: Collection[str] = ()) -> str:
    """The id of the next entry that asks for the user's word, round the end; empty if none does."""
    ids = [placed.entry.id for placed in walk]
    start = ids.index(after) + 1 if after in ids else 0
    turned = (*walk[start:], *walk[:start])
    return next((one.entry.id for one in turned if passes(one.entry, Filter.OPEN, {}, taken)), "")


# What is loose


def findings_by_entry(state: State, citations: CitationResolver | None = None) -> Findings:
    """Everything the checks have to say about each entry, the worst first."""
    from roundtable_tui.artifacts.lint.crosscheck import cross_check
    from roundtable_tui.artifacts.lint.findings import Severity
    from roundtable_tui.artifacts.lint.requirements import smells_of

    rank = {severity: place for place, severity in enumerate(Severity)}
    found: dict[str, list[Finding]] = {}
    for finding in (*cross_check(state, citations), *smells_of(state.dossier)):
        if finding.entry:
            found.setdefault(finding.entry, []).append(finding)
    return {entry: tuple(sorted(some, key=lambda one: rank[one.severity])) for entry, some in found.items()}


# What the user decides

Decision = Callable[["State", int], tuple[Change, ...]]
"""What becomes of the dossier as it is now, if the user decides so in this turn."""


def accepting(shown: Entry) -> Decision:
    """The user was shown exactly this and says yes; of anything else they said nothing."""

    def decide(state: State, turn: int) -> tuple[Change, ...]:
        _still(state, shown)
        return (Change(Op.CONFIRM, shown.id, shown.kind, sources=(Confirmed(turn),)),)

    return decide


def accepting_all(shown: Sequence[Entry]) -> Decision:
    """The user says yes to all of these in one word; those that have changed since they were shown are left out."""

    def decide(state: State, turn: int) -> tuple[Change, ...]:
        still = [one for one in shown if (now := state.dossier.get(one.id)) and now.changed == one.changed]
        if not still:
            raise ChangedMeanwhileError("All of these have changed while you were looking.", "Read them again.")
        return tuple(Change(Op.CONFIRM, one.id, one.kind, sources=(Confirmed(turn),)) for one in still)

    return decide


def amending(shown: Entry, fields: Mapping[str, Value]) -> Decision:
    """These fields say what the user wrote; the others, and whether all of it is accepted, stay as they were."""

    def decide(state: State, turn: int) -> tuple[Change, ...]:
        _still(state, shown)
        return (Change(Op.REVISE, shown.id, shown.kind, dict(fields), (Stated(turn),)),)

    return decide


def answering(question: Entry, text: str) -> Decision:
    """The user's answer to an open question: a note of theirs that says both, in the question's place.

    Where a comment asked for a change and this is a wording, it is what the entry says from now on.
    """
    if not text.strip():
        raise UsageError("There is nothing in this answer.", "Write it behind the question's id.")

    def decide(state: State, turn: int) -> tuple[Change, ...]:
        _still(state, question)
        drop = Change(Op.DROP, question.id, Kind.QUESTION, sources=(Stated(turn),))
        name, _, field = says_instead(question, text, state).partition(".")
        changed = state.dossier.get(name)
        if changed and not problem_with(changed.kind, field, text.strip()):
            return Change(Op.REVISE, name, changed.kind, {field: text.strip()}, (Stated(turn),)), drop
        note = IdGiver(state.dossier.used).next(Kind.NOTE)
        fields: dict[str, Value] = {"text": f"{question.text()} {text.strip()}"}
        fields |= {"about": about} if (about := question.refs("about")) else {}
        return (
            Change(Op.RECORD, note, Kind.NOTE, fields, (Stated(turn),)),
            Change(Op.CONFIRM, note, Kind.NOTE, sources=(Confirmed(turn),)),
            drop,
        )

    return decide


def dropping(shown: Entry) -> Decision:
    def decide(state: State, turn: int) -> tuple[Change, ...]:
        _still(state, shown)
        return (Change(Op.DROP, shown.id, shown.kind, sources=(Stated(turn),)),)

    return decide


def mending(shown: Entry, change: Change) -> Decision:
    """What a check proposes is done, and nothing is accepted by it; an entry it adds gets the next free name."""

    def decide(state: State, turn: int) -> tuple[Change, ...]:  # noqa: ARG001 (it says what the check says)
        _still(state, shown)
        if change.op is not Op.RECORD:
            return (change,)
        return (replace(change, id=IdGiver(state.dossier.used).next(change.kind)),)

    return decide


def mendable(findings: Iterable[Finding]) -> Finding | None:
    """The first that can be mended without judgement."""
    return next((finding for finding in findings if finding.change), None)


def proposed(change: Change, entry: Entry) -> str:
    """What mending would do: "makes action CREATE"."""
    if change.op is Op.RECORD:
        return f"adds {SPECS[change.kind].a_one} about it"
    said = [
        f"makes {name.replace('_', ' ')} {_in_words(value)}" if value else f"empties {name.replace('_', ' ')}"
        for name, value in change.fields.items()
        if entry.get(name) != value
    ]
    return ", ".join(said) or "cites the lines where they stand now"


def _in_words(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _still(state: State, shown: Entry) -> None:
    now = state.dossier.get(shown.id)
    if now is None:
        raise _gone(shown)
    if now.changed != shown.changed:
        raise ChangedMeanwhileError(f"{shown.id} has changed while you were looking at it.", "Read it again.")


def _gone(entry: Entry) -> ChangedMeanwhileError:
    return ChangedMeanwhileError(f"{entry.id} was dropped while you were looking at it.", "Go on with another entry.")


def last_decision(events: Sequence[Event]) -> Reviewed | None:
    """What was last decided in a review, if the user has done nothing else since that could be taken back."""
    from roundtable_tui.session.undo import to_take_back

    last = to_take_back(events, max((event.exchange for event in events), default=0) + 1).exchanges
    void = voided_exchanges(events)
    for event in reversed(events):
        if event.exchange in last and event.exchange not in void and event.actor == USER:
            return event.body if isinstance(event.body, Reviewed) else None
    return None


_DONE = {Op.RECORD: "written", Op.REVISE: "amended", Op.CONFIRM: "accepted", Op.DROP: "dropped"}


def told(decision: Reviewed) -> str:
    """What was decided, in a few words: "FR-003 accepted"."""
    first = next(iter(decision.changes), None)
    if first is None:
        return "nothing"
    if first.kind is Kind.NOTE and first.op is Op.RECORD:
        about = first.fields.get("about", ())
        return f"comment on {about[0]}" if isinstance(about, tuple) and about else "comment"
    others = len(decision.changes) - 1 if first.op is Op.CONFIRM else 0
    also = f" and {others} more" if others else ""
    return f"{first.id}{also} {_DONE[first.op]}"


def concerned(decision: Reviewed) -> str:
    """The entry to look at after a decision was taken back."""
    for change in decision.changes:
        about = change.fields.get("about", ())
        if change.kind is Kind.NOTE and change.op is Op.RECORD and isinstance(about, tuple) and about:
            return about[0]
        return change.id
    return ""
