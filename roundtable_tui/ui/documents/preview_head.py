"""The line above a document: which it is, how far, how sure, and which version of it is shown how."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from textual import events

_SIGNS = {"Draft": "○", "In Progress": "◐", "Complete": "●"}
_BETWEEN = " · "


class Heading(Struct, frozen=True):
    """What the line says; what is empty is left out."""

    name: str = ""
    status: str = ""
    confidence: str = ""
    view: str = ""
    version: str = ""


class PreviewHead(Widget):
    """One line; what does not fit goes, the name last."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"preview-head--name", "preview-head--quiet"}
    DEFAULT_CSS = """
    PreviewHead {
        height: 1;
        padding: 0 1;
        background: $panel;
        & > .preview-head--name { color: $foreground; text-style: bold; }
        & > .preview-head--quiet { color: $muted; }
    }
    """

    class ViewClicked(Message):
        """The user clicked on how the document is shown."""

    class VersionClicked(Message):
        """The user clicked on which version is shown."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 (Textual's own name)
        super().__init__(id=id)
        self._heading = Heading()

    @property
    def heading(self) -> Heading:
        return self._heading

    @heading.setter
    def heading(self, heading: Heading) -> None:
        if heading != self._heading:
            self._heading = heading
            self.refresh()

    def render(self) -> Content:
        name, left, right = self._fitted(self.content_size.width)
        bold = self.get_visual_style("preview-head--name", partial=True)
        quiet = self.get_visual_style("preview-head--quiet", partial=True)
        room = self.content_size.width - cell_len(name + left + right)
        return Content.assemble((name, bold), (left + " " * max(room, 0) + right, quiet))

    def _fitted(self, width: int) -> tuple[str, str, str]:
        """Name, what stands behind it, and what stands at the right."""
        said = self._heading
        status = f"{_SIGNS.get(said.status, '')} {one_line(said.status, 20)}".strip()
        confidence = f"{one_line(said.confidence, 20)} confidence" if said.confidence else ""
        name = one_line(said.name)
        for left, right in (
            ((status, confidence), (said.view, said.version)),
            ((status,), (said.view, said.version)),
            ((status[:1],), (said.view, said.version)),
            ((), (said.view, said.version)),
            ((), (said.version,)),
            ((), ()),
        ):
            behind = _BETWEEN.join(filter(None, left))
            behind = f"  {behind}" if behind else ""
            ahead = _BETWEEN.join(filter(None, right))
            if cell_len(name + behind) + (cell_len(ahead) + 2 if ahead else 0) <= width:
                return name, behind, ahead
        return set_cell_size(name, width) if cell_len(name) > width else name, "", ""

    def on_click(self, event: events.Click) -> None:
        _, _, right = self._fitted(self.content_size.width)
        place = event.x - (self.size.width - self.styles.padding.right - cell_len(right))
        if not right or place < 0:
            return
        on_version = place >= cell_len(right) - cell_len(self._heading.version)
        self.post_message(self.VersionClicked() if self._heading.version and on_version else self.ViewClicked())
