"""Out of what somebody wrote come the words that name things, and how telling they are in a project."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.codebase.search.identifiers import parts, pieces, singular, spans, stem
from roundtable_tui.codebase.search.keywords import telling_words, weights
from roundtable_tui.codebase.search.search import Counts


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
def test_the_forms_of_a_word_share_a_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["state static", "string str", "process proceed", "order border", "new news-letter"])
def test_different_words_do_not(pair: str) -> None:
    one, other = pair.split()
    assert stem(one) != stem(other)


@given(st.text(max_size=20))
def test_the_stem_of_a_stem_may_be_shorter_but_never_longer(word: str) -> None:
    assert len(stem(word)) <= len(word.lower()) + 1
    assert len(singular(word)) <= len(word) + 1


def test_the_word_used_most_in_any_form_comes_first() -> None:
    text = "Let customers pay by invoice. Invoices are sent; invoicing must be easy."
    assert telling_words([text])[:3] == ("invoice", "customer", "pay")


def test_words_everybody_uses_and_addresses_say_nothing() -> None:
    assert telling_words(["We should really want to make it work, shouldn't we? https://example.com/checkout"]) == ()


def test_a_name_out_of_the_code_stays_as_it_was_written_and_its_parts_are_words_too() -> None:
    assert telling_words(["Look at InvoiceTotal and get_vat"]) == ("InvoiceTotal", "get_vat", "invoice", "total")


def test_both_spellings_of_a_name_are_one_word() -> None:
    assert telling_words(["orderBook order_book orderBook"], most=1) == ("orderBook",)


def test_a_word_is_telling_when_few_files_have_it() -> None:
    files = {
        word: {str(number): 1 for number in range(count)} for word, count in {"vat": 1, "get": 90, "no": 0}.items()
    }
    found = weights(("vat", "get", "no"), Counts(files, {"no": {}}, 100), 100)
    assert found["vat"] == 1.0
    assert 0.0 < found["get"] < 0.2
    assert found["no"] == 0.0
