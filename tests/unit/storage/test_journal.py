"""Every rule about the journal file: what is kept, what is dropped, what is put aside, and when nothing is touched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.domain.journal.events import APP, USER, Event, Remarked, UserSaid
from roundtable_tui.domain.journal.values import Utterance
from roundtable_tui.errors import StorageError
from roundtable_tui.storage.disk import RealDisk
from roundtable_tui.storage.journal import Journal, encode, parse
from tests.support.disk.disks import FaultyDisk, RecordingDisk
from tests.support.journals import any_journal, wild_texts

if TYPE_CHECKING:
    from pathlib import Path


from tests.unit.storage.journal_lines import EVENTS, FIRST, FULL, LINES, NOW, SECOND, THIRD, beside, line, said


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def test_one_line_holds_the_envelope_and_then_the_event() -> None:
    assert list(json.loads(SECOND)) == ["v", "seq", "at", "exchange", "actor", "cause", "type", "text"]
    assert json.loads(SECOND) == {
        "v": 1,
        "seq": 2,
        "at": "2026-11-16T03:03:19.016Z",
        "exchange": 2,
        "actor": "user",
        "cause": 0,
        "type": "UserSaid",
        "text": "words 2",
    }


@given(any_journal)
def test_any_journal_comes_back_as_it_was_written(journal: list[Event]) -> None:
    contents = parse(encode(journal))
    assert list(contents.events) == journal
    assert (contents.rest, contents.newer) == (b"", "")


@given(wild_texts)
def test_any_words_come_back_exactly_and_never_break_their_line(text: str) -> None:
    data = encode([Event(1, "", 1, USER, 0, UserSaid(text))])
    assert data.count(b"\n") == 1
    assert [event.body for event in parse(data).events] == [UserSaid(text)]


@pytest.mark.parametrize(
    "text", ["\ud800", "\udcff at the end \udc80", "🦜👩‍👩‍👧", "\x00\x1b\x85\u2028\r\n", "long " * 400_000]
)
def test_words_that_are_hard_to_write_come_back_exactly(text: str) -> None:
    assert [event.body for event in parse(encode([Event(1, "", 1, USER, 0, UserSaid(text))])).events] == [
        UserSaid(text)
    ]


def test_two_surrogates_that_make_a_character_come_back_as_that_character() -> None:
    body = UserSaid("\ud83e\udd9c")
    assert [event.body for event in parse(encode([Event(1, "", 1, USER, 0, body)])).events] == [UserSaid("🦜")]


def test_no_journal_is_an_empty_one(path: Path) -> None:
    contents, notices = Journal(RealDisk(), path).open(NOW)
    assert (contents.events, notices, path.exists()) == ((), [], False)


def test_a_whole_journal_is_read_and_left_as_it_is(path: Path) -> None:
    path.write_bytes(LINES)
    disk = RecordingDisk(RealDisk(), path.parent)
    contents, notices = Journal(disk, path).open(NOW)
    assert (contents.events, notices, disk.operations) == (EVENTS, [], [])


@pytest.mark.parametrize(
    "kept",
    [
        pytest.param(b"\xef\xbb\xbf" + LINES, id="byte order mark"),
        pytest.param(LINES.replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(FIRST + b"\n \t\r\n" + SECOND + THIRD + b"\n", id="blank lines"),
        pytest.param(FIRST + line(unknown_field=[1]) + THIRD, id="a field nobody knows"),
    ],
)
def test_what_an_editor_or_git_does_to_a_journal_harms_nothing(path: Path, kept: bytes) -> None:
    path.write_bytes(kept)
    journal = Journal(RealDisk(), path)
    contents, notices = journal.open(NOW)
    assert (contents.events, notices, path.read_bytes()) == (EVENTS, [], kept)
    journal.append([said(4)], EVENTS, NOW)
    assert parse(path.read_bytes()).events == (*EVENTS, said(4))


def test_a_whole_line_without_its_newline_is_kept_and_the_next_line_stands_alone(path: Path) -> None:
    path.write_bytes(LINES[:-1])
    journal = Journal(RealDisk(), path)
    contents, notices = journal.open(NOW)
    assert (contents.events, notices) == (EVENTS, [])
    journal.append([said(4)], EVENTS, NOW)
    assert path.read_bytes() == LINES + encode([said(4)])


@pytest.mark.parametrize("cut", range(1, len(THIRD) - 1))
def test_a_torn_last_line_is_dropped_wherever_it_was_torn(cut: int) -> None:
    contents = parse(FIRST + SECOND + THIRD[:cut])
    assert (contents.events, contents.good, contents.rest, contents.torn) == (
        EVENTS[:2],
        FIRST + SECOND,
        THIRD[:cut],
        True,
    )


@pytest.mark.parametrize(
    "tail",
    [
        pytest.param(THIRD[:20], id="torn"),
        pytest.param(b"\0" * 512, id="NUL bytes"),
        pytest.param(b"\0" * 30 + b"\n" + b"\0" * 30 + b"\n", id="NUL bytes with newlines"),
        pytest.param(THIRD[:20] + b"\0" * 100, id="torn, then NUL bytes"),
        pytest.param("🦜".encode()[:2], id="half a character"),
    ],
)
def test_what_a_crash_left_at_the_end_is_dropped_with_a_notice(path: Path, tail: bytes) -> None:
    path.write_bytes(FIRST + SECOND + tail)
    contents, notices = Journal(RealDisk(), path).open(NOW)
    assert contents.events == EVENTS[:2]
    assert notices == [f"{path} ended in the middle of a line; that unfinished line was dropped."]
    assert path.read_bytes() == FIRST + SECOND
    assert beside(path) == {}


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(b"{not json}\n" + THIRD, id="not JSON"),
        pytest.param(b'"words"\n' + THIRD, id="not an object"),
        pytest.param(SECOND[:30] + b"\n" + THIRD, id="torn in the middle"),
        pytest.param(b"\0" * 40 + b"\n" + THIRD, id="NUL bytes in the middle"),
        pytest.param(b"\xff\xfe\n" + THIRD, id="not UTF-8"),
        pytest.param(b"[" * 100_000 + b"\n" + THIRD, id="nested without end"),
        pytest.param(b'{"v": ' + b"9" * 5000 + b"}\n" + THIRD, id="an endless number"),
        pytest.param(THIRD, id="a line is missing"),
        pytest.param(FIRST + SECOND, id="a line stands twice"),
        pytest.param(line(seq=0), id="number 0"),
        pytest.param(line(seq="2"), id="a number as text"),
        pytest.param(line(seq=True), id="a truth as number"),
        pytest.param(line(exchange=-1), id="a negative exchange"),
        pytest.param(line(at=None), id="no time"),
        pytest.param(line(v=None), id="no version"),
        pytest.param(line(v=0), id="version 0"),
        pytest.param(line(type=None), id="no type"),
        pytest.param(line(text=7), id="a field of the wrong type"),
        pytest.param(line(type="Chose"), id="a field is missing"),
    ],
)
def test_after_a_damaged_line_the_good_part_is_used_and_the_rest_put_aside(path: Path, rest: bytes) -> None:
    path.write_bytes(FIRST + rest)
    contents, notices = Journal(RealDisk(), path).open(NOW)
    assert contents.events == EVENTS[:1]
    assert path.read_bytes() == FIRST
    assert beside(path) == {"journal.jsonl.corrupt-20261116T030319Z": rest}
    sentence = f"{path} is damaged after line 1. The good part is used; the rest was kept in"
    assert notices == [f"{sentence} journal.jsonl.corrupt-20261116T030319Z beside it."]


def test_a_journal_damaged_from_the_start_is_put_aside_whole(path: Path) -> None:
    path.write_bytes(b"<html>\n" + LINES)
    contents, _ = Journal(RealDisk(), path).open(NOW)
    assert (contents.events, path.read_bytes()) == ((), b"")
    assert list(beside(path).values()) == [b"<html>\n" + LINES]


def test_the_rest_is_put_aside_before_the_journal_is_shortened(path: Path) -> None:
    path.write_bytes(FIRST + b"?\n" + THIRD)
    disk = RecordingDisk(RealDisk(), path.parent)
    Journal(disk, path).open(NOW)
    targets = [operation.target for operation in disk.operations if operation.name == "replace"]
    assert targets == ["journal.jsonl.corrupt-20261116T030319Z", "journal.jsonl"]


@pytest.mark.parametrize("fail_at", [1, 2, 3])
def test_a_journal_that_cannot_be_put_aside_is_not_shortened(path: Path, fail_at: int) -> None:
    path.write_bytes(FIRST + b"?\n" + THIRD)
    with pytest.raises(StorageError):
        Journal(FaultyDisk(RealDisk(), fail_at, FULL, for_good=True), path).open(NOW)
    assert path.read_bytes() == FIRST + b"?\n" + THIRD


@pytest.mark.parametrize(
    "newer",
    [
        pytest.param(line(type="Sang"), id="unknown type"),
        pytest.param(line(v=2), id="newer version"),
        pytest.param(line(v=2, type=["odd"], seq="x"), id="newer version of another form"),
    ],
)
def test_a_journal_of_a_later_version_is_shown_as_far_as_it_is_known_and_not_touched(path: Path, newer: bytes) -> None:
    data = FIRST + newer + b"torn"
    path.write_bytes(data)
    disk = RecordingDisk(RealDisk(), path.parent)
    contents, notices = Journal(disk, path).open(NOW)
    assert contents.events == EVENTS[:1]
    assert contents.newer
    assert (notices, disk.operations, path.read_bytes()) == ([], [], data)


def test_reading_mends_nothing(path: Path) -> None:
    path.write_bytes(FIRST + b"?\n" + THIRD[:9])
    disk = RecordingDisk(RealDisk(), path.parent)
    assert Journal(disk, path).read().events == EVENTS[:1]
    assert disk.operations == []


@pytest.mark.parametrize("where", ["a folder", "a link that leads in a circle"])
def test_a_journal_that_is_no_file_is_named_in_one_sentence(path: Path, where: str) -> None:
    if where == "a folder":
        path.mkdir()
    else:
        path.symlink_to(path)
    with pytest.raises(StorageError, match=r"journal\.jsonl could not be read"):
        Journal(RealDisk(), path).open(NOW)


@given(st.data())
def test_cutting_a_journal_anywhere_keeps_every_whole_line_before_the_cut(data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(LINES)))
    whole = LINES[:cut].count(b"\n")
    contents = parse(LINES[:cut])
    kept_without_newline = LINES[cut : cut + 1] == b"\n"
    assert contents.events == EVENTS[: whole + kept_without_newline]


@given(st.binary(max_size=60), st.integers(0, len(LINES)))
def test_bytes_of_any_kind_put_anywhere_lose_no_line_before_them(noise: bytes, at: int) -> None:
    damaged = LINES[:at] + noise + LINES[at:]
    contents = parse(damaged)
    whole = LINES[:at].count(b"\n")
    assert contents.events[:whole] == EVENTS[:whole]
    if not contents.newer:
        assert (contents.good + contents.rest).startswith(damaged)


def test_an_event_without_words_of_its_own_is_still_a_whole_line() -> None:
    event = Event(1, "", 0, APP, 0, Remarked((Utterance(APP, "Noted."),)))
    assert parse(encode([event])).events == (event,)
