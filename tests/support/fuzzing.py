"""Valid files and words, damaged in every way that costs programs their footing, and a way to count the attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.disk.sampling import EVERY_ONE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.faults.conftest import Promise

T = TypeVar("T")

NASTY = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\r", b"\r\n", b"\x0c", b"\x85", b"\xe2\x80\xa8", b"\t",
    b"{", b"}", b"[", b"]", b'"', b"'", b"\\", b"\\u0000", b"\\ud800", b"[[[[[[[[", b'{"a":' * 40, b"- " * 60,
    b"&a [*a, *a]", b"*a", b"!!python/object/apply:os.system [id]", b"<<: *a", b"? : |", b"---\n", b"...\n",
    b"%YAML 9\n", b": ", b"- ", b"#", b"|\n", b">-\n", b"null", b"true", b"NaN", b"Infinity", b"-1", b"1e999",
    b"9" * 60, b"0x1f", b"../../../etc/passwd", b"/etc/passwd", b"C:\\", b"con", b"~", b"$HOME", b"$(id)", b"`id`",
    b"{{ 7*7 }}", b"{% for %}", b"\x1b[2J", b"\x1b]52;c;aGk=\x07", b"\xc2\x9b31m", "\u202e".encode(),
    "\u200b".encode(), "\U000e0041".encode(), "\ufeff".encode(), "é".encode(), "e\u0301".encode(), "🦜".encode(),
    b"[red]", b"[@click=app.quit]x[/]", b"<<<<<<< HEAD\n", b"```\n", b"| a | b |\n", b"a" * 3000,
)  # fmt: skip
"""What readers stumble over: encodings, ends of lines, brackets, YAML's tricks, numbers, paths, templates, control."""


def damaged(*samples: bytes) -> st.SearchStrategy[bytes]:
    """One of these with up to four things done to it; or bytes of any kind."""
    edit = st.tuples(
        st.sampled_from(("insert", "delete", "double", "cut", "flip", "swap lines")),
        st.floats(0, 1),
        st.floats(0, 1),
        st.sampled_from(NASTY),
    )
    mutated = st.builds(_edited, st.sampled_from(samples), st.lists(edit, min_size=1, max_size=4))
    return mutated | st.binary(max_size=120) | st.sampled_from(NASTY)


def damaged_text(*samples: str, errors: str = "surrogateescape") -> st.SearchStrategy[str]:
    return damaged(*(sample.encode() for sample in samples)).map(lambda data: data.decode("utf-8", errors))


def _edited(data: bytes, edits: Sequence[tuple[str, float, float, bytes]]) -> bytes:
    for what, one, other, noise in edits:
        first, last = sorted((int(one * len(data)), int(other * len(data))))
        match what:
            case "insert":
                data = data[:first] + noise + data[first:]
            case "delete":
                data = data[:first] + data[last:]
            case "double":
                data = data[:last] + data[first:last][:4000] + data[last:]
            case "cut":
                data = data[:last]
            case "flip":
                data = data[:first] + bytes(255 - byte for byte in data[first : first + 2]) + data[first + 2 :]
            case _:
                lines = data.splitlines(keepends=True) or [b""]
                at, to = int(one * len(lines)) % len(lines), int(other * len(lines)) % len(lines)
                lines[at], lines[to] = lines[to], lines[at]
                data = b"".join(lines)
    return data


def attempt(promise: Promise, cases: st.SearchStrategy[T], check: Callable[[T], object], every: int) -> None:
    """Tries so many cases in `make faults`, a fortieth of them in the suite; each is a point of the promise."""

    @settings(
        max_examples=every if EVERY_ONE else max(10, every // 40),
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.generate, Phase.shrink],
    )
    @given(cases)
    def one(case: T) -> None:
        with promise.point():
            check(case)

    one()
