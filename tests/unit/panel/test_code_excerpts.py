"""Seats are told the code that bears on the topic: contained, bounded, without secrets, cited so that it is found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from roundtable_tui.codebase.files.citations import WorkingTree, cite
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.panel.code_excerpts import LONGEST, MOST_PASSAGES, code_excerpts
from roundtable_tui.panel.record.entries import OpenQuestion
from roundtable_tui.panel.record.session import SeatKind
from roundtable_tui.storage.paths import ProjectPaths
from tests.unit.panel.loopback import PanelServer, begun, finished, room_at, tabled, wire
from tests.unit.panel.samples import SEATS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.messages_api.server import MessagesServer

__all__ = ["wire"]
KEY = "ghp_" + "9fQ2xLm4Vb7Rt1Zk8Wp3Nc6Hd5Js0Ya2Ge4U"
TOPIC = "Should the mail outbox retry forever?"
HEAD = re.compile(r"^(\S+):(\d+)-(\d+)$", re.MULTILINE)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    (root / "src").mkdir(parents=True)
    filler = "\n".join(f"x{number} = {number}" for number in range(40))
    (root / "src/outbox.py").write_text(
        f'{filler}\n\ndef retry_outbox(mail):\n    token = "{KEY}"\n    return send(mail, token)\n\n{filler}\n'
    )
    (root / "src/prices.py").write_text("def price():\n    return 3\n")
    (root / ".env").write_text("OUTBOX_RETRY_PASSWORD=hunter2hunter2\n")
    (root / "README.md").write_text("# Shop\n\nSells shoes.\n")
    return root


def test_the_words_of_the_topic_lead_to_the_code(shop: Path) -> None:
    text = code_excerpts(ProjectPaths(shop), TOPIC)
    assert "def retry_outbox(mail):" in text
    assert "def price" not in text
    assert "hunter2" not in text
    assert KEY not in text
    assert "[secret removed]" in text


def test_every_citation_resolves(shop: Path) -> None:
    text = code_excerpts(ProjectPaths(shop), TOPIC)
    found = HEAD.findall(text)
    assert found
    tree = WorkingTree(shop)
    for path, start, end in found:
        lines = tree.shown(path, int(start), int(end))
        assert isinstance(lines, list)
        shown = text.split(f"{path}:{start}-{end}\n")[1].split("\n\n")[0]
        numbers = [int(line.split()[0]) for line in shown.splitlines()]
        assert numbers == list(range(int(start), int(end) + 1))


def test_an_item_is_told_what_it_cites_wherever_that_stands_now(shop: Path) -> None:
    cited = cite(shop, "src/prices.py", 1, 2)
    prices = shop / "src/prices.py"
    prices.write_text("import math\n\n\n" + prices.read_text())
    text = code_excerpts(ProjectPaths(shop), TOPIC, (cited,))
    assert HEAD.findall(text) == [("src/prices.py", "1", "5")]
    assert "retry_outbox" not in text


@pytest.mark.parametrize("path", ["../secret.py", "/etc/passwd", ".env", "src/gone.py"])
def test_what_may_not_be_read_or_is_gone_is_passed_over_for_a_search(shop: Path, path: str) -> None:
    (shop.parent / "secret.py").write_text("outside = 1\n")
    text = code_excerpts(ProjectPaths(shop), TOPIC, (Cited(path, 1, 1),))
    assert {one[0] for one in HEAD.findall(text)} == {"src/outbox.py"}


def test_it_stays_within_its_bounds(shop: Path) -> None:
    for number in range(60):
        body = "\n".join(f"def retry_outbox_{number}_{line}(mail): return {'y' * 120!r}" for line in range(90))
        (shop / f"src/outbox_{number}.py").write_text(body)
    text = code_excerpts(ProjectPaths(shop), TOPIC)
    assert 0 < len(HEAD.findall(text)) <= MOST_PASSAGES
    assert len(text) < 1.2 * LONGEST


@pytest.mark.parametrize("topic", ["", "?", "Why not?"])
def test_a_topic_that_names_nothing_finds_nothing(shop: Path, topic: str) -> None:
    assert code_excerpts(ProjectPaths(shop), topic) == ""


SAMPLE = shipped_assets() / "demo/project"
PAY_BY_INVOICE = "Clinics shall be able to pay by invoice. Does a plan start when the invoice is sent?"


@pytest.mark.parametrize(
    ("asked", "defined"),
    [
        ("What does renewal do with a plan that has no card?", "def renew_subscriptions():"),
        ("Which record takes the place of the charge?", "class Charge(models.Model):"),
        ("Who else reads last_charge_id?", "last_charge_id = models.CharField"),
        ("What must have been stored before it (reports/mrr.py:9)?", "def monthly_recurring_revenue(month)"),
    ],
)
def test_what_a_round_asks_is_shown_with_its_whole_definition(asked: str, defined: str) -> None:
    assert defined in code_excerpts(ProjectPaths(SAMPLE), PAY_BY_INVOICE, about=(asked,))


def test_a_stub_takes_no_room_from_the_code_it_repeats(shop: Path) -> None:
    declared = "    def retry_outbox_forever(mail: object) -> bool: ...\n"
    (shop / "src/outbox.pyi").write_text(f"class Outbox:\n{declared * 58}")
    (shop / "src/outbox.py").write_text((shop / "src/outbox.py").read_text().replace("token)", f"token){'#' * 10000}"))
    assert "return send(mail, token)" in code_excerpts(ProjectPaths(shop), TOPIC)


def test_what_the_code_found_goes_by_is_shown_too(shop: Path) -> None:
    (shop / "src/outbox.py").write_text("def retry_outbox(mail):\n    return Envelope(mail).closed\n")
    (shop / "src/letters.py").write_text("class Envelope:\n    stamp = 85\n\n# mail\n")
    assert "stamp = 85" in code_excerpts(ProjectPaths(shop), TOPIC)


async def test_the_next_round_is_shown_the_code_of_its_own_question(shop: Path, wire: MessagesServer) -> None:
    models = PanelServer(SEATS)
    models.serve(wire)
    room = room_at(shop, wire.url, SEATS, rounds=1)
    table = tabled(room, begun(room, SEATS, TOPIC))
    question = OpenQuestion("OQ-001", "How is the price found?")
    table.session = replace(table.session, questions=(question,))
    await finished(table)
    assert all("def price():" in one.message for one in models.sent)


async def test_it_reaches_every_seat_and_the_facilitator(shop: Path, wire: MessagesServer) -> None:
    models = PanelServer(SEATS)
    models.serve(wire)
    room = room_at(shop, wire.url, SEATS, rounds=1)
    await finished(tabled(room, begun(room, SEATS, TOPIC)))
    assert {one.seat for one in models.sent} == {*SEATS, "question", "synthesis"}
    for one in models.sent:
        assert "src/outbox.py:" in one.message
        assert "def retry_outbox(mail):" in one.message
        assert KEY not in one.text


def test_where_only_people_sit_nothing_is_searched(shop: Path, wire: MessagesServer) -> None:
    room = room_at(shop, wire.url, SEATS)
    ready = begun(room, SEATS, TOPIC, models=dict.fromkeys(SEATS, "human"))
    assert room.code_for(ready)((TOPIC,)) == ""
    assert ready.session.seats["qa-lead"].kind is SeatKind.HUMAN
