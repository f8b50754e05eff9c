"""The open round on disk: its question and each ballot as it is sealed, so that a pause loses no answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.panel.record.ballots import Ballot, Option, Request, ballot_in, number_in, texts_in
from roundtable_tui.panel.record.session import Focus, FocusType
from roundtable_tui.storage.atomic import make_folders, write_atomically
from roundtable_tui.storage.disk import MEGABYTE, read_if_there
from roundtable_tui.storage.paths import writable_target

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.formats.yaml import Value
    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

LARGEST = 16 * MEGABYTE


class AskedQuestion(Struct, frozen=True):
    """What a round asks, and of whom."""

    round: int
    phase: str
    focus: Focus
    text: str
    options: tuple[Option, ...] = ()
    probing: str = ""
    seats: tuple[str, ...] = ()
    stress_test: bool = False
    fallback: bool = False
    """It is the files' question, because the facilitator's could not be read."""
    request: Request = field(default_factory=Request)

    @property
    def texts(self) -> tuple[str, ...]:
        """Everything it says, the question first."""
        return (self.text, " ".join((self.probing, *(option.text for option in self.options))))


class PendingRound(Struct, frozen=True):
    asked: AskedQuestion
    ballots: Mapping[str, Ballot] = field(default_factory=dict)
    own_ballot: Ballot | None = None

    @property
    def unanswered(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.asked.seats if seat not in self.ballots)


class PendingBallots:
    """The file of one session, for whoever holds its lock."""

    def __init__(self, disk: Disk, paths: ProjectPaths, path: Path) -> None:
        self._disk = disk
        self._paths = paths
        self._path = path

    def read(self, number: int) -> PendingRound | None:
        """The open round if it is this one; what a crash left of a line is dropped, what is of another round too."""
        data = read_if_there(self._disk, self._path, LARGEST)
        if data is None:
            return None
        good = data[: data.rfind(b"\n") + 1]
        pending = _parsed(good)
        if pending is None or pending.asked.round != number:
            self.remove()
            return None
        if len(good) != len(data):
            self._disk.truncate(self._path, len(good))
            self._disk.sync(self._path)
        return pending

    def open(self, asked: AskedQuestion) -> None:
        self._append({"asked": _as_object(asked)})
        self._disk.sync_folder(self._path.parent)

    def seal(self, asked: AskedQuestion, seat: str, ballot: Ballot) -> None:
        """Durable when this returns."""
        self._append({"round": asked.round, "seat": seat, "ballot": ballot.as_document()})

    def seal_own(self, asked: AskedQuestion, ballot: Ballot) -> None:
        self._append({"round": asked.round, "own": ballot.as_document()})

    def rewrite(self, pending: PendingRound) -> None:
        """The open round anew, in one step."""
        number = pending.asked.round
        lines: list[Mapping[str, object]] = [{"asked": _as_object(pending.asked)}]
        for seat, ballot in pending.ballots.items():
            lines.append({"round": number, "seat": seat, "ballot": ballot.as_document()})
        if pending.own_ballot:
            lines.append({"round": number, "own": pending.own_ballot.as_document()})
        write_atomically(self._disk, writable_target(self._paths, self._path), b"".join(map(_encoded, lines)))

    def remove(self) -> None:
        if self._disk.stat(self._path) is not None:
            self._disk.remove(self._path)
            self._disk.sync_folder(self._path.parent)

    def _append(self, line: Mapping[str, object]) -> None:
        target = writable_target(self._paths, self._path)
        make_folders(self._disk, target.parent)
        self._disk.append(target, _encoded(line))
        self._disk.sync(target)


def _encoded(line: Mapping[str, object]) -> bytes:
    return (json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n").encode("utf-8", "backslashreplace")


def _parsed(data: bytes) -> PendingRound | None:
    """All whole lines up to the first that cannot be read."""
    pending: PendingRound | None = None
    for line in data.split(b"\n"):
        try:
            found = json.loads(line, parse_float=str, parse_int=str) if line.strip(b"\0 ") else None
        except (ValueError, RecursionError):
            return pending
        if not isinstance(found, dict):
            continue
        if "asked" in found:
            asked = _asked_in(found["asked"])
            pending = PendingRound(asked) if asked else None
        elif pending and found.get("round") == str(pending.asked.round):
            pending = _with(pending, found)
    return pending


def _with(pending: PendingRound, line: Mapping[str, Value]) -> PendingRound:
    if own := ballot_in(line.get("own")):
        return replace(pending, own_ballot=own)
    ballot, seat = ballot_in(line.get("ballot")), line.get("seat")
    if ballot and isinstance(seat, str) and seat in pending.asked.seats:
        return replace(pending, ballots={**pending.ballots, seat: ballot})
    return pending


def _as_object(asked: AskedQuestion) -> dict[str, object]:
    return {
        "round": asked.round,
        "phase": asked.phase,
        "focus": {"type": asked.focus.type.value, "id": asked.focus.id, "topic_id": asked.focus.topic_id},
        "text": asked.text,
        "options": [{"id": one.id, "text": one.text} for one in asked.options],
        "probing": asked.probing,
        "seats": list(asked.seats),
        "stress_test": "yes" if asked.stress_test else "",
        "fallback": "yes" if asked.fallback else "",
        "request": asked.request.as_document(),
    }


def _asked_in(found: Value) -> AskedQuestion | None:
    if not isinstance(found, dict) or not _text(found.get("text")):
        return None
    focus = found.get("focus")
    about = focus if isinstance(focus, dict) else {}
    kind = _text(about.get("type"))
    request = ballot_in({"position": "", "request": found.get("request")})
    options = found.get("options")
    return AskedQuestion(
        round=int(number_in(found.get("round"))),
        phase=_text(found.get("phase")),
        focus=Focus(
            FocusType(kind) if kind in list(FocusType) else FocusType.AGENDA,
            _text(about.get("id")),
            _text(about.get("topic_id")),
        ),
        text=_text(found.get("text")),
        options=tuple(
            Option(_text(one.get("id")), _text(one.get("text")))
            for one in (options if isinstance(options, list) else ())
            if isinstance(one, dict)
        ),
        probing=_text(found.get("probing")),
        seats=texts_in(found.get("seats")),
        stress_test=bool(found.get("stress_test")),
        fallback=bool(found.get("fallback")),
        request=request.request if request else Request(),
    )


def _text(value: Value) -> str:
    return value if isinstance(value, str) else ""
