"""A new item's name, draft and ticket follow from what was written; what exists is found, never taken over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.journal.events import ItemCreated
from roundtable_tui.errors import UsageError
from roundtable_tui.items.lookup import beginning, open_by_words
from roundtable_tui.storage.slugs import title_of
from tests.support.projects import project_in

if TYPE_CHECKING:
    from pathlib import Path

TICKET = "ABC-123: Pay by invoice\n\nBusiness customers want it.\n"


def add(root: Path, slug: str, **meta: str) -> None:
    folder = root / "docs/requirements" / slug
    folder.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps(meta))


def test_a_sentence_is_the_description_and_there_is_no_draft(tmp_path: Path) -> None:
    found = beginning(project_in(tmp_path), "  Pay by invoice ", tier="light")
    assert (found.new.description, found.new.draft, found.new.tier) == ("Pay by invoice", "", "light")
    assert (found.slug, found.existing) == ("pay-by-invoice", None)


def test_a_pasted_ticket_is_a_draft_and_its_first_line_the_description(tmp_path: Path) -> None:
    found = beginning(project_in(tmp_path), f"\n# {TICKET}")
    assert found.new.description == "ABC-123: Pay by invoice"
    assert found.new.draft == f"# {TICKET}".strip()


def test_a_file_alone_is_known_by_its_first_line(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Pay by invoice\n\nMore.\n")
    found = beginning(project_in(tmp_path), "", tmp_path / "notes.md")
    assert (found.new.description, found.new.draft) == ("Pay by invoice", "# Pay by invoice\n\nMore.\n")


def test_of_a_ticket_and_a_file_neither_is_lost(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("Notes.\n")
    found = beginning(project_in(tmp_path), TICKET, tmp_path / "notes.md")
    assert found.new.draft == f"{TICKET.strip()}\n\nNotes.\n"


@pytest.mark.parametrize("text", ["", " \n\t", "# \n#"])
def test_nothing_begins_nothing(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match="nothing yet to begin with"):
        beginning(project_in(tmp_path), text)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not there"):
        beginning(project_in(tmp_path), "Pay", tmp_path / "gone.md")


def test_an_item_of_that_name_is_found_and_another_name_offered(tmp_path: Path) -> None:
    add(tmp_path, "pay-by-invoice", description="Pay by invoice")
    found = beginning(project_in(tmp_path), "Pay by invoice")
    assert found.slug == "pay-by-invoice-2"
    assert found.existing is not None
    assert found.existing.slug == "pay-by-invoice"


def test_an_item_of_that_ticket_is_found_under_any_name(tmp_path: Path) -> None:
    add(tmp_path, "invoices", description="Invoices", source_id="ABC-123")
    found = beginning(project_in(tmp_path), TICKET)
    assert found.existing is not None
    assert found.existing.slug == "invoices"


@pytest.mark.parametrize("name", ["con", "nul"])
def test_a_name_some_platform_keeps_for_itself_is_not_given(tmp_path: Path, name: str) -> None:
    found = beginning(project_in(tmp_path), name)
    assert (found.slug, found.existing) == (f"{name}-2", None)


def test_of_a_long_sentence_nothing_is_lost(tmp_path: Path) -> None:
    sentence = "Let every customer pay by invoice, " * 20
    found = beginning(project_in(tmp_path), sentence)
    assert len(found.new.description) <= 120
    assert found.new.draft == sentence.strip()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("## Pay\nlater", "Pay"),
        ("#7 Pay", "#7 Pay"),
        ("# #7 Pay", "#7 Pay"),
        ("word " * 100, ("word " * 24).strip()),
        ("x" * 500, "x" * 120),
    ],
)
def test_a_title_is_the_first_line_that_says_something_and_never_endless(text: str, title: str) -> None:
    assert title_of(text) == title


@pytest.mark.parametrize("words", ["#255", "Plan a holiday", "holiday"])
def test_a_line_of_the_backlog_begins_an_item_under_its_name_and_ticket(tmp_path: Path, words: str) -> None:
    (tmp_path / "BACKLOG.md").write_text("- [ ] #255 Plan a holiday [github: GH-255] **soon**\n")
    opened = open_by_words(project_in(tmp_path), words)
    opened.release()
    (created,) = (event.body for event in opened.events if isinstance(event.body, ItemCreated))
    assert (created.description, created.source, created.source_id) == ("Plan a holiday", "github", "GH-255")


@pytest.mark.parametrize(
    ("meta", "draft", "description"),
    [
        ({"description": "Pay by invoice"}, "# Other", "Pay by invoice"),
        ({"title": "Pay by invoice"}, "# Other", "Pay by invoice"),
        ({}, "# Pay by invoice\n\nWords.", "Pay by invoice"),
        ({}, "", "let us pay"),
    ],
)
def test_a_guest_is_described_by_its_meta_its_draft_or_its_name(
    tmp_path: Path, meta: dict[str, str], draft: str, description: str
) -> None:
    add(tmp_path, "let-us-pay", **meta)
    if draft:
        (tmp_path / "docs/requirements/let-us-pay/draft.md").write_text(draft)
    opened = open_by_words(project_in(tmp_path), "let-us-pay")
    (created,) = (event.body for event in opened.events if isinstance(event.body, ItemCreated))
    assert (created.description, created.guest) == (description, True)
    assert not (tmp_path / "docs/requirements/let-us-pay/.roundtable").exists()


def test_a_folder_with_only_a_draft_is_the_users_own(tmp_path: Path) -> None:
    folder = tmp_path / "docs/requirements/pay"
    folder.mkdir(parents=True)
    (folder / "draft.md").write_text("# Pay by invoice")
    opened = open_by_words(project_in(tmp_path), "pay")
    opened.release()
    (created,) = (event.body for event in opened.events if isinstance(event.body, ItemCreated))
    assert (created.description, created.guest) == ("Pay by invoice", False)
