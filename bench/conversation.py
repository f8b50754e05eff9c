"""A conversation: how soon it asks, what its requests hold, what the end of it costs, and typing while all of it runs.

The model answers at once from a server on loopback, so what is measured is the program; the baselines are the same
requests sent bare, the same changes made to the disk bare, and the same screen at rest.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct, field
from msgspec.structs import replace

from bench.documents import AT, large_dossier
from bench.echo import LETTERS, Running, p95
from bench.echo import start as start_typing
from bench.measuring import Measured, median_seconds, show
from bench.startup import start
from roundtable_tui.domain.dossier.contradictions import contradictions
from roundtable_tui.domain.dossier.provenance import Inferred
from roundtable_tui.domain.journal.events import APP, VOICE, Event, ItemCreated, Outcome, Spoke
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.domain.journal.waiting import ForAnswer, ForVerdict
from roundtable_tui.domain.knowledge.coverage import coverage
from roundtable_tui.domain.knowledge.points.open_points import open_points, topics_asked
from roundtable_tui.modes.conversation.outline import outline
from roundtable_tui.session.intents import Start, Submit, WrapUp
from roundtable_tui.session.proposals import Proposal
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.voices.offline.voice import OfflineVoice
from tests.support.conversations import open_conversation
from tests.support.disk.crashes import Image, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.messages_api.replies import Reply, Text
from tests.support.messages_api.server import KEY, MessagesServer
from tests.support.projects import DESCRIPTION, project_in, shipped_knowledge, write_code
from tests.support.sessions import seated
from tests.support.voices.analyst_model import PATH, AnalystModel, kind_of, point
from tests.support.voices.model_voices import voice_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.session.session import ItemSession
    from tests.support.disk.disks import Operation
    from tests.support.messages_api.server import Received

TURNS = (5, 50, 200)
STARTS = 7
ENDS = 5
REDRAWS = 25
KEYS = 100
PAUSE = 1.5
"""Seconds after an answer: until the look has begun, or until both stream."""
_AROUND = 20
"""So many turns before the one that is named go into its figure."""
REQUIREMENTS = 18
"""With what goes with them, 150 entries: the draft of a standard change."""
TOKENS_A_SECOND = 200
PARAGRAPHS = 120
"""Of some 800 letters each: enough for both to stream until the last key is typed."""
_ANALYZE = ["-m", "roundtable_tui", "analyze", DESCRIPTION, "--mode", "conversation"]
_QUESTION = "What is it for?"
_WORDS = (
    "invoice order customer ledger reminder clerk branch report export archive refund discount tax shop mail".split()
)
_CODE = "def make_invoice(order):\n    return order\n\n\ndef remind():\n    pass\n"
_BARE = """
import json, os, sys, anthropic
body = json.load(open(sys.argv[1]))
body.pop("stream", None)
with anthropic.Anthropic().messages.stream(**body) as stream:
    for event in stream:
        pass
