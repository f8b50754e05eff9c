"""Words are found in every spelling, lines where they are; with ripgrep and without it the answer is the same."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable_tui.codebase.files.listing import ProjectFile
from roundtable_tui.codebase.search import ripgrep
from roundtable_tui.codebase.search.search import Line, Occurring, count_words, find_lines, find_pattern
from roundtable_tui.codebase.search.word_matcher import Sought, Way

if TYPE_CHECKING:
    from collections.abc import Mapping

needs_ripgrep = pytest.mark.skipif(ripgrep.program() is None, reason="ripgrep is not installed")
both = pytest.mark.parametrize("with_ripgrep", [pytest.param(True, marks=needs_ripgrep), False])


def project(root: Path, files: Mapping[str, str | bytes]) -> tuple[ProjectFile, ...]:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return tuple(ProjectFile(name, root / name) for name in files)


FOUND = [
    ("invoice", "InvoiceTotal invoice_total INVOICE preinvoice", 3, 0),
    ("invoice", "invoices invoiced invoicing", 0, 3),
    ("invoices", "invoice invoices", 1, 1),
    ("invoicing", "invoiceTotal", 0, 1),
    ("company", "companies companyName", 1, 1),
    ("order", "orderId reorder border order_id ordering orderly", 2, 1),
    ("matter", "formatter matter matters", 1, 1),
    ("form", "format formatting form-data Form", 2, 0),
    ("mod", "mode modes mod moding", 1, 0),
    ("rat", "rating rate rats", 0, 1),
    ("cookie", "cookies cook cooked", 0, 1),
    ("index", "indices indexes indexing indexer index", 1, 3),
    ("indices", "index indices", 1, 1),
    ("parser", "configparser config_parser", 1, 0),
    ("github", "GitHub github_token", 2, 0),
    ("tax", "tax_rate syntax taxes Tax taxi incomeTax", 3, 1),
    ("state", "state static status stateful", 1, 0),
    ("pay by invoice", "payByInvoice pay_by_invoice pay-by-invoice 'pay by invoices' pay invoice", 3, 1),
    ("InvoiceTotal", "invoice_total invoice.total Invoice::Total total_invoice", 3, 0),
    ("sign-up", "signup signUp sign_up assign_up", 3, 0),
    ("größe", "GRÖSSE Größe größen", 2, 0),
    ("日本", "日本語", 1, 0),
    ("oauth2", "OAuth2Token oauth2", 2, 0),
    ("x", "x", 0, 0),
    ("", "anything", 0, 0),
    ("c++", "c++", 0, 0),
]


@both
@pytest.mark.parametrize(("word", "text", "whole", "forms"), FOUND)
def test_a_word_is_counted_whole_and_as_a_part_of_a_name_and_its_forms_apart(
    tmp_path: Path, word: str, text: str, whole: int, forms: int, with_ripgrep: bool
) -> None:
    counts = count_words(tmp_path, project(tmp_path, {"a": text}), (word,), with_ripgrep=with_ripgrep)
    assert counts.in_text[word].get("a", Occurring(0)) == Occurring(whole, forms)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("send the invoice.", Way.WORD),
        ("invoice_total", Way.PART),
        ("sendInvoice()", Way.PART),
        ("invoices", Way.FORM),
        ("invoices of an invoice", Way.WORD),
    ],
)
def test_a_line_says_how_a_word_was_found_in_it_at_best(text: str, way: Way) -> None:
    assert Sought(("invoice", "tax")).ways(text.encode()) == {"invoice": way}


@both
def test_counts_are_told_apart_by_word_and_by_file_and_names_count_for_themselves(
    tmp_path: Path, with_ripgrep: bool
) -> None:
    files = project(tmp_path, {"invoice/tax.py": "order order", "b.py": "invoice, tax: invoice", "c.py": ""})
    counts = count_words(tmp_path, files, ("invoice", "tax", "order"), with_ripgrep=with_ripgrep)
    once, twice = Occurring(1), Occurring(2)
    assert counts.in_text == {"invoice": {"b.py": twice}, "tax": {"b.py": once}, "order": {"invoice/tax.py": twice}}
    assert counts.in_names == {"invoice": {"invoice/tax.py": once}, "tax": {"invoice/tax.py": once}, "order": {}}
    assert counts.of("tax") == {"b.py": 1, "invoice/tax.py": 1}
    assert (counts.searched, counts.complete) == (3, True)


ODD: dict[str, str | bytes] = {
    "-rf": "invoice",
    "--files": "invoice",
    "-": "invoice",
    "two\nlines\n\n./x": "invoice",
    "sp ace/ü.py": "invoice",
    os.fsdecode(b"caf\xe9"): b"invoice \xe9 invoice",
    "wide.cs": "invoice\n".encode("utf-16"),
    "mark.py": b"\xef\xbb\xbfinvoice\n",
    "late_nul": b"invoice" + b" " * 9000 + b"\0 invoice",
    "crlf": b"invoice\r\ninvoice\r\n",
    "no_end": "a\n\n\ninvoice",
}


@both
def test_odd_names_and_contents_are_searched_like_any(tmp_path: Path, with_ripgrep: bool) -> None:
    files = project(tmp_path, ODD)
    counts = count_words(tmp_path, files, ("invoice",), with_ripgrep=with_ripgrep).in_text["invoice"]
    twice = {os.fsdecode(b"caf\xe9"), "late_nul", "crlf"}
    assert counts == {name: Occurring(2 if name in twice else 1) for name in ODD}
    lines = find_lines(tmp_path, files, ("invoice",), 100, with_ripgrep=with_ripgrep)
    assert [line.name for line in lines if line.name != "late_nul"] == [
        name for name in ODD for _ in range(2 if name == "crlf" else 1) if name != "late_nul"
    ]
    assert {line.text for line in lines if line.name in ("wide.cs", "mark.py", "crlf")} == {"invoice"}


@both
def test_lines_come_in_the_order_of_the_files_and_no_more_than_wanted(tmp_path: Path, with_ripgrep: bool) -> None:
    files = project(tmp_path, {"b.py": "one\nthe border\nan order\n", "a.py": "order = 1\norder = 2\n"})
    lines = find_lines(tmp_path, files, ("order",), 2, with_ripgrep=with_ripgrep)
    assert lines == (Line("b.py", 3, "an order"), Line("a.py", 1, "order = 1"))


PATTERNS = [
    (r"def \w+_total", [1]),
    ("class .*order|^import", [2, 3]),
    ("f(x) {", [4]),
    ("a.b", [5, 6]),
    (r"a\.b", [5]),
    ("(a+)+$", [7]),
    ("[[:alpha:]]+", []),
    ("(?<=x)y", []),
    ("CAFÉ", []),
    ("café", [8]),
    ("", []),
    ("$", [7]),
    ("get_total\nclass", []),
    ("get\0total", []),
]
LINES = "def get_total\nclass MyOrder\nimport re\nf(x) { 1\na.b\naxb\n(a+)+$\ncafé\n"


@both
@pytest.mark.parametrize(("pattern", "numbers"), PATTERNS)
def test_a_simple_pattern_is_a_pattern_and_anything_else_is_taken_as_it_stands(
    tmp_path: Path, pattern: str, numbers: list[int], with_ripgrep: bool
) -> None:
    files = project(tmp_path, {"a": LINES})
    found = find_pattern(tmp_path, files, pattern, 100, with_ripgrep=with_ripgrep)
    assert [line.number for line in found] == numbers


def test_long_lines_and_greedy_patterns_take_no_time_even_without_ripgrep(tmp_path: Path) -> None:
    files = project(tmp_path, {"a": "invoice_" + "ab" * 100_000 + "\n" + "x" * 400})
    assert count_words(tmp_path, files, ("invoice",), with_ripgrep=False).in_text["invoice"] == {"a": Occurring(1)}
    assert find_pattern(tmp_path, files, "x*x*y", 10, with_ripgrep=False) == ()
    assert find_pattern(tmp_path, files, "x*x*x*x*y", 10, with_ripgrep=False) == ()


_WORDS = st.sampled_from(
    [
        "invoice",
        "invoices",
        "tax",
        "order",
        "pay by invoice",
        "InvoiceTotal",
        "sign-up",
        "größe",
        "ß",
        "state",
        "İd",
        "x1",
    ]
)
_PIECES = st.sampled_from(
    ["invoice", "Invoic", "INVOICE", "ing", "Total", "_", "-", " ", ".", "::", "\n", "\r\n", "tax", "es", "i", "order",
     "b", "pay", "by", "sign", "up", "gr", "ö", "Ö", "ß", "SS", "e", "stat", "us", "1", "x", "/", "\t", "é", "İ", "ı"]
)  # fmt: skip
_TEXTS = st.lists(st.one_of(_PIECES.map(str.encode), st.binary(max_size=3)), max_size=14).map(b"".join)


@pytest.mark.parametrize("word", ["tax", "income tax"])
def test_a_line_of_a_hundred_thousand_words_is_counted_in_one_go(word: str) -> None:
    assert Sought((word,)).counts(b"income tax " * 50_000) == ((word, 50_000, 0),)


@needs_ripgrep
@settings(max_examples=30)
@given(st.lists(_TEXTS, min_size=1, max_size=3), st.lists(_WORDS, min_size=1, max_size=4))
def test_with_and_without_ripgrep_the_answer_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, texts: list[bytes], words: list[str]
) -> None:
    root = tmp_path_factory.getbasetemp()
    files = project(root, {f"search{number}": text.replace(b"\0", b"") for number, text in enumerate(texts)})
    assert count_words(root, files, words) == count_words(root, files, words, with_ripgrep=False)
    assert find_lines(root, files, words, 50) == find_lines(root, files, words, 50, with_ripgrep=False)


@settings(max_examples=40)
@given(_TEXTS, st.lists(_WORDS, min_size=1, max_size=4, unique=True))
def test_a_words_count_does_not_depend_on_what_else_is_sought(
    tmp_path_factory: pytest.TempPathFactory, text: bytes, words: list[str]
) -> None:
    root = tmp_path_factory.getbasetemp()
    files = project(root, {"alone": text})
    together = count_words(root, files, words, with_ripgrep=False).in_text
    assert together == {word: count_words(root, files, (word,), with_ripgrep=False).in_text[word] for word in words}


@given(st.lists(st.integers(1, 200_000), max_size=12))
def test_batches_hold_every_file_once_in_order_and_fit_on_a_command_line(lengths: list[int]) -> None:
    files = [ProjectFile("n" * length, Path()) for length in lengths]
    batches = list(ripgrep.batches(files))
    assert [file for batch in batches for file in batch] == files
    assert all(len(batch) == 1 or sum(len(file.name) for file in batch) < 600_000 for batch in batches)


@both
def test_it_stops_between_batches_and_says_so(tmp_path: Path, with_ripgrep: bool) -> None:
    folder = "f" * 200
    files = project(tmp_path, {f"{folder}/{number}": "order" for number in range(2)}) * 2000
    told: list[int] = []
    counts = count_words(tmp_path, files, ("order",), lambda: bool(told), told.append, with_ripgrep=with_ripgrep)
    assert not counts.complete
    assert told == [counts.searched]
    assert 0 < counts.searched < len(files)


def test_a_file_that_vanishes_is_no_failure(tmp_path: Path) -> None:
    files = (*project(tmp_path, {"a": "order"}), ProjectFile("gone", tmp_path / "gone"))
    assert count_words(tmp_path, files, ("order",)).in_text == {"order": {"a": Occurring(1)}}
    assert find_lines(tmp_path, files[1:], ("order",), 10) == ()


@needs_ripgrep
def test_the_users_own_settings_for_ripgrep_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config").write_text("--invert-match\n")
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "config"))
    files = project(tmp_path, {"a": "order\nother\n"})
    assert find_lines(tmp_path, files, ("order",), 10) == (Line("a", 1, "order"),)
