"""The first line: what goes on beside the talk keeps what it cost and how to stop it, however little room there is."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from roundtable_tui.ui.widgets.headline import Headline

_LONG = "Alex reads src/checkout/core.py · 12 of 40 places · $0.12"


class Host(App[None]):
    def compose(self) -> ComposeResult:
        yield Headline()


@pytest.mark.parametrize(
    ("width", "text", "told"),
    [
        (160, _LONG, f"{_LONG} · ctrl+c stops"),
        (110, _LONG, "Alex reads src/checkout/core.py · $0.12 · ctrl+c stops"),
        (80, _LONG, "Alex reads src/… · $0.12 · ctrl+c stops"),
        (80, "Code: 1,200 of 3,000 files, 77 hits (reading)", "Code: 1,200 of 3,000 fi… · ctrl+c stops"),
        (80, "Drafting the spec (1 of at most 24)", "Drafting the spec · ctrl+c stops"),
        (80, "Code: 3 files", "Code: 3 files · ctrl+c stops"),
        (44, _LONG, "Alex reads src/check…"),
    ],
)
async def test_what_goes_on_beside_the_talk_is_shortened_in_its_middle(width: int, text: str, told: str) -> None:
    app = Host()
    async with app.run_test(size=(width, 5)) as pilot:
        line = app.query_one(Headline)
        line.say("Let clinics pay by invoice", "about 3 to go")
        line.beside(text, "ctrl+c")
        await pilot.pause()
        assert line.render().plain.endswith(f" {told}")
