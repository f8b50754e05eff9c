"""How a view of lines looks: its parts have names, and the theme gives them their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

from roundtable_tui.ui.lines.blocks import Styles
from roundtable_tui.ui.textual_internals import component_classes

if TYPE_CHECKING:
    from textual.widget import Widget

COMPONENTS = {
    f"lines--{name}"
    for name in (
        "label heading subheading strong emphasis struck link code code-block html quote quote-bar bullet line "
        "question user user-bar header captured tick notice match match-current changed "
        "code-comment code-keyword code-string code-number code-name code-inserted code-deleted"
    ).split()
}

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
    & > .lines--label { text-style: bold; }
    & > .lines--heading { text-style: bold; color: $primary; }
    & > .lines--subheading { text-style: bold; }
    & > .lines--strong { text-style: bold; }
    & > .lines--emphasis { text-style: italic; }
    & > .lines--struck { text-style: strike; }
    & > .lines--link { text-style: underline; color: $primary; }
    & > .lines--code { color: $accent; }
    & > .lines--code-block { background: $foreground 6%; }
    & > .lines--html { color: $text-muted; }
    & > .lines--quote { text-style: italic; color: $foreground 80%; }
    & > .lines--quote-bar { color: $border; }
    & > .lines--bullet { color: $text-muted; }
    & > .lines--line { color: $border; }
    & > .lines--question { text-style: bold; }
    & > .lines--user { background: $foreground 5%; }
    & > .lines--user-bar { color: $primary; }
    & > .lines--header { color: $foreground 75%; }
    & > .lines--captured { color: $text-muted; }
    & > .lines--tick { color: $success; }
    & > .lines--notice { color: $text-muted; text-style: italic; }
    & > .lines--match { background: $warning 35%; text-style: underline; }
    & > .lines--match-current { background: $warning; color: $background; text-style: bold; }
    & > .lines--changed { color: $warning; }
    & > .lines--code-comment { color: $text-muted; text-style: italic; }
    & > .lines--code-keyword { color: $primary; }
    & > .lines--code-string { color: $success; }
    & > .lines--code-number { color: $warning; }
    & > .lines--code-name { text-style: bold; }
    & > .lines--code-inserted { color: $success; }
    & > .lines--code-deleted { color: $error; }
}
"""


def styles_of(widget: Widget) -> Styles:
    """The widget's named styles: only what each one sets, blended with what lies under it."""
    named = {}
    for component in component_classes(widget):
        rules = widget.get_component_styles(component)
        full = widget.get_component_rich_style(component)
        coloured = rules.has_rule("color") or rules.has_rule("auto_color")
        style = Style(
            color=full.color if coloured else None, bgcolor=full.bgcolor if rules.has_rule("background") else None
        )
        named[component.partition("--")[2]] = style + rules.text_style
    return Styles(named)
