"""The conversation: who said what, as it is said and as it stands in the journal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from roundtable_tui.ui.lines.blocks import Block, Kind
from roundtable_tui.ui.lines.highlight import warm
from roundtable_tui.ui.lines.view import LineView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.domain.journal.state import Spoken, State
    from roundtable_tui.domain.journal.values import Utterance
    from roundtable_tui.voices.protocol import Said

_USER = "user"
_APP = "app"
_SPOKEN = (Kind.TALK, Kind.GREETING, Kind.QUESTION, Kind.SYNTHESIS)
_WARM_AFTER = 1.5
"""Seconds: start-up has better things to do than to compile lexers."""
_PERSONAS = ("maya", "alex", "jordan")

_NEW_LINE = re.compile(r" · (?=[A-Z]+-\d)|(?<=[.…]) (?=(?:Noted|Confirmed|Still only my guess): )")
"""Between two entries of one receipt, and between what was done and what else: each stands on a line of its own."""


class Transcript(LineView):
    """Shows a state's transcript, and below it what is being said at this moment."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"transcript--{name}" for name in (*_PERSONAS, "other", "app")}
    DEFAULT_CSS = """
    Transcript {
        & > .transcript--maya { color: $maya; }
        & > .transcript--alex { color: $alex; }
        & > .transcript--jordan { color: $jordan; }
        & > .transcript--other { color: $primary; }
        & > .transcript--app { color: $muted; }
    }
    """

    def __init__(self, *, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(name=name, id=id, classes=classes)
        self._names: Mapping[str, str] = {}
        self._shown: list[Spoken | Block] = []
        """What stands; a bare block is a notice that no journal knows of."""
        self._held: list[Block] = []
        """Notices that came while somebody was speaking."""
        self._notices = 0
        self._opening: Block | None = None
        """What the user wants analysed, which is the item's own and stands before all that is said."""

    def on_mount(self) -> None:
        self.set_timer(_WARM_AFTER, self._warm)

    def _warm(self) -> None:
        self.run_worker(warm, thread=True, group="warming", exit_on_error=False)

    @property
    def streaming(self) -> bool:
        """Whether something is shown that is not settled yet."""
        return len(self._store) > len(self._shown)

    def load(self, state: State, names: Mapping[str, str]) -> None:
        """Shows a whole transcript; `names` are the personas' first names by their keys."""
        self._names = names
        self._shown, self._held, self._opening = [], [], None
        self.set_blocks(())
        self.settle(state)
        self.scroll_to_tail()

    def settle(self, state: State) -> None:
        """What was shown as it was said gives way to what the journal says; the rest stays as it is."""
        self._open_with(_opening_of(state))
        position, agreed = self._agreeing(state.talk.transcript)
        del self._shown[position:]
        rows: list[Spoken | Block] = [*state.talk.transcript[agreed:], *self._held]
        self._held = []
        if rows or len(self._store) > position:
            blocks = list(self._store_blocks(position))
            for row in rows:
                self._shown.append(row)
                blocks.append(row if isinstance(row, Block) else self._block(row, blocks))
            self.set_blocks_from(position, blocks[position:])

    def _open_with(self, opening: Block | None) -> None:
        if opening == self._opening:
            return
        stood, self._opening = self._opening is not None, opening
        first = [opening] if opening else []
        self._shown[:stood] = first
        said = [replace(one, gap=one.gap or bool(first)) for one in self.blocks[stood : stood + 1]]
        self.set_blocks_from(0, [*first, *said, *self.blocks[stood + 1 :]])

    def spoke(self, utterance: Utterance, turn: int) -> None:
        """Shows something finished, before the journal is asked."""
        from roundtable_tui.domain.journal.state import Spoken

        spoken = Spoken(turn, utterance)
        blocks = list(self._store_blocks(len(self._shown)))
        self._shown.append(spoken)
        self.set_blocks_from(len(blocks), [self._block(spoken, blocks)])

    def stream(self, part: Said, turn: int) -> None:
        """Shows words as they come: more of the same utterance, or the beginning of the next."""
        from roundtable_tui.domain.journal.state import Spoken
        from roundtable_tui.domain.journal.values import Utterance

        if part.more and self.open_key:
            self.extend(part.text)
            return
        self.close_block()
        spoken = Spoken(turn, Utterance(part.speaker, part.text, part.role))
        self.open_block(self._block(spoken, self._store_blocks(len(self._store))))

    def notice(self, text: str) -> None:
        """Shows a remark that is no part of the analysis; one that comes while somebody speaks waits for the end."""
        self._notices += 1
        block = Block(f"notice-{self._notices}", text, Kind.NOTICE, markdown=False, gap=1 if self._shown else 0)
        if self.streaming:
            self._held.append(block)
            return
        self._shown.append(block)
        self.append(block)

    @property
    def last_said(self) -> str:
        """The words of the last speaker, for a copy without a selection."""
        spoken = [row for row in self._shown if not isinstance(row, Block) and row.utterance.speaker != _USER]
        return spoken[-1].utterance.text if spoken else ""

    @property
    def turn_at_top(self) -> int:
        """The turn one has gone back to; 0 at the tail, where the last is meant."""
        top = self._store.at(round(self.scroll_y))
        return top[0].block.turn if top and not self.at_tail else 0

    def step_turn(self, direction: int) -> None:
        """To the turn before or after the one at the top."""
        turns = sorted({block.turn for block in self.blocks})
        top = self._store.at(round(self.scroll_y))
        here = turns.index(top[0].block.turn) if top else 0
        wanted = min(max(here + direction, 0), len(turns) - 1)
        if turns:
            self.jump_to_turn(turns[wanted])

    def jump_to_turn(self, turn: int) -> bool:
        """Goes to where a turn begins; False if it is not there."""
        return any(block.turn == turn and self.jump_to(block.key) for block in self.blocks)

    def jump_to_step(self, step_id: str) -> bool:
        """Goes to where a step was last begun; False if its header is not there."""
        headers = [one.key for one in self.blocks if one.kind is Kind.HEADER and f"Step {step_id}:" in one.text]
        return bool(headers) and self.jump_to(headers[-1])

    def _store_blocks(self, count: int) -> Sequence[Block]:
        return [entry.block for entry in self._store.entries[:count]]

    def _agreeing(self, transcript: Sequence[Spoken]) -> tuple[int, int]:
        """How many rows still stand, and how many of the transcript's they show."""
        agreed = 0
        for position, row in enumerate(self._shown):
            if isinstance(row, Block):
                continue
            if agreed >= len(transcript) or (row is not transcript[agreed] and row != transcript[agreed]):
                return position, agreed
            agreed += 1
        return len(self._shown), agreed

    def _block(self, spoken: Spoken, before: Sequence[Block]) -> Block:
        utterance = spoken.utterance
        kind = Kind.USER if utterance.speaker == _USER else Kind(str(utterance.role))
        previous = before[-1] if before else None
        block = Block(
            key=f"turn-{spoken.turn}.{self._number(spoken.turn, before)}",
            text=_NEW_LINE.sub("\n", utterance.text) if kind is Kind.CAPTURED else utterance.text,
            kind=kind,
            style=self._style(utterance.speaker),
            markdown=kind in _SPOKEN and utterance.speaker != _APP,
            turn=spoken.turn,
            gap=_gap(kind, previous),
            partial=spoken.broke_off,
        )
        if kind in _SPOKEN and utterance.speaker != _APP and not _goes_on(block, before):
            return replace(block, label=self._names.get(utterance.speaker, utterance.speaker))
        return block

    def _style(self, speaker: str) -> str:
        if speaker in (_APP, _USER):
            return _APP
        first_name = self._names.get(speaker, speaker).lower()
        return first_name if first_name in _PERSONAS else "other"

    def _number(self, turn: int, before: Sequence[Block]) -> int:
        """Which one of its turn comes next; a turn's blocks stand together, but for notices."""
        for block in reversed(before):
            if block.key.startswith("turn-"):
                return int(block.key.rpartition(".")[2]) + 1 if block.turn == turn else 1
        return 1


def _opening_of(state: State) -> Block | None:
    """The item in the user's own words, and that a draft came with it."""
    item = state.item
    if item is None or not item.description.strip():
        return None
    words = len(item.draft.split())
    draft = f"\nWith a draft of {words:,} {'word' if words == 1 else 'words'}." if words else ""
    return Block("item", f"{item.description.strip()}{draft}", Kind.USER, style=_APP, markdown=False, gap=0)


def _gap(kind: Kind, previous: Block | None) -> int:
    """What was captured stands close under the answer it came from."""
    if previous is None:
        return 0
    return 0 if kind is Kind.CAPTURED and previous.kind in (Kind.CAPTURED, Kind.USER) else 1


def _goes_on(block: Block, before: Sequence[Block]) -> bool:
    """Whether the same persona has the word already, in talk or by the header of a step; who broke off begins anew."""
    for earlier in reversed(before):
        if earlier.kind is Kind.USER or earlier.partial:
            return False
        if earlier.kind in (*_SPOKEN, Kind.HEADER):
            return earlier.style == block.style
    return False
