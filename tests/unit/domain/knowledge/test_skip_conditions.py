"""The language of `skip_if`."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.knowledge.skip_conditions import Verdict, evaluate

FACTS: dict[str, str | int | None] = {
    "scope": "small",
    "complexity": "low",
    "file_count": 3,
    "depth": "brief",
}
NOTHING_KNOWN: dict[str, str | int | None] = dict.fromkeys(FACTS)


@pytest.mark.parametrize(
    "expression",
    [
        "scope == 'small'",
        'scope == "small"',
        "scope == small",
        "small == scope",
        "scope=='small'",
        "scope === 'small'",
        "scope == 'Small'",
        "SCOPE == small",
        "scope != large",
        "scope !== 'large'",
        "file_count == 3",
        "file_count < 5",
        "file_count <= 3",
        "file_count > 2",
        "file_count >= 3",
        "5 > file_count",
        "file_count > -1",
        "file_count != 4",
        "scope == small and complexity == low",
        "scope == small && complexity == low",
        "scope == large or depth == brief",
        "scope == large || depth == brief",
        "scope == large OR depth == brief",
        "not scope == large",
        "!(scope == large)",
        "! scope == large",
        "not not scope == small",
        "(scope == small)",
        "((scope == small) and (file_count < 5))",
        "scope == large and complexity == high or depth == brief",
        "depth == brief or scope == large and complexity == high",
        "not (scope == large or complexity == high) and file_count < 10",
        "scope\n==\tsmall",
        "scope != complexity",
    ],
)
def test_a_condition_that_holds_skips_the_step(expression: str) -> None:
    assert evaluate(expression, FACTS) == Verdict(skip=True)


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "   ",
        "scope == large",
        "scope == ''",
        "file_count > 3",
        "file_count < 3",
        "not scope == small",
        "scope == small and complexity == high",
        "scope == large or complexity == high",
        "(scope == large or depth == brief) and complexity == high",
    ],
)
def test_a_condition_that_does_not_hold_is_no_reason_to_warn(expression: str) -> None:
    assert evaluate(expression, FACTS) == Verdict(skip=False)


@pytest.mark.parametrize(
    ("expression", "place"),
    [
        ("scope", "at its end"),
        ("true", "at its end"),
        ("scope = small", "at character 7"),
        ("scope is small", "at character 7"),
        ("scope in small", "at character 7"),
        ("scope == ", "at its end"),
        ("== small", "at character 1"),
        ("scope == small complexity == low", "at character 16"),
        ("scope == small and", "at its end"),
        ("and scope == small", "at character 1"),
        ("(scope == small", "at its end"),
        ("scope == small)", "at character 15"),
        ("(scope) == small", "at character 7"),
        ("()", "at character 2"),
        ("scope == 'small", "at character 10"),
        ("scope == “small”", "at character 10"),
        ("size == small", "at character 1"),
        ("scop == 'small'", "at character 1"),
        ("scope < large", "at character 7"),
        ("scope >= 'medium'", "at character 7"),
        ("file_count == '3'", "at character 12"),
        ("file_count == few", "at character 12"),
        ("scope == 3", "at character 7"),
        ("1 < file_count < 5", "at character 16"),
        ("file_count < 5.5", "at character 14"),
        ("file_count < 5k", "at character 14"),
        ("file_count + 1 < 5", "at character 12"),
        ("file_count - 1 < 5", "at character 12"),
        ("file_count -1 < 5", "at character 12"),
        ("file_count < 9999999999999999999999", "at character 14"),
        ("len(scope) == 5", "at character 4"),
        ("scope.lower() == small", "at character 1"),
        ("scope[0] == s", "at character 6"),
        ("__import__('os').system('true')", "at character 17"),
        ("scope & small", "at character 7"),
        ("scope <> small", "at character 8"),
        ("scope == small; depth == brief", "at character 15"),
        ("not", "at its end"),
        ("\x1b[31m", "at character 1"),
    ],
)
def test_what_is_not_understood_counts_as_false_and_says_where(expression: str, place: str) -> None:
    verdict = evaluate(expression, FACTS)
    assert not verdict.skip
    assert f"counts as false: {place}," in verdict.warning


def test_the_warning_quotes_the_condition_shortened_and_harmless() -> None:
    verdict = evaluate("scope == \x1b[31msmall " + "or scope == small " * 50, FACTS)
    assert verdict.warning.startswith("The condition “scope == small or scope == small")
    assert "…”" in verdict.warning
    assert "\x1b" not in verdict.warning


UNKNOWN, TRUE, FALSE = "scope == small", "file_count == 3", "file_count == 4"
SCOPE_UNKNOWN = FACTS | {"scope": None}


@pytest.mark.parametrize(
    ("expression", "skips"),
    [
        (UNKNOWN, False),
        (f"not {UNKNOWN}", False),
        ("scope != small", False),
        (f"{UNKNOWN} and {TRUE}", False),
        (f"{TRUE} and {UNKNOWN}", False),
        (f"not ({UNKNOWN} and {FALSE})", True),
        (f"not ({FALSE} and {UNKNOWN})", True),
        (f"{UNKNOWN} or {TRUE}", True),
        (f"{TRUE} or {UNKNOWN}", True),
        (f"{UNKNOWN} or {FALSE}", False),
        (f"not ({UNKNOWN} or {FALSE})", False),
    ],
)
def test_an_unknown_fact_decides_nothing(expression: str, skips: bool) -> None:
    assert evaluate(expression, SCOPE_UNKNOWN) == Verdict(skip=skips)


def test_a_fact_nobody_mentions_is_unknown() -> None:
    assert evaluate("file_count < 5 or scope != large", {}) == Verdict(skip=False)


def test_a_count_that_is_no_number_is_unknown() -> None:
    assert evaluate("file_count < 5 or not file_count < 5", {"file_count": "few"}) == Verdict(skip=False)


def test_a_mistake_is_reported_even_where_the_facts_are_unknown() -> None:
    assert evaluate("scope < large", NOTHING_KNOWN).warning


@pytest.mark.parametrize("opening", ["(", "not ", "!", "(not "])
def test_endless_nesting_is_refused_calmly(opening: str) -> None:
    assert "nested too deeply" in evaluate(opening * 5000 + "scope == small", FACTS).warning


def test_a_long_chain_is_no_nesting() -> None:
    assert evaluate(" or ".join(["scope == large"] * 2000 + ["depth == brief"]), FACTS).skip


@given(st.text())
def test_no_text_makes_it_fail(expression: str) -> None:
    assert isinstance(evaluate(expression, FACTS), Verdict)


PIECES = "scope complexity file_count depth small 'low' \"x\" 3 -1 == != === !== < <= > >= and or not && || ! ( ) = ."


@given(st.lists(st.sampled_from(PIECES.split())).map(" ".join))
def test_no_jumble_of_its_own_words_makes_it_fail(expression: str) -> None:
    verdict = evaluate(expression, FACTS)
    assert not (verdict.skip and verdict.warning)


PLAIN = st.sampled_from(["scope == small", "scope == large", "file_count < 5", "file_count > 5"])
TREES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        inner.map(lambda one: f"not ({one})"),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: "({} {} {})".format(*parts)),
    ),
    max_leaves=12,
)


@given(TREES)
def test_with_every_fact_known_a_condition_and_its_opposite_never_agree(expression: str) -> None:
    assert evaluate(expression, FACTS).skip is not evaluate(f"not ({expression})", FACTS).skip


@given(TREES)
def test_learning_a_fact_never_overturns_what_held_without_it(expression: str) -> None:
    if not evaluate(expression, {"file_count": 3}).skip:
        return
    for scope in ("small", "medium", "large"):
        assert evaluate(expression, {"file_count": 3, "scope": scope}).skip


def test_both_spellings_of_each_joint_mean_the_same() -> None:
    for left, right in itertools.product((TRUE, FALSE), repeat=2):
        assert evaluate(f"{left} && {right}", FACTS) == evaluate(f"{left} and {right}", FACTS)
        assert evaluate(f"{left} || !{right}", FACTS) == evaluate(f"{left} or not {right}", FACTS)
