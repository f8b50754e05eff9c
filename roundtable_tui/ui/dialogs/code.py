"""A place in the user's code: the file opened at the lines a citation names, which are marked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from roundtable_tui.domain.comments.comment import CommentPlace
from roundtable_tui.ui.documents.passages import Passage, Shape
from roundtable_tui.ui.documents.remarks import RemarkFoot, signs_of
from roundtable_tui.ui.documents.view import FRESH, DocumentView
from roundtable_tui.ui.guarded_work import guarded
from roundtable_tui.ui.widgets.search_bar import SearchBar

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.ui.documents.remarks import Margin, Remark

_LINES_ABOVE = 3
_LINES_AROUND = 2_000
_CITED = "cited"
_LANGUAGES = {
    ".c": "c", ".cc": "cpp", ".cpp": "cpp", ".cs": "csharp", ".css": "css", ".go": "go", ".h": "c", ".hpp": "cpp",
    ".html": "html", ".java": "java", ".js": "javascript", ".json": "json", ".jsx": "javascript", ".md": "markdown",
    ".php": "php", ".py": "python", ".rb": "ruby", ".rs": "rust", ".sh": "bash", ".sql": "sql", ".toml": "toml",
    ".ts": "typescript", ".tsx": "typescript", ".yaml": "yaml", ".yml": "yaml",
}  # fmt: skip


class CodeScreen(ModalScreen[None]):
    """Reads the file when it is opened, so that it shows what stands there now and says whether that has changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Close", tooltip="Close the code", id="code.close"),
        Binding("o,f4", "edit", "Edit", tooltip="Open the file in your editor", id="code.edit"),
        Binding("c", "cited", "Cited lines", tooltip="Back to the cited lines", id="code.cited"),
        Binding("slash,ctrl+f", "search", "Search", tooltip="Search in the code", id="code.search"),
        Binding("n,f3", "step(1)", "Next match", tooltip="Go to the next match", id="code.next"),
        Binding("N,f2", "step(-1)", "Previous match", tooltip="Go to the match before", id="code.previous"),
    ]
    DEFAULT_CSS = """
    CodeScreen {
        align: center middle;
        & > #code-box { width: 94%; max-width: 130; height: 92%; background: $surface; padding: 0 1; }
        & > #code-box { border: round $accent; }
        & DocumentView { height: 1fr; }
    }
    """

    def __init__(self, root: Path, cited: Cited, margin: Margin | None = None) -> None:
        """`margin` is where comments on it are kept, where there is an item they belong to."""
        super().__init__()
        self._margin = margin
        self._lines: list[str] = []
        self._remarks: tuple[Remark, ...] = ()
        self._root = root
        self.cited = cited
        self.view = DocumentView()
        self.view.commentable = margin is not None
        self.view.marks_from = _CITED
        self._foot = RemarkFoot()

    def compose(self) -> ComposeResult:
        with Vertical(id="code-box") as box:
            box.border_title = Content(_place(self.cited))
            box.border_subtitle = "m marks lines · / searches · c cited lines · o your editor · Esc closes"
            yield self.view
            yield self._foot
            yield SearchBar("Search the code")

    async def on_mount(self) -> None:
        self.view.focus()
        passages, self.cited, said, self._lines = await asyncio.to_thread(_look_up, self._root, self.cited)
        if not self.is_running:
            return
        self.query_one("#code-box").border_title = Content(f"{_place(self.cited)}{said}")
        self.view.show(passages, FRESH)
        self._look_at_remarks()
        self.call_after_refresh(self.action_cited)

    def _look_at_remarks(self) -> None:
        if self._margin and self._lines and self.is_running:
            self._remarks = tuple(self._margin.remarks(CommentPlace.CODE, self.cited.path, self._lines))
            self.view.show_signs(signs_of(self._remarks))
            self._show_foot()

    @on(DocumentView.MarksChanged)
    def _show_foot(self) -> None:
        here = self.view.source_cursor
        self._foot.show([one for one in self._remarks if here and one.first <= here <= one.last])

    @on(DocumentView.LinesTaken)
    def _comment(self, event: DocumentView.LinesTaken) -> None:
        if self._margin and self._lines:
            place, path = CommentPlace.CODE, self.cited.path
            self._margin.comment(place, path, self._lines, event.first, event.last, self._commented)

    def _commented(self) -> None:
        self.view.narrow_marks()
        self._look_at_remarks()

    def action_cited(self) -> None:
        self.view.jump_to(_CITED) if self.cited.start > _LINES_ABOVE else self.view.to_top()
        self.view.scroll_relative(y=-_LINES_ABOVE, animate=False)

    def action_search(self) -> None:
        self.query_one(SearchBar).open(self.view, self.view)

    def action_step(self, forward: int) -> None:
        self.query_one(SearchBar).step(self.view, forward)

    def action_edit(self) -> None:
        self.run_worker(self._edit(), group="editing", exclusive=True)

    async def _edit(self) -> None:
        from roundtable_tui.codebase.files.citations import file_name
        from roundtable_tui.ui.external_editor import edit

        editing = edit(self.app, self._root / file_name(self.cited.path))
        await guarded(editing, lambda error: self.notify(str(error), severity="error", markup=False))


