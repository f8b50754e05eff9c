"""States to render: a small one in plain words, and any the dossier can be in."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, IdGiver, Op, apply_change
from roundtable_tui.domain.dossier.kinds import SPECS, Field, FieldType, Kind, Value
from roundtable_tui.domain.dossier.provenance import Cited, Confirmed, FromDocument, HandEdit, Inferred, Source, Stated
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.events import ItemCreated
from tests.support.states import changed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roundtable_tui.domain.journal.state import State

ITEM = ItemCreated("pay-by-invoice", "Let customers pay by invoice", "manual", "", "guided", "standard")
CREATED = "2026-11-16T12:00:00.000Z"
_USER_SAID: tuple[Source, ...] = (Stated(3),)

NASTY = (
    "a | b",
    "`unclosed",
    "``two`` `one`",
    "# heading",
    "- **AC-001-01**: fake",
    "**Priority**: Must Have",
    "```json\n{}\n```",
    "~~~\nx\n~~~",
    "<script>alert(1)</script>",
    "<!-- open",
    "&lt;b&gt; &amp;",
    "one\r\ntwo\rthree",
    "tab\there \x1b[31mred\x1b[0m \x00 \u202e",
    "---",
    "===",
    "| `x.py` | CREATE |",
    "### FR-999: fake",
    "Scope: large\nFile Count: 3\nComplexity: high",
    'quote " and \\ backslash \\| pipe',
    "trailing #",
    "trailing \\",
    "1. list",
    ":--|--:",
    "🙂 émoji",
    "\ud800 surrogate",
    'end --> %%{init: {}}%% ]"]',
    "{{ 7 * 7 }} {% raw %}",
    "x" * 10_000,
    "   ",
    "",
    "no",
    "=1+1",
    "\ufffe\uffff",
)


def change(kind: Kind, entry_id: str, sources: tuple[Source, ...] = _USER_SAID, **fields: Value) -> Change:
    return Change(Op.RECORD, entry_id, kind, fields, sources)


def state_of(changes: Iterable[Change], scan: Scanned | None = None, item: ItemCreated | None = ITEM) -> State:
    entries: dict[str, Entry] = {}
    for number, one in enumerate(changes, start=2):
        apply_change(entries, one, number)
    return changed(
        item=item,
        created_at=CREATED,
        changed_at=CREATED,
        dossier=Dossier(entries, version=len(entries), version_at=CREATED, version_turn=3),
        scan=scan,
    )


def small() -> State:
    """Two requirements, each with everything that should hang on it."""
    return state_of(
        [
            change(Kind.PROBLEM, "PROB-001", text="Accounting chases 40 customers by hand every month."),
            change(Kind.USER, "USER-001", text="Accounts clerk", role="primary", pain="Types invoices in Word."),
            change(Kind.QUALITY, "NFR-001", text="Speed", threshold="p95 under 400 ms"),
            change(Kind.FR, "FR-001", title="Order on invoice", priority="Must Have"),
            change(Kind.FR, "FR-002", (Inferred((2,), ("FR-001",)),), title="Remind late payers"),
            change(Kind.AC, "AC-001-01", text="Given an order, When it is placed, Then it is invoiced", fr=("FR-001",)),
            change(Kind.AC, "AC-001-02", text="A refused order stores nothing", fr=("FR-001",)),
            change(Kind.AC, "AC-002-01", text="A reminder goes out on day 7", fr=("FR-002",)),
            change(Kind.STORY, "US-001", title="Order", role="clerk", want="to order", traces=("FR-001",)),
            change(Kind.STORY, "US-002", title="Remind", role="clerk", want="reminders", traces=("FR-002",)),
            change(Kind.FILE, "FILE-001", path="billing/invoices.py", action="CREATE", tier="1", why="numbers them"),
            change(Kind.FILE, "FILE-002", path="billing/tasks.py", action="MODIFY", tier="2"),
            change(Kind.OPTION, "OPT-001", title="Own invoices", cons="Fifteen days of work."),
            change(Kind.OPTION, "OPT-002", title="Rent a service", cons="Half a percent."),
            change(Kind.DECISION, "ADR-0001", title="Own invoices, because numbering is ours", status="accepted"),
            change(Kind.MODULE, "MOD-001", text="billing.invoices", responsibility="Numbers", traces=("FR-001",)),
            change(
                Kind.MODULE,
                "MOD-002",
                (Cited("billing/tasks.py", 10, 12),),
                text="dunning",
                traces=("FR-002",),
                files=("FILE-002",),
                depends_on=("MOD-001",),
            ),
            change(Kind.INTERFACE, "IF-001", text="place()", schema="order: {\n  id: UUID\n}", module=("MOD-001",)),
            change(Kind.FLOW, "FLOW-001", text="form → queue → ledger"),
            change(Kind.QUESTION, "Q-001", text="Who signs it off?", about=("FR-002",)),
        ]
    )


_VOCABULARY = (
    "invoice ledger clerk order refund credit number series month reminder contract address customer payment bank"
    " statement archive export import tax rate branch owner letter column total draft period limit queue"
).split()


def drafted() -> State:
    """As a model drafts an analysis: everything is inferred, each entry from others, and nobody has confirmed it."""
    told = Random(7)

    def words(count: int = 16) -> str:
        return " ".join(told.choices(_VOCABULARY, k=count)).capitalize()

    zones = [f"ZONE-{one:03d}" for one in range(1, 13)]
    guess: tuple[Source, ...] = (Inferred(entries=(zones[0], "FR-001")),)
    seen: tuple[Source, ...] = (Cited("billing/tasks.py", 10, 12),)
    rated: dict[str, Value] = {"likelihood": "high", "impact": "high"}
    changes = [change(Kind.PROBLEM, "PROB-001", text=words())]
    changes += [change(Kind.ZONE, one, seen, text=words(30), mitigation=words(), **rated) for one in zones]
    for fr in range(1, 8):
        name = f"FR-{fr:03d}"
        changes.append(change(Kind.FR, name, guess, title=words(4), text=words(25), priority="Must Have"))
        changes += [change(Kind.AC, f"AC-{fr:03d}-{ac:02d}", guess, text=words(24), fr=(name,)) for ac in range(1, 5)]
        changes.append(change(Kind.STORY, f"US-{fr:03d}", guess, title=words(3), want=words(9), traces=(name,)))
        changes.append(change(Kind.CONSTRAINT, f"CON-{fr:03d}", guess, text=words()))
        changes.append(change(Kind.MODULE, f"MOD-{fr:03d}", guess, text=words(3), responsibility=words(9)))
    changes += [change(Kind.OPTION, f"OPT-{one:03d}", guess, title=words(4), text=words(25)) for one in range(1, 4)]
    for adr, options in ((1, ("OPT-001",)), (2, ("OPT-001", "OPT-002"))):
        changes.append(
            change(Kind.DECISION, f"ADR-{adr:04d}", guess, title=words(4), decision=words(25), options=options)
        )
    changes.append(change(Kind.FILE, "FILE-001", seen, path="billing/tasks.py", action="MODIFY", tier="1"))
    return state_of(changes)


def full() -> State:
    """Every kind of entry with every field filled, each text with a word of its own."""
    ids = IdGiver({})
    changes = []
    for kind in sorted(Kind, key=lambda one: one is not Kind.FR):
        for number in (1,) if SPECS[kind].single else (1, 2):
            fields = {field.name: _filled(kind, field, number) for field in SPECS[kind].fields}
            changes.append(Change(Op.RECORD, ids.next(kind, "FR-001"), kind, fields, _USER_SAID))
    return state_of(changes)


def _filled(kind: Kind, field: Field, number: int) -> Value:
    named = {"fr": "FR-001", "traces": "FR-001", "module": "MOD-001", "options": "OPT-001", "files": "FILE-001"}
    match field.type:
        case FieldType.NUMBER:
            return 7
        case FieldType.CHOICE:
            return field.choices[0]
        case FieldType.REFS:
            return (named[field.name],) if field.name in named else ()
    return f"{kind} {field.name} word{number}"


def texts() -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(NASTY), st.text(max_size=40), st.lists(st.sampled_from(NASTY[:24])).map("\n".join))


def sources() -> st.SearchStrategy[tuple[Source, ...]]:
    one = st.one_of(
        st.integers(0, 99).map(Stated),
        st.integers(0, 99).map(Confirmed),
        texts().map(HandEdit),
        st.builds(FromDocument, texts(), st.integers(0, 9), st.booleans()),
        st.builds(Cited, texts(), st.integers(1, 9), st.integers(1, 9)),
        st.builds(Inferred, st.lists(st.integers(0, 9), max_size=2).map(tuple)),
    )
    return st.lists(one, max_size=2).map(tuple)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any dossier: every kind, every field there or not, references to things that exist and things that do not."""
    ids = IdGiver({})
    kinds = draw(st.lists(st.sampled_from(list(Kind)), max_size=14))
    known: list[tuple[Kind, str]] = [(kind, ids.next(kind)) for kind in kinds if kind is not Kind.AC]
    requirements = [entry_id for kind, entry_id in known if kind is Kind.FR]
    if requirements:
        owners = draw(st.lists(st.sampled_from(requirements), max_size=4))
        known += [(Kind.AC, ids.next(Kind.AC, owner)) for owner in owners]
    everything = [entry_id for _, entry_id in known]
    changes = []
    for kind, entry_id in known:
        fields = draw(_fields(kind, everything))
        if kind is Kind.AC:
            fields["fr"] = (f"FR-{entry_id.split('-')[1]}",)
        changes.append(Change(Op.RECORD, entry_id, kind, fields, draw(sources())))
    item = draw(st.one_of(st.none(), texts().map(lambda text: ItemCreated("slug", text, text, text, "guided", ""))))
    return state_of(changes, draw(_scans()), item)


def _scans() -> st.SearchStrategy[Scanned | None]:
    paths = st.lists(texts(), max_size=3).map(tuple)
    hits = st.builds(Hit, texts(), st.integers(0, 9), st.integers(0, 9), paths)
    scan = st.builds(
        Scanned, paths, st.lists(hits, max_size=2).map(tuple), paths, st.just(9), st.just(1), st.just(""), texts()
    )
    return st.one_of(st.none(), scan)


@st.composite
def _fields(draw: st.DrawFn, kind: Kind, everything: list[str]) -> dict[str, Value]:
    fields = draw(st.lists(st.sampled_from(SPECS[kind].fields), min_size=1, max_size=6))
    return {field.name: draw(_values(field, everything)) for field in fields}


def _values(field: Field, everything: list[str]) -> st.SearchStrategy[Value]:
    match field.type:
        case FieldType.NUMBER:
            return st.integers(0, 99)
        case FieldType.CHOICE:
            return st.sampled_from(field.choices)
        case FieldType.REFS:
            return st.lists(st.one_of(st.sampled_from([*everything, "FR-404"]), texts()), max_size=3).map(tuple)
        case FieldType.LIST:
            return st.lists(texts(), max_size=3).map(tuple)
    return texts()
