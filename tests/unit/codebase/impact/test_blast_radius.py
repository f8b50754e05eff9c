"""Each file of the blast radius is there for a reason that can be said, in the tier that reason gives it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundtable_tui.codebase.files.roles import Role, role_of
from roundtable_tui.codebase.impact.blast_radius import MOST_IN_TIER, BlastRadius, Clues, blast_radius
from roundtable_tui.codebase.impact.churn import FilePast, Past
from roundtable_tui.codebase.impact.ranking import Mention, Mentions

NEEDS: dict[str, dict[str, float]] = {
    "web/checkout.py": {"billing/invoice.py": 1},
    "web/routes.py": {"web/checkout.py": 1},
    "web/server.py": {"web/routes.py": 1},
    "web/far.py": {"web/server.py": 1},
    "billing/invoice.py": {"billing/money.py": 1},
    "tests/test_invoice.py": {"billing/invoice.py": 1},
}
SAID = Mentions({"billing/invoice.py": {"invoice": Mention(9, 2, 1)}}, {"invoice": 2.0})


@dataclass
class Tied:
    edges: dict[str, dict[str, float]] = field(default_factory=lambda: NEEDS)

    def needs(self, name: str) -> dict[str, float]:
        return self.edges.get(name, {})

    def needed_by(self, name: str) -> dict[str, float]:
        return {other: row[name] for other, row in self.edges.items() if name in row}

    def tests_of(self, name: str) -> tuple[str, ...]:
        return tuple(other for other in self.needed_by(name) if other.startswith("tests/"))


def radius(mentions: Mentions = SAID, past: Past | None = None) -> BlastRadius:
    return blast_radius(Clues(mentions, Tied(), past or Past()))


def tiers(found: BlastRadius) -> dict[str, int]:
    return {one.name: one.tier for one in found.all}


def test_edited_dependent_and_noticing_files_are_told_apart() -> None:
    assert tiers(radius()) == {
        "billing/invoice.py": 1,
        "web/checkout.py": 2,
        "billing/money.py": 2,
        "web/routes.py": 3,
        "web/server.py": 3,
        "tests/test_invoice.py": 3,
    }


@pytest.mark.parametrize(
    ("name", "reason", "via"),
    [
        ("billing/invoice.py", "invoice 9× (in its name)", ()),
        ("web/checkout.py", "uses billing/invoice.py", ("billing/invoice.py",)),
        ("billing/money.py", "is used by billing/invoice.py", ("billing/invoice.py",)),
        ("web/server.py", "uses web/routes.py", ("web/routes.py", "web/checkout.py", "billing/invoice.py")),
        ("tests/test_invoice.py", "tests billing/invoice.py", ("billing/invoice.py",)),
    ],
)
def test_every_file_says_why_it_is_there_and_by_which_way(name: str, reason: str, via: tuple[str, ...]) -> None:
    (found,) = (one for one in radius().all if one.name == name)
    assert (found.reason, found.via) == (reason, via)


def test_one_word_in_passing_is_only_tied_to_the_change_where_several_words_meet_elsewhere() -> None:
    files = {
        "a.py": {"invoice": Mention(5), "payment": Mention(2)},
        "b.py": {"invoice": Mention(5)},
        "c.py": {"payment": Mention(2, 2)},
    }
    found = radius(Mentions(files))
    assert {one.name for one in found.edited} == {"a.py", "c.py"}
    assert [(one.name, one.reason) for one in found.dependent] == [("b.py", "also speaks of it: invoice 5×")]


def test_documents_and_delivery_that_speak_of_the_change_only_notice_it() -> None:
    files = {
        "a.py": {"invoice": Mention(5)},
        "docs/billing.md": {"invoice": Mention(50)},
        ".github/workflows/test.yml": {"invoice": Mention(1)},
    }
    assert tiers(radius(Mentions(files)))["docs/billing.md"] == 3
    assert tiers(radius(Mentions(files)))[".github/workflows/test.yml"] == 3


@pytest.mark.parametrize("companion", ["web/checkout.py", "billing/money.py"])
def test_what_changed_along_with_an_edited_file_ranks_higher_than_without_that(companion: str) -> None:
    past = Past(9, {"billing/invoice.py": FilePast(9, 1)}, {"billing/invoice.py": {companion: 9}})

    def share(found: BlastRadius) -> float:
        ranked = {one.name: one.rank for one in found.dependent}
        return ranked[companion] / sum(ranked.values())

    assert share(radius(past=past)) > share(radius())


def test_of_very_many_files_the_first_are_told_and_all_are_counted() -> None:
    many = {f"billing/part{number}.py": {"invoice": Mention(9, 2, 1)} for number in range(MOST_IN_TIER + 50)}
    found = radius(Mentions(many, {"invoice": 1.0}))
    assert (len(found.edited), found.counts[0]) == (MOST_IN_TIER, MOST_IN_TIER + 50)
    assert {one.name for one in found.dependent + found.noticing}.isdisjoint(many)


def test_without_words_nothing_is_touched() -> None:
    assert radius(Mentions()) == BlastRadius()


NAMES = st.sampled_from(["a.py", "b.py", "c.ts", "tests/test_a.py", "docs/d.md", "Makefile"])


@settings(max_examples=40)
@given(
    st.dictionaries(NAMES, st.dictionaries(NAMES, st.just(1.0))),
    st.dictionaries(NAMES, st.dictionaries(st.sampled_from("xy"), st.builds(Mention, st.integers(1, 9)), min_size=1)),
)
def test_no_file_is_in_two_tiers_and_every_way_ends_at_an_edited_file(
    needs: dict[str, dict[str, float]], files: dict[str, dict[str, Mention]]
) -> None:
    found = blast_radius(Clues(Mentions(files), Tied(needs)))
    names = [one.name for one in found.all]
    edited = {one.name for one in found.edited}
    assert len(names) == len(set(names))
    assert all(one.reason for one in found.all)
    assert all(one.via[-1] in edited for one in found.all if one.via)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("src/billing.py", Role.CODE),
        ("src/contest.py", Role.CODE),
        ("src/latest/a.ts", Role.CODE),
        ("tests/billing.py", Role.TEST),
        ("src/test_billing.py", Role.TEST),
        ("src/billing.spec.ts", Role.TEST),
        ("pkg/billing_test.go", Role.TEST),
        ("src/main/BillingTest.java", Role.TEST),
        ("conftest.py", Role.TEST),
        ("docs/conf.py", Role.DOCUMENT),
        ("README", Role.DOCUMENT),
        ("storage/history.py", Role.CODE),
        ("CHANGES.rst", Role.DOCUMENT),
        (".github/workflows/ci.yml", Role.DELIVERY),
        ("Dockerfile", Role.DELIVERY),
        ("sub/pyproject.toml", Role.DELIVERY),
        ("templates/invoice.html", Role.OTHER),
        ("Kopf", Role.OTHER),
    ],
)
def test_a_files_part_is_told_by_its_name(name: str, role: Role) -> None:
    assert role_of(name) is role
