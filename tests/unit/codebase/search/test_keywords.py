"""Out of what somebody wrote come the words that name things, and how telling they are in a project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.codebase.files.listing import ProjectFile
from roundtable_tui.codebase.search.identifiers import (
    are_forms,
    bases,
    parts,
    pieces,
    shared_beginning,
    singular,
    spans,
)
from roundtable_tui.codebase.search.keywords import telling_nothing, telling_words, weights
from roundtable_tui.codebase.search.named import names_in
from roundtable_tui.codebase.search.project_name import project_names
from roundtable_tui.codebase.search.search import Counts, Occurring
from roundtable_tui.domain.talk.lists.spared_files import spared_in, without_spared

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("InvoiceTotal", "invoice total"),
        ("invoice_total", "invoice total"),
        ("parseHTTPHeader_v2", "parse http header v 2"),
        ("SCREAMING_SNAKE", "screaming snake"),
        ("getURL", "get url"),
        ("x2y", "x 2 y"),
        ("größeÄndern", "größe ändern"),
        ("日本語Name", "日本語 name"),
        ("kebab-case", "kebab case"),
        ("", ""),
    ],
)
def test_a_name_is_taken_apart_the_way_it_was_put_together(name: str, expected: str) -> None:
    assert parts(name) == tuple(expected.split())


@given(st.text(max_size=30))
def test_the_parts_of_a_name_are_all_its_letters_and_digits_in_order(name: str) -> None:
    assert "".join(name[begin:end] for begin, end in spans(name)) == "".join(pieces(name))


@pytest.mark.parametrize(
    "forms",
    [
        "invoice invoices invoiced invoicing",
        "company companies",
        "ship ships shipped shipping",
        "cancel cancels cancelled cancelling",
        "cache caches cached caching",
        "batch batches batched",
        "address addresses addressed addressing",
        "tax taxes taxed",
    ],
)
def test_the_forms_of_a_word_are_known_as_such(forms: str) -> None:
    assert all(are_forms(one, other) for one in forms.split() for other in forms.split())


@pytest.mark.parametrize(
    "pair",
    [
        "state static",
        "string str",
        "process proceed",
        "order border",
        "mod mode",
        "form format",
        "rat rating",
        "car care",
    ],
)
def test_different_words_are_no_forms_of_each_other(pair: str) -> None:
    assert not are_forms(*pair.split())


@given(st.text(max_size=20))
def test_every_base_of_a_word_begins_with_what_its_forms_share(word: str) -> None:
    assert word.lower() in bases(word)
    assert all(base.startswith(shared_beginning(word)) for base in bases(word))
    assert len(singular(word)) <= len(word) + 1


def test_the_word_used_most_in_any_form_comes_first() -> None:
    text = "Let customers pay by invoice. Invoices are sent; invoicing must be easy."
    assert telling_words([text])[:3] == ("invoice", "customer", "pay")


def test_words_everybody_uses_and_addresses_say_nothing() -> None:
    assert telling_words(["We should really want to make it work, shouldn't we? https://example.com/checkout"]) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use the keyring, add a flag and make the retry configurable", "keyring flag retry configurable"),
        ("Implement limits for uploads", "limit upload"),
        ("We want to support YAML and remove the importer", "yaml importer"),
        ("Please create reports. Ensure that timeouts are logged.", "report timeout logged"),
        ("- introduce a cache\n- replace the parser", "cache parser"),
        ("Introducing a cache", "cache"),
        ("feat(cart): support coupons", "cart coupon"),
    ],
)
def test_verbs_that_only_say_what_is_to_be_done_are_no_words_to_look_for(text: str, expected: str) -> None:
    assert telling_words([text], 9) == tuple(expected.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The update fails for our support tickets", "update fail support ticket"),
        ("Customers create orders", "customer create order"),
        ("Look at create_order and SupportDesk", "create_order SupportDesk order desk"),
    ],
)
def test_the_same_verbs_are_looked_for_where_they_name_something(text: str, expected: str) -> None:
    assert set(expected.split()) <= set(telling_words([text], 9))


def test_of_the_path_of_a_file_its_own_name_is_a_word_and_where_it_lies_is_none() -> None:
    text = "In src/shop/invoice.py, ./lib/web/cart.js and /srv/till.py the discount and/or the rebate."
    assert telling_words([text], 9) == ("invoice", "cart", "till", "discount", "rebate")


def test_a_name_out_of_the_code_stays_as_it_was_written_and_its_parts_are_words_too() -> None:
    assert telling_words(["Look at InvoiceTotal and get_vat"]) == ("InvoiceTotal", "get_vat", "invoice", "total")


def test_both_spellings_of_a_name_are_one_word() -> None:
    assert telling_words(["orderBook order_book orderBook"], most=1) == ("orderBook",)


def counted(files_having: dict[str, int], files: int) -> Counts:
    found = {word: {str(n): Occurring(1) for n in range(count)} for word, count in files_having.items()}
    return Counts(found, {"no": {}}, files)


def test_a_word_is_telling_when_few_files_have_it() -> None:
    found = weights(("vat", "get", "no"), counted({"vat": 1, "get": 90, "no": 0}, 100), 100)
    assert found["vat"] == 1.0
    assert 0.0 < found["get"] < 0.2
    assert found["no"] == 0.0


@pytest.mark.parametrize(
    ("word", "having", "files", "why"),
    [
        ("total", 161, 186, "in 161 of 186 files"),
        ("total", 62, 186, ""),
        ("total", 20, 25, ""),
        ("round-table", 3, 186, "the project's own name"),
        ("RoundTable", 3, 25, "the project's own name"),
        ("table", 3, 186, ""),
        ("30", 3, 186, "a number"),
        ("1_000", 3, 186, "a number"),
        ("oauth2", 3, 186, ""),
    ],
)
def test_some_words_tell_nothing_and_say_why(word: str, having: int, files: int, why: str) -> None:
    found = telling_nothing((word,), counted({word: having}, files), files, {"roundtable"})
    assert found.get(word, "") == why


def test_words_that_tell_nothing_weigh_nothing_unless_there_are_no_others() -> None:
    counts = counted({"vat": 1, "get": 90}, 100)
    assert weights(("vat", "get"), counts, 100, {"get"})["get"] == 0.0
    assert weights(("get",), counts, 100, {"get"})["get"] > 0.0


def test_a_number_is_no_word_even_as_a_part_of_a_name() -> None:
    assert telling_words(["Look at RATE_2024 and 3000"]) == ("RATE_2024", "rate")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("It is in src/billing/invoice.py, I think.", ("src/billing/invoice.py",)),
        ("See invoice.py and shop.cart.", ("invoice.py", "shop.cart")),
        ("InvoiceTotal and get_vat are wrong.", ("InvoiceTotal", "get_vat")),
        ("Change `pay()` in the checkout module, class Order.", ("pay", "checkout", "Order")),
        ("Everything under src/billing/ changes.", ("src/billing/",)),
        ("See https://example.com/src/a.py for the new module.", ()),
        ("Customers want to pay later.", ()),
        ("The log file grows, and a function returns too late.", ()),
    ],
)
def test_what_is_called_by_its_name_is_heard(text: str, names: tuple[str, ...]) -> None:
    assert names_in([text]) == names


@pytest.mark.parametrize(
    ("text", "spared"),
    [
        ("drop aiohttp/web.py", ("aiohttp/web.py",)),
        ("Change a/b.py, not x.py.", ("x.py",)),
        ("leave y.py alone", ("y.py",)),
        ("The change leaves `src/y.py` as it is.", ("src/y.py",)),
        ("Nothing in z/ changes.", ("z/",)),
        ("We change nothing under z/, thanks.", ("z/",)),
        ("Don't touch a.py, b.py and c/d.py.", ("a.py", "b.py", "c/d.py")),
        ("The web.py module must not be changed.", ("web.py",)),
        ("Neither a.py nor b.py changes", ("a.py", "b.py")),
        ("Everything except docs/a.md", ("docs/a.md",)),
        ("Leave a.py alone. On second thought, change a.py too.", ()),
        ("models.py does not change the status when paid", ()),
        ("Nothing in x.py checks the date.", ()),
        ("Not only x.py is slow.", ()),
        ("Drop the column in models.py.", ()),
        ("I want to change x.py for the client to edit y.py.", ()),
        ("Users cannot edit a.py in the browser.", ()),
    ],
)
def test_what_is_to_be_left_alone_is_heard(text: str, spared: tuple[str, ...]) -> None:
    assert spared_in([text]) == spared


def test_what_is_said_of_files_to_leave_alone_tells_nothing_about_the_change() -> None:
    assert without_spared("Invoices: drop old.py, change a/new.py") == "Invoices:  , change a/new.py "


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyproject.toml", '[project]\nname = "Bill-Book"\n'),
        ("package.json", '{"name": "@acme/bill-book"}'),
        ("Cargo.toml", '[package]\nname = "bill_book"\n'),
        ("go.mod", "module example.com/acme/billbook\n"),
    ],
)
def test_a_project_is_called_what_its_folder_and_its_package_file_say(tmp_path: Path, file: str, text: str) -> None:
    root = tmp_path / "ledger-2.1"
    root.mkdir()
    (root / file).write_text(text)
    assert project_names(root, [ProjectFile(file, root / file)]) == {"ledger", "billbook"}