def _place(cited: Cited) -> str:
    if not cited.start:
        return cited.path
    lines = f"{cited.start}" if cited.end <= cited.start else f"{cited.start}-{cited.end}"
    return f"{cited.path}:{lines}"


def _look_up(root: Path, cited: Cited) -> tuple[list[Passage], Cited, str, list[str]]:
    """The file in passages, the citation as it stands now, what to say about it, and the lines; read in a thread."""
    from roundtable_tui.codebase.files.citations import WorkingTree
    from roundtable_tui.domain.dossier.provenance import Gone, Moved
    from roundtable_tui.domain.talk.sanitize import neutral

    tree = WorkingTree(root)
    standing = tree.standing(cited) if cited.start else None
    said = ""
    if isinstance(standing, Moved):
        cited, said = standing.to, "  (moved since it was cited)"
    elif isinstance(standing, Gone):
        said = f"  ({standing.why})"
    lines = tree.lines(cited.path)
    if isinstance(lines, Gone):
        return [Passage(Shape.NOTE, f"{cited.path} cannot be shown: {lines.why}.", key="note")], cited, "", []
    text = [neutral(line.decode("utf-8", "replace")).expandtabs(4) for line in lines]
    return _passages(text, cited, marked=not isinstance(standing, Gone)), cited, said, text


def _passages(lines: list[str], cited: Cited, *, marked: bool) -> list[Passage]:
    """The cited lines and those around them; of a very long file only so many that turning a page takes no time."""
    first, last = (min(max(line, 0), len(lines)) for line in (cited.start - 1, max(cited.end, cited.start)))
    begin, end = max(0, first - _LINES_AROUND), min(len(lines), last + _LINES_AROUND)
    text = lines[begin:end]
    whole = "\n".join(text)
    suffix = cited.path[cited.path.rfind(".") :].lower() if "." in cited.path else ""
    parts = (("above", begin, first), (_CITED, first, last), ("below", last, end))
    shown = [
        Passage(
            Shape.CODE,
            "\n".join(text[start - begin : stop - begin]),
            key=key,
            language=_LANGUAGES.get(suffix, ""),
            whole=whole,
            line=start - begin,
            numbers=len(str(len(lines))),
            skipped=begin,
            changed=marked and key == _CITED,
        )
        for key, start, stop in parts
        if start < stop
    ]
    return [*_not_shown(begin, "above"), *shown, *_not_shown(len(lines) - end, "below")]


def _not_shown(lines: int, where: str) -> list[Passage]:
    more = "1 more line is" if lines == 1 else f"{lines:,} more lines are"
    said = f"{more} not shown here, {where}; o opens the file in your editor."
    return [Passage(Shape.NOTE, said, key=f"more-{where}")] if lines else []
