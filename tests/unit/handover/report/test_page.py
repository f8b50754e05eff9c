"""The page as text: everything of the dossier that it has a place for, and nothing of it as markup."""

from __future__ import annotations

import html
import re
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from msgspec.structs import replace

from roundtable_tui.domain.comments.comment import CommentOutcome, CommentSort, Dealt
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.state import Comments
from roundtable_tui.handover.material import Material
from roundtable_tui.handover.report.content import content_of
from roundtable_tui.handover.report.page import page_of
from tests.support.commented import comment, on_entry
from tests.support.dossiers import change, drafted, small, state_of, states
from tests.support.exports import empty_item, full_item, hostile_item, sample
from tests.support.hostile_text import steered_plain
from tests.support.projects import project_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge

ITEMS: dict[str, Callable[[], Material]] = {
    "sample": sample,
    "hostile": hostile_item,
    "full": full_item,
    "empty": empty_item,
    "drafted": lambda: Material(drafted(), "drafted"),
}
VOID = frozenset("meta br input".split())


@cache
def knowledge() -> Knowledge:
    from pathlib import Path
    from tempfile import mkdtemp

    return project_in(Path(mkdtemp())).knowledge


def page(material: Material) -> str:
    return page_of(material, knowledge())


class Structure(HTMLParser):
    """The elements of a page, those that were not closed in order, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.attributes: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("which", ITEMS)
def test_any_item_makes_a_page_that_is_well_formed_and_loads_nothing(which: str) -> None:
    text = page(ITEMS[which]())
    read = Structure(text)
    assert (read.wrong, read.open) == ([], [])
    assert len(read.ids) == len(set(read.ids))
    assert text.startswith("<!doctype html>")
    assert read.attributes & {"src", "srcset", "style", "onclick", "onload", "action", "xlink:href"} == set()
    assert re.findall(r'(?:href|content)="(?!#)[^"]*//', text) == []
    assert "default-src &#39;none&#39;" in text
    assert steered_plain(text) == []


@given(states())
def test_any_dossier_stays_content(state: State) -> None:
    read = Structure(page(Material(state, "any")))
    assert (read.wrong, read.open) == ([], [])
    assert read.attributes & {"onclick", "onerror", "style", "src"} == set()


@pytest.mark.parametrize(
    "kind", ["fr", "ac", "question", "decision", "option", "risk", "zone", "module", "task", "exclusion"]
)
def test_every_entry_that_has_a_place_says_what_it_is(kind: str) -> None:
    material = full_item()
    told = " ".join(html.unescape(" ".join(Structure(page(material)).words)).split())
    assert [one.id for one in material.state.dossier.of(Kind(kind)) if one.text() not in told] == []


def test_what_has_no_place_is_counted_at_the_foot() -> None:
    made = content_of(full_item(), knowledge())
    assert "2 interfaces, 2 data flows" in made.elsewhere
    assert made.elsewhere in html.unescape(page(full_item()))


def test_guesses_are_counted_and_named_the_dearest_first() -> None:
    made = content_of(Material(drafted(), "drafted"), knowledge())
    assert [(share.name, share.count) for share in made.shares] == [
        ("Stated or confirmed", 1),
        ("Read in the code", 12),
        ("Assumed", 62),
    ]
    assert [group.name for group in made.assumed][:3] == [
        "7 functional requirements",
        "2 decisions",
        "28 acceptance criteria",
    ]
    assert [figure.value for figure in made.figures if figure.label == "Assumed"] == ["62"]


def test_whoever_decides_reads_first_what_changes_and_figures_that_hide_nothing() -> None:
    text = page(sample())
    assert text.index("A clinic group that may not pay by card") < text.index('class="figures"')
    told = {figure.label: (figure.value, figure.note) for figure in content_of(sample(), knowledge()).figures}
    assert told["Files touched"] == ("16", "3 more may notice"), "by what happens to them, wherever they stand"
    assert told["Open questions"][1] == "but 8 points not settled"
    long = state_of([change(Kind.SCOPE, "SCOPE-001", text="A word and another. " * 80)])
    assert page(Material(long, "long")).index('class="figures"') < page(Material(long, "long")).index("A word and")


def test_a_name_with_code_in_it_shows_no_backticks_anywhere() -> None:
    state = state_of(
        [
            change(Kind.FR, "FR-001", title="Call `close`", priority="Must Have"),
            change(Kind.QUALITY, "NFR-001", text="Nothing is lost.", threshold="10 000 of 10 000"),
            change(Kind.MODULE, "MOD-001", text="`Cache` and its kinds", traces=("FR-001",)),
            change(Kind.MODULE, "MOD-002", text="timed", traces=("FR-001",), depends_on=("MOD-001",)),
        ]
    )
    text = page(Material(state, "cache"))
    assert "`" not in text.partition("<body")[2].partition("<script")[0]
    assert "Needs <code>Cache</code> and its kinds" in text
    assert "Nothing is lost. <strong>10 000" in text


def test_what_no_task_covers_is_called_by_its_name() -> None:
    text = page(sample()).partition("Without a task")[2]
    assert "<code>config/settings.py</code>" in text


def test_a_question_offers_its_guess_and_choices_and_room_for_more() -> None:
    fields = {"text": "How <long>?", "guess": "A day", "choices": ("A week", "A day"), "stake": "the clock"}
    text = page(Material(state_of([change(Kind.QUESTION, "Q-001", **fields)]), "any"))  # type: ignore[arg-type]
    assert re.findall(r'type="radio" name="Q-001" value="([^"]*)"', text) == ["A day", "A week"]
    assert 'data-text="How &lt;long&gt;?"' in text
    assert 'name="Q-001-own"' in text


def test_comments_stand_in_a_section_of_their_own() -> None:
    assert 'id="comments"' not in page(empty_item())
    asked = comment("Why `now`?", on_entry("FR-001"), CommentSort.QUESTION, "Petra <p>")
    mine = comment("Not sent yet.", on_entry("FR-001"))
    declined = Dealt(asked.id, CommentOutcome.DECLINED, "Because of the <deadline>.")
    comments = Comments(waiting={mine.id: mine}, sent={asked.id: asked}, dealt={asked.id: declined})
    text = page(Material(replace(small(), comments=comments), "small"))
    assert 'href="#comments"' in text
    assert "question by Petra &lt;p&gt;, 2026-11-18 · declined" in text
    assert "Why <code>now</code>?" in text
    assert "Because of the &lt;deadline&gt;." in text
    assert "Not sent yet." not in text


def test_forty_requirements_are_drawn_in_several_pictures() -> None:
    changes = [change(Kind.FR, f"FR-{one:03d}", title="Pay", priority="Must Have") for one in range(1, 41)]
    captions = re.findall(r"<figcaption>(.*)</figcaption>", page(Material(state_of(changes), "many")))
    assert captions == [f"Must have: FR-{one:03d} to FR-{one + 9:03d}" for one in (1, 11, 21, 31)]


def test_the_template_of_a_project_does_not_count(tmp_path: Path) -> None:
    templates = tmp_path / ".roundtable" / "templates"
    templates.mkdir(parents=True)
    (templates / "page.html.j2").write_text("<script>mine</script>")
    assert page_of(empty_item(), project_in(tmp_path).knowledge).startswith("<!doctype html>")
