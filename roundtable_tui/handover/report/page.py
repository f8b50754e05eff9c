"""Makes the page: one HTML file that loads nothing and says in its own head that it may not."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from roundtable_tui import __version__
from roundtable_tui.artifacts.render.phrasing import counted, has_shown_id, name_of, sources_text, title_of
from roundtable_tui.artifacts.render.story_sentence import told
from roundtable_tui.domain.dossier.footing import footing, is_guess
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.handover.report import radius_drawing, trace_drawing
from roundtable_tui.handover.report.bars import filled, stacked
from roundtable_tui.handover.report.connections import by_priority, webs
from roundtable_tui.handover.report.content import (
    FOOTINGS,
    content_of,
    counted_files,
    free_options,
    risks_of,
    status_of,
    summary_of,
)
from roundtable_tui.handover.report.prose import inline, prose, sentence
from roundtable_tui.library.assets import shipped_assets

if TYPE_CHECKING:
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.handover.material import Material

_FOLDER = "report"
_OPENING = 420
"""Letters of a paragraph that may stand before the figures: what is longer would push them out of sight."""


def page_of(material: Material, knowledge: Knowledge) -> str:
    """The whole page. Its template is the shipped one: a script on it must not come with a cloned project."""
    places = shipped_assets() / _FOLDER
    style, script = ((places / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    environment = Environment(
        loader=FileSystemLoader(places),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_harmless,
    )
    environment.filters |= {
        "inline": inline,
        "prose": prose,
        "sentence": sentence,
        "line": one_line,
        "name": name_of,
        "title": title_of,
        "told": told,
        "counted": counted,
    }
    environment.tests |= {"guess": is_guess, "shown_by_id": has_shown_id}
    content = content_of(material, knowledge)
    view = content.view
    what, why = summary_of(view)
    opening = what or why
    return environment.get_template("page.html.j2").render(
        page=content,
        view=view,
        material=material,
        plan=material.plan,
        specs=SPECS,
        what=what,
        opening=opening if len(opening) <= _OPENING else "",
        why=why,
        groups=by_priority(view),
        traces=[
            (one.name, one.web, trace_drawing.drawn(one.web, f"Traces, {one.name}"))
            for one in webs(view, material.plan)
        ],
        radius=radius_drawing.drawn(content.reach.spots, "Files by how near they are to the change"),
        tiers=radius_drawing.TIERS,
        stacked=stacked,
        filled=filled,
        risks=risks_of(view),
        free_options=free_options(view),
        status_of=lambda decision: status_of(view, decision),
        files=counted_files,
        rests_on=lambda entry: FOOTINGS.get(footing(entry), ("", "")),
        sources=lambda entry: sources_text(entry, view.entry),
        style=Markup(style),  # noqa: S704 (ours)
        script=Markup(script),  # noqa: S704 (ours)
        policy=policy(style, script),
        version=__version__,
    )


def policy(style: str, script: str) -> str:
    """What the page may do: its own styles and its own script, known by their digests, and nothing else."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}';"
        " base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _harmless(value: Any) -> Any:
    """Whatever a template writes: text of others without control characters, nothing where there is nothing."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return neutral(value)
    return "" if value is None else value
