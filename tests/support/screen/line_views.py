"""A small app around a view of lines that writes down what the view tells it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from textual.app import App

from roundtable_tui.ui.lines.blocks import Block
from roundtable_tui.ui.lines.view import LineView
from tests.support.screen.patience import comes_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.pilot import Pilot


@dataclass
class Heard:
    below: list[int] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    matches: list[tuple[int, int]] = field(default_factory=list)


class Host(App[None]):
    CSS = "LineView { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.heard = Heard()

    def compose(self) -> ComposeResult:
        yield LineView()

    @property
    def view(self) -> LineView:
        return self.query_one(LineView)

    def on_line_view_new_below(self, message: LineView.NewBelow) -> None:
        self.heard.below.append(message.count)

    def on_line_view_link_clicked(self, message: LineView.LinkClicked) -> None:
        self.heard.links.append(message.target)

    def on_line_view_block_clicked(self, message: LineView.BlockClicked) -> None:
        self.heard.blocks.append(message.key)

    def on_line_view_matches_changed(self, message: LineView.MatchesChanged) -> None:
        self.heard.matches.append((message.position, message.total))


def talk(count: int, words: str = "some words about the cart") -> list[Block]:
    return [Block(f"b{n}", f"{words} {n}") for n in range(count)]


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    if not await comes_to(pilot, condition):
        pytest.fail("It never came to that.")


def all_rendered(view: LineView) -> bool:
    return all(entry.lines is not None for entry in view._store)


def visible(view: LineView) -> list[str]:
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]
