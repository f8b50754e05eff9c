"""What documents say of the code: each finding with the lines where it stands, and a mark where they do not resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.markup import cell, code
from roundtable_tui.artifacts.render.phrasing import cited
from roundtable_tui.domain.dossier.footing import is_guess
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.code_facts import YOU_NAMED_IT, without_weights
from roundtable_tui.domain.knowledge.reach import ALSO_FOUND, ON_RECORD
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.code_facts import Entrance, Touched

_ENTRANCES = {"script": "command", "main": "program", "api": "shown to others", "ci": "CI job"}
"""How the kinds of a way in are called, where their own word is not plain enough."""


def citations(view: View, entry: Entry) -> str:
    """The lines of code an entry rests on; those that lead nowhere say so."""
    return _listed(view, (source for source in entry.sources if isinstance(source, Cited)))


def code_cell_of(view: View, entry: Entry) -> str:
    """Where the code shows it.

    In the row of a file nothing else stands in backticks: readers take what does for the file that is edited.
    """
    if entry.kind is not Kind.FILE:
        return citations(view, entry).replace("|", "\\|")
    found = _touched(view).get(one_line(entry.text("path")))
    cited_lines = [source for source in entry.sources if isinstance(source, Cited)]
    if found and found.lines and not cited_lines and reason_of(view, entry):
        cited_lines = [found.lines]
    elsewhere = bool(cited_lines) and all(one_line(one.path) != one_line(entry.text("path")) for one in cited_lines)
    because = reason_of(view, entry) if elsewhere and entry.text("why").strip() else ""
    lines = _listed(view, cited_lines, _as_text)
    return f"{because}: {lines}" if because else lines


def reason_of(view: View, file: Entry) -> str:
    """Why the search came to a file, and by which way; nothing where it is only on record."""
    found = _touched(view).get(one_line(file.text("path")))
    return _reason(found) if found else ""


def reason_cell(view: View, one: Touched) -> str:
    """Why the search came to a file, by which way, and where that can be looked up."""
    lines = _listed(view, (one.lines,) if one.lines else ()).replace("|", "\\|")
    reason = _reason(one) or "the search came to it"
    return f"{reason}: {lines}" if lines else f"{reason} *(assumption)*"


def reason_in_words(one: Touched) -> str:
    """Without what the place of the row says anyhow, and without how a word was counted."""
    reason = one.reason.removeprefix(ALSO_FOUND).removeprefix(YOU_NAMED_IT).removeprefix("; ")
    if reason in ("", ON_RECORD):
        return ""
    way = f", by way of {' and '.join(one.via[1:])}" if len(one.via) > 1 else ""
    return one_line(f"{without_weights(reason)}{way}")


def _reason(one: Touched) -> str:
    return cell(reason_in_words(one))


def way_in(view: View, one: Entrance) -> str:
    """A way into the program that the search found, as the end of a list item."""
    lines = _listed(view, (one.lines,)) if one.lines else code(f"{one.path}:{one.line}") + " *(assumption)*"
    return f"{code(one.name)} ({_ENTRANCES.get(one.kind, one_line(one.kind))}), {lines}"


def unsettled(view: View, entry: Entry) -> str:
    """What keeps a row from being a fact: the file is not there, or nobody said so and no line of code shows it."""
    if one_line(entry.text("path")) in view.state.code.missing:
        return "*(not found in the code)*"
    if is_guess(entry) and not is_shown_by_code(view, entry):
        return "*(assumption)*"
    return ""


def lost_lines(view: View, entry: Entry) -> str:
    """The citations of an entry that lead nowhere, each with why, as the end of a sentence."""
    lost = view.state.code.lost
    sources = (source for source in entry.sources if isinstance(source, Cited) and source in lost)
    return "; ".join(f"{cited(source)} leads nowhere: {lost[source]}" for source in sources)


def is_shown_by_code(view: View, entry: Entry) -> bool:
    """Whether it cites lines that are still there."""
    return any(isinstance(source, Cited) and source not in view.state.code.lost for source in entry.sources)


def _listed(view: View, sources: Iterable[Cited], written: Callable[[str], str] = code) -> str:
    return ", ".join(dict.fromkeys(_marked(one, view.state.code.lost, written) for one in sources))


def _marked(one: Cited, lost: Mapping[Cited, str], written: Callable[[str], str]) -> str:
    return written(cited(one)) + (f" *(lost: {one_line(lost[one])})*" if one in lost else "")


def _as_text(place: str) -> str:
    """A place in the code without backticks; what stands between two underscores is not bold."""
    return cell(place).replace("__", "\\_\\_")


def _touched(view: View) -> Mapping[str, Touched]:
    return view.ask(_by_path)


def _by_path(view: View) -> Mapping[str, Touched]:
    scan = view.scan
    return {one_line(one.path): one for one in scan.touched} if scan else {}
