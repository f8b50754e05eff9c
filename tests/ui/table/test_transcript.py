"""The conversation on the screen: who speaks, what is asked, what was captured, and words as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App

from roundtable_tui.domain.journal.events import APP, USER, ItemCreated
from roundtable_tui.domain.journal.state import Spoken, State
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.ui.lines.blocks import STOPPED, Kind
from roundtable_tui.ui.table.transcript import Transcript
from roundtable_tui.ui.theme import DARK
from roundtable_tui.voices.protocol import Said
from tests.support.states import changed

if TYPE_CHECKING:
    from textual.app import ComposeResult

MAYA, ALEX = "business-analyst", "architect"
NAMES = {MAYA: "Maya", ALEX: "Alex", "tester": "Robin"}


class Host(App[None]):
    CSS = "Transcript { height: 1fr; }"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK.variables

    def compose(self) -> ComposeResult:
        yield Transcript()

    @property
    def transcript(self) -> Transcript:
        return self.query_one(Transcript)


def said(turn: int, speaker: str, text: str, role: Role = Role.TALK, partial: bool = False) -> Spoken:
    return Spoken(turn, Utterance(speaker, text, role), partial, broke_off=partial)


def state(*spoken: Spoken) -> State:
    return changed(transcript=spoken)


OPENING = (
    said(0, APP, "Maya (Business Analyst) -- Step 00-01: Scope", Role.HEADER),
    said(0, MAYA, "Hello.", Role.GREETING),
    said(0, MAYA, "What hurts?", Role.QUESTION),
)
ANSWER = (
    said(1, USER, "The **cart**."),
    said(1, MAYA, "Noted: PROB-001 The cart", Role.CAPTURED),
    said(1, MAYA, "Noted: USER-001 Buyers", Role.CAPTURED),
    said(1, MAYA, "Who else?", Role.QUESTION),
    said(1, ALEX, "Two callers."),
    said(1, "tester", "One test."),
)


def shown(transcript: Transcript) -> list[str]:
    return [line.strip.text.rstrip() for line in transcript.rendered_lines]


async def test_a_transcript_shows_who_said_what() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*OPENING, *ANSWER), NAMES)
        await pilot.pause()
        assert shown(app.transcript) == [
            "── Maya (Business Analyst) -- Step 00-01: Scope ──────────",
            "",
            "Maya",
            "  Hello.",
            "",
            "▸ What hurts?",
            "",
            "▌ The **cart**.",
            "✓ Noted: PROB-001 The cart",
            "✓ Noted: USER-001 Buyers",
            "",
            "Maya",
            "▸ Who else?",
            "",
            "Alex",
            "  Two callers.",
            "",
            "Robin",
            "  One test.",
        ]


async def test_several_entries_of_one_receipt_stand_one_a_line() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        receipt = "Noted: FR-001 Send · now · FR-002 Undo · FR-003 Compare and 2 more"
        app.transcript.load(state(said(1, MAYA, receipt, Role.CAPTURED)), NAMES)
        await pilot.pause()
        assert shown(app.transcript) == [
            "✓ Noted: FR-001 Send · now",
            "  FR-002 Undo",
            "  FR-003 Compare and 2 more",
        ]


async def test_what_is_only_guessed_still_stands_on_a_line_of_its_own() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        receipt = "Taken out: past · left. Noted: KW-006 load. Still only my guess: KW-002 csv · KW-004 row"
        app.transcript.load(state(said(1, MAYA, receipt, Role.CAPTURED)), NAMES)
        await pilot.pause()
        assert shown(app.transcript) == [
            "✓ Taken out: past · left.",
            "  Noted: KW-006 load.",
            "  Still only my guess: KW-002 csv",
            "  KW-004 row",
        ]


async def test_each_persona_has_a_colour_of_their_own() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*ANSWER), NAMES)
        await pilot.pause()
        colours = {
            line.text: line.strip._segments[0].style.color  # type: ignore[union-attr]
            for line in app.transcript.rendered_lines
            if line.text in NAMES.values()
        }
        assert len(colours) == len(set(colours.values())) == 3


async def test_words_appear_as_they_come_and_settle_without_being_rendered_again() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*OPENING), NAMES)
        await pilot.pause()
        app.transcript.stream(Said(MAYA, "We "), 0)
        app.transcript.stream(Said(MAYA, "begin.", more=True), 0)
        app.transcript.stream(Said(ALEX, "I look."), 0)
        app.transcript.close_block()
        streaming = app.transcript.streaming
        assert shown(app.transcript)[-5:] == ["", "  We begin.", "", "Alex", "  I look."]
        lines = app.transcript._store.entries[-1].lines
        app.transcript.settle(state(*OPENING, said(0, MAYA, "We begin."), said(0, ALEX, "I look.")))
        assert (streaming, app.transcript.streaming) == (True, False)
        assert app.transcript._store.entries[-1].lines is lines


async def test_what_the_journal_says_replaces_what_was_streamed() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*OPENING), NAMES)
        await pilot.pause()
        app.transcript.stream(Said(MAYA, "Something else alto"), 1)
        app.transcript.settle(state(*OPENING, *ANSWER))
        assert [block.text for block in app.transcript.blocks] == [one.utterance.text for one in (*OPENING, *ANSWER)]


async def test_words_that_were_stopped_stay_and_say_so() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*OPENING), NAMES)
        await pilot.pause()
        app.transcript.stream(Said(MAYA, "Half a sen"), 0)
        app.transcript.settle(state(*OPENING, said(0, MAYA, "Half a sen", partial=True)))
        assert shown(app.transcript)[-2:] == ["  Half a sen", f"  ⋯ {STOPPED}"]


async def test_what_is_taken_back_is_gone() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*OPENING, *ANSWER), NAMES)
        await pilot.pause()
        app.transcript.settle(state(*OPENING))
        assert len(app.transcript.blocks) == len(OPENING)


async def test_the_words_of_the_user_stand_before_the_journal_answers_and_only_once() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*OPENING), NAMES)
        await pilot.pause()
        app.transcript.spoke(ANSWER[0].utterance, 1)
        assert app.transcript.blocks[-1].kind is Kind.USER
        app.transcript.settle(state(*OPENING, *ANSWER))
        assert [block.text for block in app.transcript.blocks].count("The **cart**.") == 1


async def test_a_notice_stays_where_it_was_said_and_waits_while_somebody_speaks() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*OPENING), NAMES)
        await pilot.pause()
        app.transcript.notice("[b]Looking[/b] …")
        app.transcript.stream(Said(MAYA, "I say"), 1)
        app.transcript.notice("Saved.")
        app.transcript.settle(state(*OPENING, ANSWER[0]))
        texts = [block.text for block in app.transcript.blocks][len(OPENING) :]
        assert texts == ["[b]Looking[/b] …", "The **cart**.", "Saved."]


async def test_a_turn_can_be_gone_to() -> None:
    app = Host()
    async with app.run_test(size=(60, 10)) as pilot:
        app.transcript.load(state(*OPENING, *(said(turn, USER, f"answer {turn}") for turn in range(1, 40))), NAMES)
        await pilot.pause()
        assert app.transcript.jump_to_turn(12)
        await pilot.pause()
        assert app.transcript.render_line(0).text.rstrip() == "▌ answer 12"
        assert not app.transcript.jump_to_turn(99)


async def test_every_block_of_a_transcript_has_a_key_of_its_own() -> None:
    app = Host()
    async with app.run_test(size=(60, 24)):
        app.transcript.load(state(*OPENING, *ANSWER), NAMES)
        keys = [block.key for block in app.transcript.blocks]
        assert len(keys) == len(set(keys))


async def test_the_users_own_description_and_that_a_draft_came_with_it_stand_first() -> None:
    app = Host()
    item = ItemCreated("late", "Invoices are late.", "manual", "", "feature", "light", draft="Every month, by a week.")
    async with app.run_test(size=(60, 24)) as pilot:
        app.transcript.load(state(*OPENING), NAMES)
        app.transcript.settle(changed(state(*OPENING), item=item))
        await pilot.pause()
        assert shown(app.transcript)[:4] == [
            "▌ Invoices are late.",
            "▌ With a draft of 5 words.",
            "",
            "── Maya (Business Analyst) -- Step 00-01: Scope ──────────",
        ]
        app.transcript.settle(changed(state(*OPENING, *ANSWER), item=item))
        app.transcript.load(changed(state(*OPENING), item=item), NAMES)
        assert [block.key for block in app.transcript.blocks][:2] == ["item", "turn-0.1"]
