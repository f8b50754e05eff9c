"""How a view of lines looks: its parts have names, and the theme gives them their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from textual.color import TRANSPARENT

from roundtable_tui.ui.lines.blocks import Styles
from roundtable_tui.ui.textual_internals import component_classes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from textual.widget import Widget

LOOK = {
    "label": "bold",
    "heading": "bold $primary",
    "subheading": "bold",
    "strong": "bold",
    "emphasis": "italic",
    "struck": "strike",
    "link": "underline $primary",
    "code": "$accent",
    "code-block": "on $foreground 6%",
    "html": "$text-muted",
    "quote": "italic $foreground 80%",
    "quote-bar": "$border",
    "bullet": "$text-muted",
    "line": "$border",
    "question": "bold",
    "user": "on $foreground 5%",
    "user-bar": "$primary",
    "header": "$foreground 75%",
    "captured": "$text-muted",
    "tick": "$success",
    "notice": "italic $text-muted",
    "match": "underline on $warning 35%",
    "match-current": "bold $background on $warning",
    "changed": "$warning",
    "marked": "on $primary 30%",
    "marked-cursor": "bold on $primary 45%",
    "remark": "bold $accent",
    "code-comment": "italic $text-muted",
    "code-keyword": "$primary",
    "code-string": "$success",
    "code-number": "$warning",
    "code-name": "bold",
    "code-inserted": "$success",
    "code-deleted": "$error",
}
"""By name, as Textual writes a style. As component classes these would be styled one by one for every view there is."""

CSS = """
LineFlow {
    overflow-x: hidden;
    overflow-y: auto;
    scrollbar-gutter: stable;
    scrollbar-size-vertical: 1;
    scrollbar-color: $scrollbar;
    scrollbar-color-hover: $foreground 40%;
    scrollbar-color-active: $primary;
    scrollbar-background: $background;
    scrollbar-background-hover: $background;
    scrollbar-background-active: $background;
    &:focus {
        scrollbar-color: $primary;
        background-tint: $foreground 3%;
    }
}
"""


def styles_of(widget: Widget, look: Mapping[str, str] | None = None) -> Styles:
    """The widget's named styles: only what each one sets, blended with what lies under it."""
    return Styles({**dict(_looks(widget, look or {})), **dict(_components(widget))})


def _looks(widget: Widget, look: Mapping[str, str]) -> Iterator[tuple[str, Style]]:
    app, under = widget.app, widget.background_colors[1]
    muted = app.theme_variables["text-muted"]  # in full: outside of a stylesheet the percentage of a variable is lost
    for name, written in look.items():
        style = app.stylesheet.parse_style(written.replace("$text-muted", muted))
        behind, colour = under + (style.background or TRANSPARENT), style.foreground
        if colour is not None and colour.auto:
            colour = behind.get_contrast_text(colour.a)
        drawn = Style(
            color=(behind + colour).rich_color if colour else None,
            bgcolor=behind.rich_color if style.background else None,
            bold=style.bold,
            italic=style.italic,
            underline=style.underline,
            strike=style.strike,
        )
        yield name, drawn


def _components(widget: Widget) -> Iterator[tuple[str, Style]]:
    for component in component_classes(widget):
        rules = widget.get_component_styles(component)
        full = widget.get_component_rich_style(component)
        coloured = rules.has_rule("color") or rules.has_rule("auto_color")
        style = Style(
            color=full.color if coloured else None, bgcolor=full.bgcolor if rules.has_rule("background") else None
        )
        yield component.partition("--")[2], style + rules.text_style
