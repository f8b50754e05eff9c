"""Who sits behind each seat: models at their servers with their keys, people, or both, and what it may cost."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from roundtable_tui.config.claude import Claude
from roundtable_tui.config.loader import load_settings
from roundtable_tui.config.model import Panel, Settings
from roundtable_tui.errors import UsageError, VoiceError
from roundtable_tui.items.budget import BudgetSpentError
from roundtable_tui.items.project import open_as_set
from roundtable_tui.items.voices import Flags
from roundtable_tui.panel.opening import PanelRequest
from roundtable_tui.panel.record.session import Seat, SeatKind
from roundtable_tui.panel.room import open_room
from roundtable_tui.panel.rounds.updates import SeatChanged, SeatState
from roundtable_tui.panel.seat_models import seat_models
from roundtable_tui.panel.seating import seating_for
from tests.support.messages_api.replies import Fault, Reply, fails, says
from tests.support.messages_api.server import KEY, MessagesServer
from tests.unit.panel.loopback import PanelServer, begun, finished, room_at, tabled, wire
from tests.unit.panel.samples import SEATS, SHIPPED
from tests.unit.panel.tables import ACCEPTING, Deciding

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roundtable_tui.panel.seats.tasks import SeatTask

__all__ = ["wire"]
WITH_KEY = {"ANTHROPIC_API_KEY": "x"}


def planned_with(root: Path, settings: Settings, flags: Flags | None = None, **wanted: Any) -> dict[str, Seat]:
    room = open_room(open_as_set(root, settings), settings, flags)
    plan = room.plan(PanelRequest("Queue or table?", **wanted))
    return {**plan.seats, "facilitator": plan.facilitator}


def test_without_a_key_people_take_every_seat(tmp_path: Path) -> None:
    found = planned_with(tmp_path, Settings())
    assert {seat.kind for seat in found.values()} == {SeatKind.HUMAN}


def test_with_a_key_models_do_and_one_facilitates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    found = planned_with(tmp_path, Settings(claude=Claude(model="big")))
    assert set(found.values()) == {Seat(SeatKind.MODEL, "claude", "big")}


def test_offline_people_take_every_seat_though_there_is_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    found = planned_with(tmp_path, Settings(), Flags(offline=True))
    assert {seat.kind for seat in found.values()} == {SeatKind.HUMAN}


@pytest.mark.parametrize(
    ("flags", "wanted", "sentence"),
    [
        (Flags(), {"seats": SeatKind.MODEL}, "no key for a model is set (ANTHROPIC_API_KEY, or claude.key_command"),
        (Flags(offline=True), {"seats": SeatKind.MODEL}, "you said --offline."),
        (Flags(offline=True), {"models": {"qa-lead": "m@local"}}, "you said --offline."),
        (Flags(), {"models": {"qa-lead": "m@gateway"}}, "no key for the server 'gateway' (GATEWAY_KEY is not set)."),
        (Flags(), {"models": {"qa-lead": "m@elsewhere"}}, "There is no server 'elsewhere' in your settings."),
    ],
)
def test_a_model_that_cannot_be_asked_is_one_sentence(
    flags: Flags, wanted: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    servers = {"gateway": "https://gateway.example key_env=GATEWAY_KEY", "local": "http://127.0.0.1:1"}
    with pytest.raises(UsageError) as refused:
        planned_with(tmp_path, Settings(panel=Panel(servers=servers)), flags, **wanted)
    assert sentence in refused.value.sentence


def test_where_only_a_server_of_ones_own_can_be_asked_its_seats_are_models_and_it_facilitates(tmp_path: Path) -> None:
    panel = Panel(servers={"local": "http://127.0.0.1:1"}, models={"qa-lead": "qwen@local"})
    found = planned_with(tmp_path, Settings(panel=panel))
    assert found["qa-lead"] == found["facilitator"] == Seat(SeatKind.MODEL, "local", "qwen")
    assert found["technical-lead"].kind is SeatKind.HUMAN


def test_the_settings_choose_who_facilitates_though_the_usual_model_cannot_be_asked(tmp_path: Path) -> None:
    servers = {"local": "http://127.0.0.1:1", "other": "http://127.0.0.1:2"}
    panel = Panel(servers=servers, models={"qa-lead": "qwen@local", "facilitator": "llama@other"})
    assert planned_with(tmp_path, Settings(panel=panel))["facilitator"] == Seat(SeatKind.MODEL, "other", "llama")
    people = planned_with(tmp_path, Settings(panel=panel), seats=SeatKind.HUMAN)
    assert people["facilitator"].kind is SeatKind.HUMAN


def test_a_facilitator_of_the_settings_that_cannot_be_asked_is_replaced_and_that_is_said(tmp_path: Path) -> None:
    servers = {"local": "http://127.0.0.1:1", "gateway": "https://gateway.example key_env=GATEWAY_KEY"}
    panel = Panel(servers=servers, models={"qa-lead": "qwen@local", "facilitator": "llama@gateway"})
    settings = Settings(panel=panel)
    plan = open_room(open_as_set(tmp_path, settings), settings).plan(PanelRequest("Queue or table?"))
    assert plan.facilitator == Seat(SeatKind.MODEL, "local", "qwen")
    assert plan.replaced.startswith(
        "qwen facilitates, since llama@gateway cannot: there is no key for the server 'gateway'"
    )
    named = PanelRequest("Queue or table?", models={"facilitator": "qwen@local"})
    assert not open_room(open_as_set(tmp_path, settings), settings).plan(named).replaced


def test_the_settings_can_leave_it_to_people_to_facilitate_models(tmp_path: Path) -> None:
    panel = Panel(servers={"local": "http://127.0.0.1:1"}, models={"qa-lead": "qwen@local", "facilitator": "human"})
    assert planned_with(tmp_path, Settings(panel=panel))["facilitator"].kind is SeatKind.HUMAN


def test_the_day_a_model_is_from_is_no_server() -> None:
    models = seat_models(Settings(), environ=WITH_KEY)
    assert models.seat("claude-opus@20260101") == Seat(SeatKind.MODEL, "claude", "claude-opus@20260101")


def test_a_participants_file_chooses_a_model_but_never_a_server() -> None:
    models = seat_models(Settings(panel=Panel(servers={"local": "http://127.0.0.1:1"})), environ=WITH_KEY)
    assert models.seat("", "m@local") == Seat(SeatKind.MODEL, "claude", "m@local")


def test_a_project_cannot_name_servers_or_models_for_seats(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("panel:\n  servers: {evil: 'https://evil.example'}\n  models: {qa-lead: m@evil}\n")
    loaded = load_settings(file)
    assert loaded.settings.panel == Panel()
    assert len([one for one in loaded.warnings if "a project cannot set 'panel." in one]) == 2


async def test_a_server_gets_its_own_key_or_none_and_never_the_usual_one(
    tmp_path: Path, wire: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEWAY_KEY", "the-gateways")
    with MessagesServer() as gateway, MessagesServer() as local:
        gateway.key, local.key = "the-gateways", "no-key"
        models = PanelServer(SEATS)
        for server in (wire, gateway, local):
            models.serve(server)
        at = dict(zip(SEATS, ("", "@gateway", "@local"), strict=True))
        usual = room_at(tmp_path, wire.url, SEATS, rounds=1).models.by_seat
        panel = Panel(
            models={name: model + at.get(name, "") for name, model in usual.items()},
            servers={"gateway": f"{gateway.url} key_env=GATEWAY_KEY", "local": local.url},
        )
        settings = Settings(claude=Claude(base_url=wire.url), panel=panel)
        room = open_room(open_as_set(tmp_path, settings), settings)
        table = tabled(room, begun(room, SEATS))
        await finished(table)
        keys = [[key_in(one.headers) for one in server.received] for server in (wire, gateway, local)]
        assert keys == [[KEY] * 3, ["the-gateways"], ["no-key"]]
        assert {seat: one.voice for seat, one in table.session.seats.items()} == dict(
            zip(SEATS, ("claude", "gateway", "local"), strict=True)
        )


def key_in(headers: Mapping[str, str]) -> str:
    return headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")


class Person:
    def __init__(self) -> None:
        self.asked: list[str] = []

    async def ballot(self, task: SeatTask) -> dict[str, str]:
        self.asked.append(task.participant.id)
        return {"position": "A person's word.", "confidence": "0.6"}

    async def synthesis(self, task: object, draft: object) -> str:
        raise AssertionError("a model facilitates")


async def test_people_and_models_sit_at_one_table_and_the_user_votes_beside_it(
    tmp_path: Path, wire: MessagesServer
) -> None:
    models = PanelServer(SEATS)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, at_once=1, rounds=1)
    ready = begun(room, SEATS, models={"qa-lead": "human"})
    person = Person()
    table = room.table(ready, seating_for(room, ready, person, own=True), Deciding(list(ACCEPTING)))
    await finished(table)
    assert sorted(person.asked) == ["qa-lead", "you"]
    (only,) = table.session.rounds
    assert set(only.ballots) == set(SEATS)
    assert only.own_ballot is not None
    assert {seat: one.kind.value for seat, one in table.session.seats.items()} == {
        "software-architect": "model",
        "technical-lead": "model",
        "qa-lead": "human",
    }
    (summed,) = models.of("synthesis")
    assert summed.message.count("A person's word.") == 1, "the ballot beside the panel counts for nothing"


async def test_a_seat_whose_model_fails_is_missing_with_its_sentence(tmp_path: Path, wire: MessagesServer) -> None:
    models = PanelServer(SEATS, fault=lambda seat, _: fails(Fault.SERVER) if seat == "qa-lead" else None)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=1)
    table = tabled(room, begun(room, SEATS))
    await finished(table)
    assert "qa-lead" in table.session.rounds[0].missing
    assert set(table.session.rounds[0].ballots) == set(SEATS) - {"qa-lead"}


async def test_where_no_model_answers_the_reason_is_said(tmp_path: Path, wire: MessagesServer) -> None:
    models = PanelServer(SEATS, fault=lambda seat, _: fails(Fault.BILLING) if seat in SEATS else None)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS)
    with pytest.raises(VoiceError) as failed:
        await finished(tabled(room, begun(room, SEATS)))
    assert failed.value.sentence.startswith("No seat could answer. ")
    assert len(failed.value.sentence) > len("No seat could answer. ")


async def test_an_answer_that_breaks_the_form_is_asked_for_once_more(tmp_path: Path, wire: MessagesServer) -> None:
    broken: list[str] = []

    def once(seat: str, _: int) -> Reply | None:
        if seat in broken:
            return None
        broken.append(seat)
        return says("I would rather not answer in JSON.")

    models = PanelServer(SEATS, fault=once)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=1)
    table = tabled(room, begun(room, SEATS))
    await finished(table)
    assert set(table.session.rounds[0].ballots) == set(SEATS)
    again = [one for one in models.of("qa-lead") if "could not be used" in one.message]
    assert len(again) == 1
    assert len(models.of("qa-lead")) == 2


async def test_what_a_panel_may_cost_is_asked_about_once_and_then_gone_beyond(
    tmp_path: Path, wire: MessagesServer
) -> None:
    models = PanelServer(SEATS)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=1)
    prices = dict.fromkeys(wire.more_models, "1000 1000 1000 1000")
    claude = Claude(base_url=wire.url, budget=Decimal("0.05"), prices=prices)
    panel = Panel(models={**room.models.by_seat}, at_once=1)
    settings = Settings(claude=claude, panel=panel)
    room = open_room(open_as_set(tmp_path, settings), settings)
    table = tabled(room, begun(room, SEATS))
    told: list[object] = []
    table.subscribe(told.append)
    with pytest.raises(BudgetSpentError) as spent:
        await table.run()
    assert spent.value.sentence.startswith("This panel has used $")
    before = len(wire.received)
    await finished(table)
    assert table.session.is_closed
    assert len(wire.received) > before
    assert len({one.received.number for one in models.of(*SEATS)}) == len(SEATS), "no seat is asked twice"


async def test_a_seat_says_why_it_takes_longer(tmp_path: Path, wire: MessagesServer) -> None:
    tried: list[str] = []

    def overloaded_once(seat: str, _: int) -> Reply | None:
        if seat != "qa-lead" or tried:
            return None
        tried.append(seat)
        return fails(Fault.OVERLOADED, retry_after="1")

    models = PanelServer(SEATS, fault=overloaded_once)
    models.serve(wire)
    settings = Settings(
        claude=Claude(base_url=wire.url, retries=2),
        panel=Panel(models={**room_at(tmp_path, wire.url, SEATS, rounds=1).models.by_seat}),
    )
    room = open_room(open_as_set(tmp_path, settings), settings)
    table = tabled(room, begun(room, SEATS))
    told: list[object] = []
    table.subscribe(told.append)
    await finished(table)
    waits = [one for one in told if isinstance(one, SeatChanged) and one.reason]
    assert [(one.seat, one.state) for one in waits] == [("qa-lead", SeatState.THINKING)]
    assert waits[0].reason.startswith("Trying again in 1 s: ")
    assert set(table.session.rounds[0].ballots) == set(SEATS)


async def test_a_secret_in_the_readme_is_neither_sent_nor_written_down(tmp_path: Path, wire: MessagesServer) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (tmp_path / "README.md").write_text(f"A shop.\n\nToken: {secret}\n")
    models = PanelServer(SEATS)
    models.serve(wire)
    room = room_at(tmp_path, wire.url, SEATS, rounds=1)
    ready = begun(room, SEATS)
    table = room.table(ready, seating_for(room, ready, Person()), Deciding(list(ACCEPTING)), verbose=True)
    await finished(table)
    assert not [one for one in models.sent if secret in one.text]
    written = [path for path in (tmp_path / ".s2s").rglob("*") if path.is_file()]
    assert len(written) > 5
    assert not [path for path in written if secret in path.read_text()]


def test_a_model_goes_by_a_projects_own_participants_only_where_they_are_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / ".roundtable/participants"
    own.mkdir(parents=True)
    (own / "gardener.md").write_text("---\nid: gardener\nname: Gardener\n---\n\nRoses.\n")
    settings = Settings()
    assert "gardener" in open_room(open_as_set(tmp_path, settings), settings).knowledge.participants
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    room = open_room(open_as_set(tmp_path, settings), settings)
    assert "gardener" not in room.knowledge.participants
    assert "roundtable-tui trust" in room.warnings[0]
    assert set(SHIPPED.participants) <= set(room.knowledge.participants)


def test_seats_can_be_given_to_others_when_a_panel_is_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    settings = Settings()
    room = open_room(open_as_set(tmp_path, settings), settings)
    begun(room, SEATS).opened.close()
    people = room.resume("which", seats=SeatKind.HUMAN)
    people.opened.close()
    assert {one.kind for one in (*people.session.seats.values(), people.session.facilitator)} == {SeatKind.HUMAN}
    one = room.resume("which", models={"qa-lead": "human"})
    one.opened.close()
    assert one.session.seats["qa-lead"].kind is SeatKind.HUMAN
    assert one.session.seats["technical-lead"].kind is SeatKind.MODEL
