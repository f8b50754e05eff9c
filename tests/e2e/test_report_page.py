"""The page in a real browser: it loads nothing, can be read, printed and used by keyboard, and gives answers back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.handover.material import Material
from roundtable_tui.handover.report.page import page_of
from tests.support import page_checks
from tests.support.chromium import Browser, Page, browser_in, pages_in
from tests.support.exports import crowded_item, empty_item, full_item, hostile_item, sample
from tests.support.played import played
from tests.support.projects import project_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("chromium")]
ITEMS: dict[str, Callable[[], Material]] = {
    "sample": sample,
    "played": lambda: Material(played(), "expiry", "docs/requirements/expiry"),
    "hostile": hostile_item,
    "crowded": crowded_item,
    "full": full_item,
    "empty": empty_item,
}
PHONE, DESK = 390, 1280


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser_in(tmp_path_factory.mktemp("browser")) as started:
        yield started


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    knowledge = project_in(folder).knowledge
    for name, item in ITEMS.items():
        (folder / f"{name}.html").write_text(page_of(item(), knowledge), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in ITEMS}


@pytest.mark.parametrize("name", ITEMS)
def test_a_page_loads_asks_for_nothing_and_every_word_can_be_read(
    browser: Browser, files: dict[str, Path], name: str
) -> None:
    page = Page(browser, files[name], DESK)
    wrong: dict[str, object] = {
        "links": page.run(page_checks.LINKS_TO_NOWHERE),
        "ids": page.run(page_checks.TWICE),
        "boxes": page.run(page_checks.OUT_OF_THE_BOX),
    }
    for dark in (False, True):
        page.show_as("screen", dark=dark)
        for width in (DESK, PHONE):
            page.resize(width)
            wrong[f"faint {width} {dark}"] = page.run(page_checks.TOO_FAINT)
            wrong[f"sideways {width} {dark}"] = page.run(page_checks.SIDEWAYS)
    wrong |= {"requests": page.requests, "complaints": page.complaints}
    assert {what: told for what, told in wrong.items() if told} == {}


def test_what_is_hostile_adds_no_element_that_the_page_has_not_anyway(browser: Browser, files: dict[str, Path]) -> None:
    usual = {
        "br",
        *Page(browser, files["full"]).run(page_checks.TAGS),
        *Page(browser, files["played"]).run(page_checks.TAGS),
    }
    page = Page(browser, files["hostile"])
    assert set(page.run(page_checks.TAGS)) - usual == set()
    assert page.run("document.scripts.length") == 1
    assert "<script>alert(1)</script>" in page.run("document.body.innerText")


@pytest.mark.parametrize(("name", "width"), [("played", DESK), ("sample", PHONE)])
def test_the_keyboard_reaches_everything_and_shows_where_it_is(
    browser: Browser, files: dict[str, Path], name: str, width: int
) -> None:
    page = Page(browser, files[name], width)
    reachable = set(page.run(page_checks.REACHABLE))
    reached: dict[str, bool] = {}
    for _ in range(4 * len(reachable)):
        page.press("Tab")
        what, seen = page.run(page_checks.FOCUSED)
        if not what and reached:
            break
        reached[what] = reached.get(what, True) and seen
    assert reachable - set(reached) == set()
    assert [what for what, seen in reached.items() if not seen] == []


@pytest.mark.parametrize("name", ["played", "crowded"])
def test_it_prints_on_white_whole_and_section_by_section(browser: Browser, files: dict[str, Path], name: str) -> None:
    page = Page(browser, files[name], DESK, dark=True)
    pdf = page.printed()
    assert pdf.startswith(b"%PDF")
    assert pages_in(pdf) >= 8
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.run("getComputedStyle(document.querySelector('#requirements')).breakBefore") == "page"
    assert page.run(page_checks.TOO_FAINT) == []
    hidden = "[...document.querySelectorAll('details li')].filter((one) => !one.checkVisibility()).length"
    assert page.run(hidden) == 0


def test_answers_are_collected_kept_and_given_back_as_a_text(
    browser: Browser, files: dict[str, Path], tmp_path: Path
) -> None:
    page = Page(browser, files["played"], DESK)
    page.run("document.querySelector('#Q-022 input').focus()")
    page.press(" ")
    page.run("document.querySelector('#Q-022 textarea').focus()")
    page.type("Only until\n  March <b>2027</b>.")
    page.run("document.querySelector('[name=remarks]').focus()")
    page.type("Who pays?")
    page.reload()
    text = page.run("document.querySelector('[name=text]').value").split("\n")
    assert text[0].startswith("Answers about “I want documents in a table to expire after some time.” (expiry, as of ")
    guess = "Until a display is updated, it may show expired badges until the nightly deletion."
    assert f"Q-022: {guess} — Only until March <b>2027</b>." in text
    assert text[-3:] == ["Remarks:", "Who pays?", ""]
    browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path), eventsEnabled=True)
    page.run("document.querySelector('[data-do=save]').click()")
    while browser.wait_for("Browser.downloadProgress")["params"]["state"] != "completed":
        pass
    assert (tmp_path / "answers-expiry.txt").read_text(encoding="utf-8").split("\n") == text
    page.run("document.querySelector('[data-do=copy]').click()")
    said = page.run(
        "new Promise((done) => setTimeout(() => done(document.querySelector('[role=status]').textContent)))"
    )
    assert said in ("Copied. Paste it into a message.", "The text is selected: copy it with your keyboard.")
    page.run("document.querySelector('[data-do=clear]').click()")
    assert page.run("document.querySelector('[name=text]').value") == ""
    page.run("document.querySelector('[data-do=copy]').click()")
    assert page.run("document.querySelector('[role=status]').textContent").startswith("There is nothing to send yet")
    assert (page.requests, page.complaints) == ([], [])


def test_pointing_at_a_requirement_follows_its_lines_only(browser: Browser, files: dict[str, Path]) -> None:
    page = Page(browser, files["sample"], DESK)
    page.run("document.querySelector('.trace a[href=\"#FR-002\"]').focus()")
    lit = page.run("[...document.querySelectorAll('.trace .node.on > title')].map((one) => one.textContent)")
    assert [name.partition(" ")[2] for name in lit] == [
        "Check whether an organisation qualifies for invoice terms",
        "Offer invoices only to organisations we can expect to pay",
        "billing.eligibility",
        "checkout.payment_step",
        "checkout/views.py",
        "checkout/templates/checkout/payment.html",
        "billing/eligibility.py",
    ]
