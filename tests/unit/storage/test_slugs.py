"""Folder names and ticket numbers come from descriptions by the rules other tools share."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.storage.slugs import LONGEST, Source, free_slug, slug_of, source_of


@pytest.mark.parametrize(
    ("description", "slug"),
    [
        ("Let customers pay by invoice", "let-customers-pay-by-invoice"),
        ("  Fix:  the (old) search!  ", "fix-the-old-search"),
        ("tabs\tand\nlines", "tabs-and-lines"),
        ("a - b -- c", "a-b-c"),
        ("--edge--", "edge"),
        ("Größe ändern", "gre-ndern"),
        ("under_score", "underscore"),
        ("", "untitled-item"),
        ("!!!", "untitled-item"),
        ("日本語", "untitled-item"),
        ("x" * 60, "x" * 50),
        ("x" * 49 + " tail", "x" * 49),
        ("#12 Faster", "12-faster"),
    ],
)
def test_a_description_gives_its_slug(description: str, slug: str) -> None:
    assert slug_of(description) == slug


@given(st.text())
def test_any_slug_is_well_formed_and_stable(description: str) -> None:
    slug = slug_of(description)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug)
    assert len(slug) <= LONGEST
    assert slug_of(slug) == slug


@pytest.mark.parametrize(
    ("description", "source"),
    [
        ("#123", Source("github", "GH-123")),
        ("#123 Faster search", Source("github", "GH-123")),
        ("GH-7: Faster search", Source("github", "GH-7")),
        ("ABC-123", Source("jira", "ABC-123")),
        (" ABC-123: Faster search", Source("jira", "ABC-123")),
        ("P2X-9 Faster search", Source("jira", "P2X-9")),
        ("UTF-8 names break the export", Source("manual", "")),
        ("UTF-8", Source("jira", "UTF-8")),
        ("Faster search, see #123", Source("manual", "")),
        ("#12a", Source("manual", "")),
        ("abc-123", Source("manual", "")),
        ("ABC-123-extra", Source("manual", "")),
        ("", Source("manual", "")),
    ],
)
def test_a_description_gives_its_source(description: str, source: Source) -> None:
    assert source_of(description) == source


def test_a_free_slug_is_used_as_it_is() -> None:
    assert free_slug("pay", lambda _: False) == "pay"


def test_a_taken_slug_counts_on_from_two() -> None:
    assert free_slug("pay", {"pay", "pay-2"}.__contains__) == "pay-3"


def test_a_long_taken_slug_stays_within_the_limit() -> None:
    long = "x" * 47 + "-yz"
    assert free_slug(long, {long}.__contains__) == "x" * 47 + "-2"


def test_a_name_a_platform_keeps_for_itself_is_never_free() -> None:
    assert free_slug("aux", lambda _: False) == "aux-2"
