"""An investigator without a model: it reads two files and drafts a small analysis, one batch each time it is let.

What stands in the dossier already, or was asked, it does not propose again, as a model that is shown both would not.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind, Value
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.journal.code_facts import Seen
from roundtable_tui.domain.journal.conversation_events import LookEnded
from roundtable_tui.domain.journal.events import Contributed
from roundtable_tui.domain.journal.values import LookDepth, LookEnd, LookPart, Tokens
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.session.code.investigation import WHO
from roundtable_tui.session.updates import Happened
from roundtable_tui.voices.offline.voice import OfflineVoice
from roundtable_tui.voices.protocol import Batch, Busy, LookLimits, LookOver, Used
from roundtable_tui.voices.tasks import Look

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from roundtable_tui.domain.dossier.provenance import Source
    from roundtable_tui.domain.journal.events import Body
    from roundtable_tui.session.session import ItemSession
    from roundtable_tui.session.updates import Update
    from roundtable_tui.voices.protocol import Brief, LookPiece, Part

USED = Tokens("a-model", 100, 20)
"""What each batch costs."""
CODE = "src/billing/core.py"


class Found(Struct, frozen=True):
    """Something to propose; `fr` is the title of the requirement it belongs to."""

    kind: Kind
    main: str
    fields: dict[str, Value] = {}
    fr: str = ""
    cites: bool = False


def _file(path: str) -> Found:
    return Found(Kind.FILE, path, {"action": "MODIFY", "tier": "1", "why": "speaks of invoices"}, cites=True)


def _requirement(title: str) -> tuple[Found, ...]:
    story: dict[str, Value] = {"role": "customer", "want": title, "so_that": "nobody pays in advance"}
    return (
        Found(Kind.FR, title, {"text": f"{title}, as the draft says.", "priority": "Must Have"}),
        Found(Kind.AC, f"Given a business customer, then: {title}", fr=title),
        Found(Kind.STORY, f"Story of: {title}", story, fr=title),
    )


def _raised(question: str, guess: str, fr: str, loss: str) -> Found:
    weighed: dict[str, Value] = {"sort": "limit", "loss": loss, "sure": "low", "knows": "user"}
    return Found(Kind.QUESTION, question, {"guess": guess, "keeps": "constraint.text", **weighed}, fr=fr)


PAY, SHOW, REMIND = "Pay by invoice at checkout", "Download the invoice", "Write to whoever pays late"
BATCHES: dict[LookPart, tuple[tuple[Found, ...], ...]] = {
    LookPart.READING: (
        (_file(CODE), Found(Kind.NOTE, "Today an invoice is handed back as it came.", cites=True)),
        (_file("src/checkout/core.py"), Found(Kind.ZONE, "It knows no due date", {"type": "fragile"}, cites=True)),
    ),
    LookPart.REQUIREMENTS: (
        (Found(Kind.USER, "business customers", {"role": "primary"}), *_requirement(PAY)),
        (*_requirement(SHOW), *_requirement(REMIND)),
        (
            _raised("How many days are there to pay?", "30 days", PAY, "high"),
            _raised("What happens to an invoice of nothing?", "It is not made.", SHOW, "high"),
        ),
    ),
    LookPart.ARCHITECTURE: (
        (
            Found(Kind.OPTION, "In the order", {"pros": "simple", "cons": "grows"}),
            Found(Kind.OPTION, "A module of its own", {"pros": "apart", "cons": "more"}),
        ),
        (Found(Kind.DECISION, "Own module", {"decision": "A module of its own", "status": "proposed"}),),
    ),
    LookPart.DESIGN: (
        (Found(Kind.MODULE, "billing.terms", {"responsibility": "due dates"}, fr=PAY),),
        (Found(Kind.INTERFACE, "due_date(order)", {"schema": "date"}),),
    ),
}  # fmt: skip
PIECES = sum(len(batches) + 1 for batches in BATCHES.values()) - 1
"""Batches and ends of parts, all together; the last two parts have one end."""
_DOING = {
    LookPart.READING: "Alex reads the code",
    LookPart.REQUIREMENTS: "Maya drafts the requirements",
    LookPart.ARCHITECTURE: "Alex drafts the architecture",
    LookPart.DESIGN: "Jordan drafts the design",
}
_OWNERS = {Kind.AC: "fr", Kind.STORY: "traces", Kind.QUESTION: "about", Kind.MODULE: "traces"}


class DraftingVoice:
    """Speaks as the offline interviewer does; each piece of its look waits until it is let."""

    name = "drafting"
    limits = LookLimits(LookDepth.THOROUGH)

    def __init__(self, let: int = 0) -> None:
        self._let = asyncio.Semaphore(let)
        self._under_way: dict[LookPart, asyncio.Event] = {}

    def let(self) -> None:
        """One more batch, or the end of the part, may come."""
        self._let.release()

    def _gate(self, _brief: Brief) -> asyncio.Semaphore:
        return self._let

    def speak(self, brief: Brief) -> AsyncIterator[Part]:
        return OfflineVoice().speak(brief)

    async def look(self, brief: Brief) -> AsyncIterator[LookPiece]:
        assert isinstance(brief.task, Look)
        part = brief.task.part
        if part is None:
            yield LookOver(LookEnd.DONE)
            return
        ended = self._under_way[part] = asyncio.Event()
        try:
            async for piece in self._draft(brief, brief.task, part):
                yield piece
        finally:
            ended.set()

    async def _draft(self, brief: Brief, task: Look, part: LookPart) -> AsyncIterator[LookPiece]:
        batches = (*BATCHES[part], *(BATCHES[task.also] if task.also else ()))
        known = {(entry.kind, entry.text()): entry.id for entry in brief.state.dossier}
        asked = [point.question.text for point in brief.state.talk.ledger.points.values() if point.question]
        for number, batch in enumerate(batches, 1):
            new = [found for found in batch if (found.kind, found.main) not in known and not _is_in(found, asked)]
            if not new:
                continue
            yield Busy(f"{_DOING[part]} ({number} of at most {len(batches)})")
            await self._pass(brief, part)
            yield Used(USED)
            yield Batch(tuple(_changes(new, brief, known)), seen=tuple(_seen(new)))
        await self._pass(brief, part)
        yield LookOver(LookEnd.DONE, "" if part is LookPart.DESIGN else f"{part} is done.")

    async def _pass(self, brief: Brief, part: LookPart) -> None:
        """Parts that go on at the same time bring theirs one after the other: a run goes the same way every time."""
        for earlier in LookPart:
            if earlier is part:
                break
            if ended := self._under_way.get(earlier):
                await ended.wait()
        await self._gate(brief).acquire()


class Pieces:
    """Waits for what the look brings, piece by piece."""

    def __init__(self, session: ItemSession, voice: DraftingVoice) -> None:
        self._voice = voice
        self._came = asyncio.Event()
        session.subscribe(self._note)

    def _note(self, update: Update) -> None:
        if isinstance(update, Happened) and is_piece(update.event.body):
            self._came.set()

    async def next(self) -> None:
        self._came.clear()
        self._voice.let()
        await self._came.wait()


def is_piece(body: Body) -> bool:
    return isinstance(body, LookEnded) or (isinstance(body, Contributed) and body.who == WHO)


class DraftingTeam(DraftingVoice):
    """As workers of a team: each waits until it is let itself."""

    def __init__(self, **let: int) -> None:
        """So many pieces each, by first name."""
        super().__init__()
        names = {ALEX: "alex", MAYA: "maya", JORDAN: "jordan"}
        self._gates = {key: asyncio.Semaphore(let.get(name, 0)) for key, name in names.items()}

    def let_one(self, persona: str) -> None:
        self._gates[persona].release()

    def _gate(self, brief: Brief) -> asyncio.Semaphore:
        return self._gates[brief.persona.key]

    async def _pass(self, brief: Brief, part: LookPart) -> None:
        await self._gate(brief).acquire()


def _is_in(found: Found, asked: list[str]) -> bool:
    """Whether it was put to the user already: what is answered stands in the dossier no more."""
    return found.kind is Kind.QUESTION and any(found.main in text for text in asked)


def _changes(batch: list[Found], brief: Brief, known: dict[tuple[Kind, str], str]) -> Iterator[Change]:
    for found in batch:
        owner = known.get((Kind.FR, found.fr), "")
        given = brief.ids.next(found.kind, owner if found.kind is Kind.AC else "")
        known[found.kind, found.main] = given
        fields: dict[str, Value] = {SPECS[found.kind].main: found.main, **found.fields}
        if owner:
            fields[_OWNERS[found.kind]] = (owner,)
        sources: tuple[Source, ...] = (Inferred((1,)),)
        if found.cites and brief.code:
            sources = (brief.code.cite(CODE, 1, 2), *sources)
        yield Change(Op.RECORD, given, found.kind, fields, sources)


def _seen(batch: list[Found]) -> Iterator[Seen]:
    if any(found.cites for found in batch):
        yield Seen(CODE, 1, 2)