print(stream.get_final_message().content[-1].input["text"])
"""


class Noted(Struct):
    """A model that notes when it was asked for what."""

    model: AnalystModel
    asked: list[tuple[float, str]] = field(default_factory=list)

    def __call__(self, received: Received) -> Reply:
        self.asked.append((time.perf_counter(), kind_of(received)))
        return self.model(received)

    def first_since(self, moment: float) -> float:
        """Seconds until it was asked for an answer to what the user said."""
        return next(at for at, kind in self.asked if at >= moment and kind == "reply") - moment


def _sentences() -> Iterator[str]:
    """Answers of a talkative user, about this and that and never the same."""
    draw = random.Random(15)
    while True:
        picked = [draw.choice(_WORDS) for _ in range(60)]
        yield " ".join(f"The {one} of each {other} goes to the {third}." for one, other, third in _threes(picked))


def _threes(picked: list[str]) -> Iterator[tuple[str, str, str]]:
    return zip(picked[::3], picked[1::3], picked[2::3], strict=True)


def _write_project(root: Path) -> None:
    write_code(root)
    (root / PATH).write_text(_CODE)


def _send_bare(server: MessagesServer, requests: list[Received]) -> None:
    for received in requests:
        connection = HTTPConnection(urlsplit(server.url).netloc)
        connection.request("POST", received.path, received.body, received.headers)
        connection.getresponse().read()
        connection.close()


# How soon it asks


def _first_question() -> None:
    """From exec, on the real screen, against a program that sends the same request and prints what it is answered."""
    more = {"ANTHROPIC_API_KEY": KEY}
    with tempfile.TemporaryDirectory() as folder, MessagesServer(answer=AnalystModel()) as server:
        home, body = Path(folder), Path(folder) / "request.json"
        more |= {"ANTHROPIC_BASE_URL": server.url}
        start(_ANALYZE, _QUESTION.encode(), home, **more)
        body.write_bytes(server.received[0].body)
        taken: dict[str, list[float]] = {"a bare request": [], "analyze …, first question": []}
        for _ in range(STARTS):
            for name, arguments in zip(taken, (["-c", _BARE, str(body)], _ANALYZE), strict=True):
                taken[name].append(start(arguments, _QUESTION.encode(), home, **more).complete)
    baseline, asked = (Measured(name, statistics.median(times)) for name, times in taken.items())
    show("Exec to the first question, with a model that answers at once", baseline, [asked])


class Walked(Struct):
    """What was measured in each turn of a long conversation."""

    to_request: list[float] = field(default_factory=list)
    to_question: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    tokens: dict[int, int] = field(default_factory=dict)
    """By the number of the turn; the first answer is not measured."""


async def _long_conversation() -> Walked:
    """The model raises a point with each answer, so that there is always something to ask."""
    walked = Walked()
    model = Noted(AnalystModel())
    with tempfile.TemporaryDirectory() as folder, MessagesServer(answer=model) as server:
        _write_project(Path(folder))
        async with seated(open_conversation(project_in(Path(folder))), voice_at(server)) as session:
            await session.warm_voice()
            await session.do(Start())
            await session.do(Submit("Finance loses two days a month."))
            await session.investigate()
            await session.do(Submit(f"/budget {max(TURNS)}"))
            for said in itertools.islice(_sentences(), max(TURNS) - 1):
                await _turn(session, server, model, said, walked)
    return walked


async def _turn(session: ItemSession, server: MessagesServer, model: Noted, said: str, walked: Walked) -> None:
    asked = session.state.talk.waiting
    assert isinstance(asked, ForAnswer), f"after {len(walked.tokens)} turns it waits for {asked}"
    number = len(walked.tokens) + 1
    model.model.raises = point(f"Case {number}: {said[:60]} How is that?", guess=f"Case {number}: {said[:80]}")
    stands: list[float] = []

    def look(_: object) -> None:
        waiting = session.state.talk.waiting
        if isinstance(waiting, ForAnswer) and waiting != asked:
            stands.append(time.perf_counter())

    forget, before, pressed = session.subscribe(look), len(server.received), time.perf_counter()
    await session.do(Submit(said))
    forget()
    sent = server.received[before:]
    walked.to_request.append(model.first_since(pressed))
    walked.to_question.append(stands[0] - pressed)
    counted = [received.tokens for received in sent if kind_of(received) == "reply" and received.tokens]
    walked.tokens[len(walked.tokens) + 2] = counted[0].total
    began = time.perf_counter()
    await asyncio.to_thread(_send_bare, server, sent)
    walked.bare.append(time.perf_counter() - began)


def _show_turns(walked: Walked) -> None:
    asked = Measured("the next question stands", statistics.median(walked.to_question), _late(walked.to_question))
    bare = Measured("its requests, bare", statistics.median(walked.bare), _late(walked.bare))
    show(f"An answer to the question after it, over {max(TURNS)} turns", bare, [asked])
    print(f"\nEnter to request on the wire, journal synced in between: {_late(walked.to_request)}")
    for turn in TURNS:
        around = slice(max(0, turn - _AROUND), turn)
        took, bare_took = (statistics.median(times[around]) for times in (walked.to_request, walked.bare))
        print(f"  to turn {turn:>3}  p50 {took * 1e3:>6.1f} ms  {took / bare_took:.1f}× its requests, bare")
    print("\nTokens of a request in a conversation (the server's count, four characters a token)")
    for turn in TURNS:
        total = walked.tokens[turn]
        print(f"  turn {turn:>3}  {total:>7,}  {total / walked.tokens[TURNS[0]]:.2f}×")


def _late(times: list[float]) -> str:
    return f"p95 {p95(times) * 1e3:.1f} ms"


# What it costs


async def _tokens_per_criterion() -> None:
    """A whole conversation: guesses are taken, everything else is answered in a sentence, summaries are accepted."""
    with tempfile.TemporaryDirectory() as folder, MessagesServer(answer=AnalystModel()) as server:
        _write_project(Path(folder))
        async with seated(open_conversation(project_in(Path(folder))), voice_at(server)) as session:
            await session.do(Start())
            await session.do(Submit("Finance loses two days a month."))
            await session.investigate()
            answers, questions = _sentences(), 2
            while not session.state.talk.ending:
                waiting = session.state.talk.waiting
                questions += isinstance(waiting, ForAnswer)
                guessed = isinstance(waiting, ForAnswer) and waiting.question.suggestion
                said = "looks good" if isinstance(waiting, ForVerdict) else "yes" if guessed else next(answers)[:120]
                await session.do(Submit(said))
            state = session.state
        counted = [received.tokens for received in server.received if received.tokens]
    met = sum(len(one.met) for one in coverage(topics_asked(state, shipped_knowledge()), state))
    total, read = sum(one.total for one in counted), sum(one.cache_read for one in counted)
    written = sum(spent.output for spent in state.spent.values())
    print(f"\nA whole conversation: {questions} questions, {len(counted)} requests, {met} criteria met")
    print(f"  tokens sent {total:,} ({read / total:.0%} from the cache), written {written:,}")
    print(f"  for each criterion met {(total + written) / met:,.0f}, without those from the cache ", end="")
    print(f"{(total - read + written) / met:,.0f}")


# The end


async def _end(root: Path) -> tuple[float, Image, list[Operation]]:
    """Seconds until all documents of a drafted analysis are written and it is over, and what that did to the disk."""
    _write_project(root)
    disk = RecordingDisk(RealDisk(), root)
    async with seated(open_conversation(project_in(root, disk)), OfflineVoice()) as session:
        await session.do(Start())
        await session.do(Submit("Finance loses two days a month."))
        await session.propose(Proposal("bench", session.state.seq, tuple(large_dossier(REQUIREMENTS)), lent=True))
        before, done = Image.of(root), len(disk.operations)
        began = time.perf_counter()
        await session.do(WrapUp())
        took = time.perf_counter() - began
        assert session.state.talk.ending
        return took, before, disk.operations[done:]


def _again(operations: list[Operation], root: Path) -> float:
    disk = RealDisk()
    calls: dict[str, Callable[[Operation], None]] = {
        "write": lambda one: disk.write(root / one.path, one.data),
        "append": lambda one: disk.append(root / one.path, one.data),
        "replace": lambda one: disk.replace(root / one.path, root / one.target),
        "truncate": lambda one: disk.truncate(root / one.path, one.size),
        "sync": lambda one: disk.sync(root / one.path),
        "sync_folder": lambda one: disk.sync_folder(root / one.path),
        "make_folder": lambda one: disk.make_folder(root / one.path),
        "remove": lambda one: disk.remove(root / one.path),
    }
    began = time.perf_counter()
    for one in operations:
        calls[one.name](one)
    return time.perf_counter() - began


def _finalisation() -> None:
    ends, bare = [], []
    for number in range(ENDS + 1):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
            took, before, operations = asyncio.run(_end(Path(folder)))
            materialise(before, Path(other))
            alone = _again(operations, Path(other))
        if number:
            ends.append(took)
            bare.append(alone)
    written = sum(len(one.data) for one in operations)
    syncs = sum(one.name.startswith("sync") for one in operations)
    baseline = Measured("the same bytes and syncs", statistics.median(bare), f"{written / 1000:.0f} kB, {syncs} syncs")
    show("All documents at the end of a drafted analysis", baseline, [Measured("finalised", statistics.median(ends))])


# The screen


def _drafted(*, stated: bool) -> State:
    changes = tuple(large_dossier(REQUIREMENTS))
    if not stated:
        changes = tuple(replace(change, sources=(Inferred((1,)),)) for change in changes)
    created = ItemCreated("invoices", DESCRIPTION, "manual", "", "conversation", "standard")
    spoke = Spoke("offline", "1", Outcome.FINISHED, changes=changes)
    return fold([Event(1, AT, 1, APP, 0, created), Event(2, AT, 1, VOICE, 0, spoke)])


def _anew(state: State) -> State:
    """The same, as if it had just changed: nothing is remembered of it."""
    return replace(state, dossier=replace(state.dossier))


def _redraws() -> None:
    knowledge, empty = shipped_knowledge(), fold([])
    for stated in (False, True):
        state = _drafted(stated=stated)
        parts: dict[str, Callable[[], object]] = {
            "contradictions": lambda state=state: contradictions(_anew(state).dossier),
            "open points": lambda state=state: open_points(_anew(state), knowledge),
            "the whole sidebar, just changed": lambda state=state: outline(_anew(state), knowledge),
            "the whole sidebar, drawn again": lambda state=state: outline(state, knowledge),
        }
        rows = [Measured(name, median_seconds(work, REDRAWS)) for name, work in parts.items()]
        baseline = Measured("an empty dossier", median_seconds(lambda: outline(_anew(empty), knowledge), REDRAWS))
        show(f"The sidebar for {len(state.dossier)} entries, {'stated' if stated else 'drafted'}", baseline, rows)


class Streaming(AnalystModel):
    """From the second answer on it talks on and on, and the look beside that thinks aloud on and on."""

    def __call__(self, received: Received) -> Reply:
        kind = kind_of(received)
        if kind != "reading" and "reading" not in self.asked:
            return super().__call__(received)
        self.asked.append(kind)
        return Reply((Text("\n\n".join(itertools.islice(_sentences(), PARAGRAPHS)), 4),), pause=1 / TOKENS_A_SECOND)


def _typed(running: Running, keys: int) -> list[float]:
    times = []
    for count in range(keys):
        if count % len(LETTERS) == 0:
            running.clear()
        running.read_for(random.uniform(0.002, 0.02))
        times.append(running.press(LETTERS[count % len(LETTERS)]))
    return times


def _typing() -> None:
    with (
        tempfile.TemporaryDirectory() as home,
        tempfile.TemporaryDirectory() as project,
        MessagesServer(answer=Streaming()) as server,
    ):
        _write_project(Path(project))
        more = {"HOME": home, "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
        running = start_typing("the table", _ANALYZE, Path(project), **more)
        try:
            _typed(running, 15)
            at_rest = _typed(running, KEYS)
            for said in ("Finance loses two days a month.", "They write each invoice by hand."):
                running.clear()
                running.say(said)
                running.read_for(PAUSE)
            both = _typed(running, KEYS)
            streaming = {kind_of(one) for one in server.received if not one.answered.is_set()}
        finally:
            running.close()
    assert streaming == {"reading", "reply"}, f"in the end only these streamed: {streaming}"
    show(
        f"Key echo in the composer while a turn and a look stream {TOKENS_A_SECOND} tokens a second each",
        Measured("at rest", statistics.median(at_rest), _late(at_rest)),
        [Measured("while both stream", statistics.median(both), _late(both))],
    )


def main() -> None:
    _first_question()
    _show_turns(asyncio.run(_long_conversation()))
    asyncio.run(_tokens_per_criterion())
    _finalisation()
    _redraws()
    _typing()


if __name__ == "__main__":
    main()
