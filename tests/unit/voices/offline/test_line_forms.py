"""What one line of an answer says of an entry, and where it is kept as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.dossier.kinds import SPECS, Kind, Value, problem_with
from roundtable_tui.voices.offline.line_forms import fields_in


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (Kind.FLOW, "signed order: form → ledger", {"text": "signed order", "source": "form", "sink": "ledger"}),
        (
            Kind.ERROR,
            "a value breaks a constraint -> the row is logged and skipped",
            {"text": "a value breaks a constraint", "recovery": "the row is logged and skipped"},
        ),
        (
            Kind.STORY,
            "As the engineer, I want to go on past a bad row, so that the tables are there",
            {
                "title": "As the engineer, I want to go on past a bad row, so that the tables are there",
                "role": "the engineer",
                "want": "to go on past a bad row",
                "so_that": "the tables are there",
            },
        ),
        (Kind.FLOW, "form -> queue -> ledger", {"text": "form -> queue -> ledger", "source": "form", "sink": "ledger"}),
        (Kind.FR, "Pay by invoice (must)", {"title": "Pay by invoice", "priority": "Must Have"}),
        (
            Kind.STORY,
            "As a clerk, I want a list, so that I can call",
            {
                "title": "As a clerk, I want a list, so that I can call",
                "role": "clerk",
                "want": "a list",
                "so_that": "I can call",
            },
        ),
        (Kind.FILE, "billing/models.py", {"path": "billing/models.py"}),
        (
            Kind.FILE,
            "billing/models.py modify, adds Invoice",
            {"path": "billing/models.py", "action": "MODIFY", "why": "adds Invoice"},
        ),
        (Kind.FILE, "create `billing/new.py`", {"path": "billing/new.py", "action": "CREATE"}),
        (
            Kind.FILE,
            "billing/tasks.py - no change, only reads",
            {"path": "billing/tasks.py", "action": "NO CHANGE", "why": "only reads"},
        ),
        (
            Kind.ENTRY_POINT,
            "View.post in checkout/views.py",
            {"text": "View.post in checkout/views.py", "path": "checkout/views.py"},
        ),
        (
            Kind.DECISION,
            "Extend the table, because we run it",
            {"title": "Extend the table", "decision": "Extend the table, because we run it", "context": "we run it"},
        ),
        (Kind.EXCLUSION, "Instalments, because nobody asked", {"text": "Instalments", "why": "nobody asked"}),
        (
            Kind.MODULE,
            "billing.dunning: chooses who gets a reminder",
            {"text": "billing.dunning", "responsibility": "chooses who gets a reminder"},
        ),
        (
            Kind.MODULE,
            "`mail.outbox` – keeps letters until they are sent",
            {"text": "mail.outbox", "responsibility": "keeps letters until they are sent"},
        ),
        (
            Kind.MODULE,
            "notify.send: sends it",
            {"text": "notify.send", "responsibility": "sends it"},
        ),
        (
            Kind.OPTION,
            "Own invoices: numbered and kept in Postgres",
            {"title": "Own invoices", "text": "numbered and kept in Postgres"},
        ),
        (Kind.QUALITY, "Speed: p95 under 400 ms", {"text": "Speed", "threshold": "p95 under 400 ms"}),
        (
            Kind.INTERFACE,
            "POST /reminders: {invoice: str, on: date}",
            {"text": "POST /reminders", "schema": "{invoice: str, on: date}"},
        ),
        (Kind.ERROR, "INVOICE_LOCKED: it is being edited", {"text": "it is being edited", "code": "INVOICE_LOCKED"}),
        (Kind.ERROR, 'amount is negative: 422 "Too low"', {"text": "amount is negative", "response": '422 "Too low"'}),
        (Kind.TECHNOLOGY, "Django 5.2 LTS", {"text": "Django", "version": "5.2 LTS"}),
        (Kind.TECHNOLOGY, "PostgreSQL 16", {"text": "PostgreSQL", "version": "16"}),
    ],
)
def test_a_form_that_leaves_no_doubt_is_read(kind: Kind, text: str, expected: dict[str, Value]) -> None:
    assert fields_in(kind, text) == expected


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.FR, "Customers must be able to pay"),
        (Kind.STORY, "Clerks want a list"),
        (Kind.FILE, "the billing models"),
        (Kind.DECISION, "Extend the table"),
        (Kind.MODULE, "billing.dunning"),
        (Kind.MODULE, "billing: dunning"),
        (Kind.MODULE, "the one that chooses who gets a letter: that is one module"),
        (Kind.OPTION, "Own invoices"),
        (Kind.QUALITY, "Speed: it should feel quick"),
        (Kind.INTERFACE, "remind(invoice: Invoice, on: date) -> Letter"),
        (Kind.INTERFACE, "GET /invoices: the list everybody reads"),
        (Kind.ERROR, "neighbour is down: the mail service"),
        (Kind.TECHNOLOGY, "S3"),
        (Kind.RISK, "Deadline: it slips by 3 weeks"),
    ],
)
def test_everything_else_is_kept_word_for_word(kind: Kind, text: str) -> None:
    assert fields_in(kind, text) == {SPECS[kind].main: text}


@given(st.sampled_from([kind for kind in Kind if not SPECS[kind].single]), st.text(min_size=1, max_size=80))
def test_whatever_is_typed_gives_fields_the_kind_may_have(kind: Kind, text: str) -> None:
    fields = fields_in(kind, text)
    assert fields
    assert [problem_with(kind, name, value) for name, value in fields.items() if problem_with(kind, name, value)] == []
