"""What a search of a small billing project could have found."""

from __future__ import annotations

from roundtable_tui.domain.code_facts import Churn, Entrance, Hit, PassedOver, Scanned, Touched
from roundtable_tui.domain.provenance import Cited

MODELS = Cited("billing/models.py", 9, 9, "aa", "abc1234")
TASKS = Cited("billing/tasks.py", 3, 3, "bb", "abc1234")
TESTS = Cited("tests/test_billing.py", 1, 1, "cc", "abc1234")
ROUTE = Cited("billing/urls.py", 4, 4, "dd", "abc1234")

SCAN = Scanned(
    words=("invoice", "billing"),
    hits=(Hit("invoice", 12, 3, ("billing/models.py",)), Hit("billing", 1, 1)),
    likely=("billing/models.py",),
    searched=40,
    left_out=3,
    commit="abc1234",
    touched=(
        Touched("billing/models.py", 1, "invoice 12× (in its name)", (), MODELS),
        Touched("billing/tasks.py", 2, "uses billing/models.py", ("billing/models.py",), TASKS),
        Touched("tests/test_billing.py", 3, "tests billing/tasks.py", ("billing/tasks.py", "billing/models.py"), TESTS),
    ),
    tiers=(1, 1, 1),
    entrances=(Entrance("route", "/invoices", "billing/urls.py", 4, ROUTE),),
    left_out_why=(PassedOver("binary", 2), PassedOver("secret", 1)),
    scope="small",
    complexity="low",
    risk="medium",
    risk_because=(
        "billing/models.py was changed by 30 of the last 120 commits",
        "billing/models.py has no test",
    ),
    churn=(Churn("billing/models.py", 30, 4),),
    commits=120,
)
