"""Comments as a Markdown file that can be mailed or committed, and back: what others wrote, and what became of it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.comments.anchors import MOST_QUOTED
from roundtable_tui.domain.comments.comment import (
    Anchor,
    Comment,
    CommentOutcome,
    CommentPlace,
    CommentSort,
    Dealt,
    comment_id,
)
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

LARGEST = 2 * 1024 * 1024
MOST = 2_000
_LONGEST = 20_000
_LONGEST_NAME = 80
_HEADING = re.compile(r"### +(change|question|objection)\b", re.IGNORECASE)
_MARK = re.compile(r"<!-- roundtable:comment (\{.*\}) -->")
_SPECIAL = re.compile(r"\\|#{1,6} |>|<!--|\*\*\[|\*By ")
_BYLINE = re.compile(r"\*By (.*)\*")
_CODE, _ENTRY = "Code: ", "Entry: "
_STRANGER = "somebody"
_FATES = {
    CommentOutcome.ASKED: "Asked at the table",
    CommentOutcome.ANSWERED: "Answered",
    CommentOutcome.DONE: "Done",
    CommentOutcome.DECLINED: "Declined",
}


class CommentFile(Struct, frozen=True):
    """What a file holds, and what of it could not be read."""

    comments: tuple[Comment, ...] = ()
    dealt: tuple[Dealt, ...] = ()
    problems: tuple[str, ...] = ()


class _Kept(Struct, frozen=True):
    """What stands in a file for programs: everything but the words."""

    id: str
    anchor: Anchor
    author: str = ""
    at: str = ""
    dealt: Dealt | None = None


def written(title: str, slug: str, comments: Iterable[Comment], dealt: Mapping[str, Dealt], author: str) -> str:
    """The file; `author` stands for the user, whose own comments carry no name here."""
    lines = [
        f"# Comments: {one_line(title, 200)}",
        "",
        f"`roundtable-tui review {slug} --import FILE` takes them in. To add one, copy the form: a heading",
        "`### change`, `### question` or `### objection`, the lines it is about behind `>`, then your words.",
    ]
    heading = ""
    for comment in sorted(comments, key=_order):
        if (name := _heading(comment.anchor)) != heading:
            heading = name
            lines += ["", f"## {heading}"]
        lines += ["", *_one(comment, dealt.get(comment.id), author)]
    return "\n".join(lines) + "\n"


def _order(comment: Comment) -> tuple[object, ...]:
    anchor = comment.anchor
    return list(CommentPlace).index(anchor.place), anchor.name, anchor.line, comment.at, comment.id


def _heading(anchor: Anchor) -> str:
    lead = {CommentPlace.CODE: _CODE, CommentPlace.ENTRY: _ENTRY}.get(anchor.place, "")
    return f"{lead}{anchor.name}"


def _one(comment: Comment, dealt: Dealt | None, author: str) -> Iterator[str]:
    anchor, who = comment.anchor, comment.author or author
    about = anchor.entry if anchor.place is not CommentPlace.ENTRY else ""
    told = (one_line(who, _LONGEST_NAME), comment.at, about, f"line {anchor.line}" if anchor.line else "")
    yield f"### {comment.sort}"
    yield ""
    yield f"*By {', '.join(part for part in told if part)}*"
    if anchor.quote:
        yield ""
        yield from (f"> {neutral(line)}".rstrip() for line in anchor.quote)
    yield ""
    yield from map(_escaped, neutral(comment.text).strip().split("\n"))
    yield ""
    if dealt:
        dealt = replace(dealt, by=dealt.by or one_line(author, _LONGEST_NAME))
        by = f" by {one_line(dealt.by, _LONGEST_NAME)}"
        yield f"**[{_FATES[dealt.outcome]}{by}]** {one_line(dealt.reason)}".rstrip()
        yield ""
    if dealt and dealt.outcome is CommentOutcome.ASKED:  # when and under which id is this table's own affair
        dealt = None
    yield f"<!-- roundtable:comment {_json(_Kept(comment.id, anchor, who, comment.at, dealt))} -->"


def _json(kept: _Kept) -> str:
    """On one line, and without what would end the remark it stands in."""
    return json.dumps(msgspec.to_builtins(kept), ensure_ascii=True).replace(">", "\\u003e").replace("<", "\\u003c")


def _escaped(line: str) -> str:
    return f"\\{line}" if _SPECIAL.match(line) else line


def read(text: str, file: str) -> CommentFile:
    """What such a file says, also where somebody wrote into it by hand; what cannot be read is named."""
    if len(text) > LARGEST:
        raise UsageError(f"{file} is longer than {LARGEST:,} characters.", "Export the comments anew, or cut it.")
    found: dict[str, Comment] = {}
    dealt: dict[str, Dealt] = {}
    problems: list[str] = []
    section = ""
    lines = neutral(text).split("\n")
    for at, end in _parts(lines):
        heading = lines[at]
        if not _HEADING.match(heading):
            section = heading.removeprefix("## ").strip() if heading.startswith("## ") else section
            continue
        try:
            comment, fate = _read_one(heading, lines[at + 1 : end], section)
        except (ValueError, msgspec.ValidationError):
            problems.append(f"{file}:{at + 1}: this comment cannot be read")
            continue
        if not comment.text:
            problems.append(f"{file}:{at + 1}: this comment says nothing")
        elif len(found) < MOST:
            found.setdefault(comment.id, comment)
            if fate:
                dealt[comment.id] = fate
    return CommentFile(tuple(found.values()), tuple(dealt.values()), tuple(problems))


def _parts(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    starts = [at for at, line in enumerate(lines) if line.startswith(("# ", "## ", "### "))]
    return zip(starts, [*starts[1:], len(lines)], strict=True)


def _read_one(heading: str, lines: Sequence[str], section: str) -> tuple[Comment, Dealt | None]:
    sort = CommentSort(heading.split()[1].lower())
    kept: _Kept | None = None
    author, over = _STRANGER, False
    quote: list[str] = []
    body: list[str] = []
    for line in lines:
        if mark := _MARK.fullmatch(line.strip()):
            kept = msgspec.convert(json.loads(mark[1]), _Kept)
        elif line.startswith("**["):
            over = True
        elif body or not (by := _BYLINE.fullmatch(line.strip())):
            if line.startswith(">") and not body:
                quote.append(line[1:].removeprefix(" "))
            elif not over and (body or line.strip()):
                body.append(line.removeprefix("\\"))
        else:
            author = by[1].split(",")[0].strip() or _STRANGER
    text = "\n".join(body).strip()[:_LONGEST]
    if kept is None:
        anchor = _anchor(section, tuple(quote[:MOST_QUOTED]))
        return Comment(comment_id(sort, text, anchor, author, ""), sort, text, anchor, author), None
    dealt = kept.dealt if kept.dealt and kept.dealt.comment == kept.id else None
    return Comment(kept.id, sort, text, kept.anchor, kept.author or author, kept.at), dealt


def _anchor(section: str, quote: tuple[str, ...]) -> Anchor:
    for lead, place in ((_CODE, CommentPlace.CODE), (_ENTRY, CommentPlace.ENTRY)):
        if section.startswith(lead):
            return Anchor(place, section.removeprefix(lead).strip(), quote)
    if not section:
        raise ValueError
    return Anchor(CommentPlace.DOCUMENT, section, quote)
