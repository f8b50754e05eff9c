"""Whoever calls something by its name means the file of it, as long as that cannot be mistaken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.codebase.impact.named_files import NamedFiles, NamedIn
from roundtable_tui.codebase.impact.scan import scan
from roundtable_tui.codebase.search.named import names_in

if TYPE_CHECKING:
    from pathlib import Path

FILES = (
    "shop/__init__.py",
    "shop/invoice.py",
    "shop/cart/__init__.py",
    "shop/cart/lines.py",
    "web/views.py",
    "admin/views.py",
    "admin/invoice_total.py",
    "admin/ledger.py",
    "web/ledger.html",
    "web/basket.html",
    "tests/test_invoice.py",
    "tests/invoice.py",
    "till/__init__.py",
    "man/shop.1",
    "yarn.lock",
    "a/util.go",
    "b/util.go",
    "c/util.go",
    "d/util.go",
)
DEFINED = {
    "Invoice": ("shop/invoice.py", "tests/test_invoice.py"),
    "Line": ("shop/cart/lines.py", "admin/views.py"),
    "ledger": ("web/views.py",),
    "total": ("shop/invoice.py", "web/views.py"),
}
NEEDS = {"shop/__init__.py": ("shop/invoice.py",), "shop/cart/__init__.py": ("shop/cart/lines.py",)}


def found(*names: str) -> NamedFiles:
    return NamedIn(FILES, lambda name: DEFINED.get(name, ()), lambda file: NEEDS.get(file, ()), {"till"}).find(names)


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("shop/invoice.py", ("shop/invoice.py",)),
        ("./shop/invoice.py", ("shop/invoice.py",)),
        ("shop/invoice", ("shop/invoice.py",)),
        ("invoice.py", ("shop/invoice.py",)),
        ("views.py", ("web/views.py", "admin/views.py")),
        ("util.go", ()),
        ("shop.invoice", ("shop/invoice.py",)),
        ("shop.invoice.Invoice", ("shop/invoice.py",)),
        ("shop.invoice.Discount", ("shop/invoice.py",)),
        ("shop.cart", ("shop/cart/__init__.py",)),
        ("shop.cart.Line", ("shop/cart/lines.py",)),
        ("shop.cart.Line.total", ("shop/cart/lines.py",)),
        ("shop.cart.Discount", ()),
        ("till", ()),
        ("Invoice.total", ("shop/invoice.py",)),
        ("Invoice", ("shop/invoice.py",)),
        ("total", ()),
        ("ledger", ("admin/ledger.py",)),
        ("basket", ()),
        ("invoice_total", ("admin/invoice_total.py",)),
        ("tests/test_invoice.py", ("tests/test_invoice.py",)),
        ("man/shop.1", ("man/shop.1",)),
        ("yarn.lock", ("yarn.lock",)),
        ("nowhere.py", ()),
        ("and/or", ()),
    ],
)
def test_a_name_leads_to_its_file_unless_it_can_be_mistaken(name: str, files: tuple[str, ...]) -> None:
    assert found(name).files == files


def test_a_path_that_is_a_folders_names_the_folder() -> None:
    assert found("web/") == NamedFiles((), ("web",))
    assert found("web") == NamedFiles()


def lay(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


SPEAKING = {f"src/part{number}.py": f"def invoice_{number}(): invoice\n" * 9 for number in range(8)}
QUIET = {
    "src/ledger.py": "class Ledger:\n    def close(self): ...\n",
    "man/shop.1": "The manual says invoice invoice invoice invoice.\n" * 30,
    "shop.8": "invoice invoice invoice.\n" * 30,
    "third_party/pay.py": "invoice = 1\n" * 50,
    "extern/pay.py": "def invoice(): ...\n" * 50,
    "src/generated/pay.py": "def invoice(): ...\n" * 50,
    "poetry.lock": "invoice\n" * 9,
    "deps.lock": "invoice\n" * 9,
}


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("Put the invoice into src/ledger.py.", "src/ledger.py"),
        ("The Ledger.close call must know the invoice.", "src/ledger.py"),
        ("Add the invoice to the ledger module.", "src/ledger.py"),
        ("Pin it in poetry.lock for the invoice.", "poetry.lock"),
        ("Describe the invoice in man/shop.1.", "man/shop.1"),
        ("The invoice in extern/pay.py is wrong.", "extern/pay.py"),
    ],
)
def test_what_the_user_names_leads_whatever_the_words_say(tmp_path: Path, said: str, first: str) -> None:
    scanned = scan(lay(tmp_path, SPEAKING | QUIET), ("invoice",), names=names_in([said]))
    assert scanned.touched[0].path == first
    assert (scanned.touched[0].tier, scanned.touched[0].reason.split(";")[0]) == (1, "you named it")
    assert scanned.likely[0] == first


def test_manuals_generated_vendored_and_lock_files_are_not_to_change_by_themselves(tmp_path: Path) -> None:
    scanned = scan(lay(tmp_path, SPEAKING | QUIET), ("invoice",))
    assert {one.path for one in scanned.touched if one.tier < 3} == set(SPEAKING)


def test_of_a_named_folder_the_files_lead_that_have_to_do_with_the_words(tmp_path: Path) -> None:
    files = SPEAKING | {"web/a.py": "invoice = 1\n", "web/b.py": "nothing = 1\n"}
    scanned = scan(lay(tmp_path, files), ("invoice",), names=("web/",))
    assert (scanned.touched[0].path, scanned.touched[0].reason) == (
        "web/a.py",
        "you named its folder web; invoice 1× (in what it defines)",
    )
    assert "web/b.py" not in scanned.likely


def test_a_named_file_comes_before_the_files_of_a_named_folder(tmp_path: Path) -> None:
    scanned = scan(lay(tmp_path, SPEAKING | QUIET), ("invoice",), names=("src/", "src/ledger.py"))
    assert [one.path for one in scanned.touched[:2]] == ["src/ledger.py", "src/part0.py"]


def test_what_a_package_passes_on_leads_to_the_file_that_defines_it(tmp_path: Path) -> None:
    files = SPEAKING | {
        "shop/__init__.py": "",
        "shop/till/__init__.py": "from shop.till.money import *\nfrom shop.till.desk import Desk\n",
        "shop/till/money.py": "class Purse: ...\n",
        "shop/till/desk.py": "class Desk: ...\n",
        "web/desk.py": "class Desk: ...\n",
    }
    scanned = scan(lay(tmp_path, files), ("invoice",), names=("shop.till.Purse", "shop.till.Desk"))
    assert {one.path for one in scanned.touched[:2]} == {"shop/till/money.py", "shop/till/desk.py"}


def test_a_word_in_most_files_points_at_none_of_them(tmp_path: Path) -> None:
    files = {f"src/part{number}.py": "total = 1\n" * (number + 1) for number in range(40)}
    files["src/part3.py"] += "invoice = total\n"
    scanned = scan(lay(tmp_path, files), ("total", "invoice"))
    assert scanned.likely == ("src/part3.py",)
    assert [hit.tells_nothing for hit in scanned.hits] == ["in 40 of 40 files", ""]
    assert scanned.touched[0].reason == "invoice 1× (in what it defines)"


def test_that_a_word_in_most_files_meets_another_does_not_make_a_file_one_to_change(tmp_path: Path) -> None:
    files = {f"shop/part{number}.py": "shop = 1\n" for number in range(40)}
    files["shop/part3.py"] += "def invoice(): refund\n" * 9
    files["shop/part4.py"] += "# invoice\n" * 9
    scanned = scan(lay(tmp_path, files), ("shop", "invoice", "refund"))
    assert scanned.likely == ("shop/part3.py",)
