"""How far a panel is: phases, consensus, agenda, conflicts with their age, and what keeps it from ending."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widget import Widget

from roundtable_tui.domain.knowledge.panel import Policy
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.panel.record.session import TopicStatus
from roundtable_tui.panel.rules.consensus import standing_blocks
from roundtable_tui.ui.lines.blocks import Block
from roundtable_tui.ui.overview.page_view import PageView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.knowledge.panel import Agenda, Strategy
    from roundtable_tui.panel.record.session import PanelSession
    from roundtable_tui.ui.panel.standing import Standing

_MARKS = {TopicStatus.OPEN: "○", TopicStatus.PARTIAL: "◐", TopicStatus.CLOSED: "✓"}
_BAR = 10
_LONGEST = 60


class PanelBoard(PageView):
    """One column beside the rounds; below 120 columns it takes their place when asked for."""

    def show(self, standing: Standing, strategy: Strategy | None, agenda: Agenda | None) -> None:
        blocks = list(board_blocks(standing, strategy, agenda))
        if blocks != self.blocks:
            self.set_blocks(blocks)


def board_blocks(standing: Standing, strategy: Strategy | None, agenda: Agenda | None) -> Iterator[Block]:
    session = standing.session
    yield _block("topic", "TOPIC", one_line(session.topic, 400), gap=0)
    yield _block("phases", "PHASE", _phases(standing))
    yield _block("consensus", "CONSENSUS", "\n".join(_consensus(standing, strategy)))
    if topics := [*_topics(session, agenda)]:
        closed = sum(one.status is TopicStatus.CLOSED for one in session.agenda)
        yield _block("agenda", f"AGENDA  {closed} of {len(session.agenda)} closed", "\n".join(topics))
    conflicts = [*_conflicts(session)]
    yield _block("conflicts", "CONFLICTS", "\n".join(conflicts) or "None is open.")
    if session.open_questions:
        asked = [f"{one.id} {one_line(one.title, _LONGEST)}" for one in session.open_questions]
        yield _block("questions", "OPEN QUESTIONS", "\n".join(asked))
    if session.live_entries:
        written = [f"{one.id} {one_line(one.title, _LONGEST)}" for one in session.live_entries]
        yield _block("entries", "WRITTEN DOWN", "\n".join(written))
    if standing.lacking and not session.is_closed:
        yield _block("lacking", "BEFORE IT CAN END", "\n".join(f"· {reason}" for reason in standing.lacking))


def _block(key: str, label: str, text: str, gap: int = 1) -> Block:
    return Block(key, text, label=label, style="heading", markdown=False, gap=gap)


def _phases(standing: Standing) -> str:
    session = standing.session
    names = [f"▸ {name}" if name == standing.phase else f"  {name}" for name in session.phases]
    now = f"round {standing.number or 1}, strategy {session.strategy}"
    return "\n".join((*names, now)) if names else now


def _consensus(standing: Standing, strategy: Strategy | None) -> Iterator[str]:
    if standing.share is None:
        yield f"{without_a_vote(standing)}."
        return
    yield f"{meter(standing.share)} {standing.share:.0%}"
    yield verdict_words(standing, strategy)


def without_a_vote(standing: Standing) -> str:
    """What is said of the consensus where the last round had no ballots."""
    last = standing.session.last_round
    if last is None or not any(one.ballots for one in standing.session.rounds):
        return "Nothing is revealed yet"
    return "The facilitator has summed it up" if last.consensus else "The facilitator spoke alone"


def meter(share: float, cells: int = _BAR) -> str:
    filled = round(share * cells)
    return "━" * filled + "╌" * (cells - filled)


def verdict_words(standing: Standing, strategy: Strategy | None) -> str:
    """What the share means under this strategy, and how the last round ended."""
    session = standing.session
    last = session.last_round
    agreed = "agreed" if last and last.consensus else "not agreed"
    if strategy is None:
        return agreed
    match strategy.policy:
        case Policy.WEIGHTED_MAJORITY:
            return f"{agreed}; {session.limits.threshold or strategy.threshold:.0%} is enough"
        case Policy.CONSENT:
            blocks = len(standing_blocks(session))
            standing_ones = f"{blocks} block{'' if blocks == 1 else 's'}" if blocks else "no block"
            return f"{agreed}; {standing_ones} stands" if blocks < 2 else f"{agreed}; {standing_ones} stand"
    return f"{agreed}; the facilitator judges"


def _topics(session: PanelSession, agenda: Agenda | None) -> Iterator[str]:
    for state in session.agenda:
        topic = agenda.topic(state.topic_id) if agenda else None
        name = one_line(topic.name if topic and topic.name else state.topic_id, _LONGEST)
        critical = " !" if topic and topic.critical else ""
        yield f"{_MARKS[state.status]} {name}{critical} {state.status.value}"


def _conflicts(session: PanelSession) -> Iterator[str]:
    for one in session.open_conflicts:
        yield f"{one.id} {one_line(one.title, _LONGEST)}, {age_words(one.age(len(session.rounds)))}"


def age_words(rounds: int) -> str:
    return f"{rounds} round{'' if rounds == 1 else 's'} old"


class MeterLine(Widget):
    """The same in one line, where the board is not in sight."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"meter--bar", "meter--words", "meter--conflict"}
    DEFAULT_CSS = """
    MeterLine {
        height: 1;
        padding: 0 1;
        background: $surface;
        & > .meter--bar { color: $accent; }
        & > .meter--words { color: $muted; }
        & > .meter--conflict { color: $warning; text-style: bold; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._standing: Standing | None = None

    def show(self, standing: Standing) -> None:
        self._standing = standing
        self.refresh()

    def render(self) -> Content:
        standing = self._standing
        if standing is None:
            return Content("")
        bar, words, conflict = map(self.get_visual_style, ("meter--bar", "meter--words", "meter--conflict"))
        session = standing.session
        parts = []
        if standing.share is None:
            told = without_a_vote(standing)
            parts.append(Content.styled(f"Consensus: {told[0].lower()}{told[1:]}", words))
        else:
            agreed = "agreed" if session.last_round and session.last_round.consensus else "not agreed"
            parts.append(
                Content.styled("Consensus ", words)
                + Content.styled(meter(standing.share), bar)
                + Content(f" {standing.share:.0%} ")
                + Content.styled(agreed, words)
            )
        if open_ones := session.open_conflicts:
            oldest = max(one.age(len(session.rounds)) for one in open_ones)
            several = "conflict" if len(open_ones) == 1 else "conflicts"
            parts.append(Content.styled(f"{len(open_ones)} {several}, {age_words(oldest)}", conflict))
        if session.agenda:
            closed = sum(one.status is TopicStatus.CLOSED for one in session.agenda)
            parts.append(Content.styled(f"agenda {closed}/{len(session.agenda)}", words))
        line = Content.styled(" · ", words).join(parts)
        return line.truncate(max(1, self.content_size.width), ellipsis=True)
