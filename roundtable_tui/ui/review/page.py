"""How one entry and everything around it is set on a page: pure lines of text in named styles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from rich.cells import cell_len

from roundtable_tui.artifacts.lint.findings import Finding, Severity
from roundtable_tui.domain.dossier.dossier import Entry
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Cited, Confidence, confidence
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.review.origins import Excerpt, Origin, Traces, when
from roundtable_tui.review.rules import Acceptance, Filter, acceptance, mendable, proposed
from roundtable_tui.ui.lines.line_wrap import Laid, Run, wrap
from roundtable_tui.ui.review.card_view import Section

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST = 20_000
"""So many characters of a field are shown."""
_WORDS = 600
_LINES = 4
_NARROW = 50
"""In fewer cells a text of more than a line stands below the name of its field."""
_CONFIDENCE = 8
_SURE = {Confidence.HIGH: "high", Confidence.MEDIUM: "medium", Confidence.LOW: "low"}
_INSET = 2
_NAMED = 6


class Page(Struct, frozen=True):
    """Everything to be shown about one entry."""

    entry: Entry
    owner: str = ""
    """The first name of the persona it belongs to."""
    accepted_at: str = ""
    under_way: bool = False
    """Its acceptance is being recorded."""
    altered: bool = False
    """It changed under the reader's eyes."""
    editing: str = ""
    """The field that is being written anew."""
    findings: tuple[Finding, ...] = ()
    origins: tuple[Origin, ...] = ()
    excerpts: Mapping[Cited, Excerpt] = field(default_factory=dict)
    traces: Traces = field(default_factory=Traces)
    documents: tuple[str, ...] = ()
    fresh: frozenset[str] = frozenset()
    """Documents that have just followed a change."""
    comments: tuple[tuple[str, str], ...] = ()
    """What was written beside it: a sign for how it stands, and the words."""
    looking: bool = False
    """The checks are still under way."""
    mends_with: str = "s"
    opens_with: str = "o"
    """What to press for these."""


def sections_of(page: Page) -> tuple[Section, ...]:
    """The parts of the page, from what it says to who says so."""
    name = page.entry.id
    parts = [
        Section(f"{name}:head", repr((page.owner, page.accepted_at, page.under_way, page.altered, page.entry.confirmed,
                                      page.entry.changed)), lambda width: _head(page, width)),
        Section(f"{name}:fields", repr((page.entry.changed, page.entry.confirmed, page.editing)),
                lambda width: _fields(page, width)),
    ]  # fmt: skip
    if page.findings:
        stamp = repr(page.findings)
        parts.append(Section(f"{name}:findings", stamp, lambda width: _findings(page, width)))
    if page.comments:
        parts.append(Section(f"{name}:comments", repr(page.comments), lambda width: _comments(page, width)))
    if page.origins:
        stamp = repr((page.origins, page.excerpts))
        parts.append(Section(f"{name}:origins", stamp, lambda width: _origins(page, width)))
    if page.traces.out or page.traces.into:
        stamp = repr([(one.id, one.changed, one.confirmed) for one in _neighbours(page.traces)])
        parts.append(Section(f"{name}:traces", stamp, lambda width: _traces(page, width)))
    if page.traces.remarks:
        stamp = repr([(one.id, one.changed) for one in page.traces.remarks])
        parts.append(Section(f"{name}:remarks", stamp, lambda width: _remarks(page, width)))
    if page.documents:
        stamp = repr((page.documents, sorted(page.fresh)))
        parts.append(Section(f"{name}:documents", stamp, lambda width: _documents(page, width)))
    return tuple(parts)


def nothing_to_show(wanted: Filter, words: str, total: int) -> tuple[Section, ...]:
    """Where there is no entry to show: what that means, and what to do."""
    said: tuple[str, ...]
    if not total:
        said = (
            "Nothing is written down yet.",
            "What is recorded from your answers appears here, one entry at a time: you accept it, or say it better.",
            "Esc goes back. Answer a question or two at the table and come again.",
        )
    elif words:
        said = (f"No entry has “{one_line(words, 60)}” here.", "Esc clears the search.")
    elif wanted is Filter.OPEN:
        said = (
            f"Nothing is left to accept among the {total} entries.",
            "The documents say what you accepted. What changes from now on asks again, and this filter will show it.",
            "v goes on to the findings, if there are any. Esc goes back; at the table, C goes on.",
        )
    else:
        said = (f"There is nothing under “{wanted.value}”.", "v goes on to the next filter.")
    return (Section(f"nothing:{said[0]}", "", lambda width: _sentences(said, width)),)


def _sentences(said: Sequence[str], width: int) -> list[Laid]:
    lines = wrap((Run(said[0], ("strong",)),), width)
    for sentence in said[1:]:
        lines += [Laid(()), *wrap((Run(sentence),), width)]
    return lines


def _head(page: Page, width: int) -> list[Laid]:
    entry = page.entry
    style = page.owner.lower() if page.owner.lower() in ("maya", "alex", "jordan") else "other"
    title = [Run(entry.id, ("strong",)), Run(f"  {SPECS[entry.kind].one}", ("quiet",))]
    if page.owner:
        title += [Run("  ·  ", ("quiet",)), Run(page.owner, (style,))]
    lines = wrap(title, width)
    lines += wrap(list(_status(page)), width)
    if page.altered:
        lines += wrap((Run("↻ It changed while you were reading. Read it again, then accept.", ("warned",)),), width)
    return lines


def _status(page: Page) -> Iterator[Run]:
    at = f" {when(page.accepted_at)}" if page.accepted_at else ""
    match acceptance(page.entry):
        case _ if page.under_way:
            yield Run("… accepted, being recorded", ("accepted",))
        case Acceptance.ACCEPTED:
            yield Run(f"✓ accepted{at}", ("accepted",))
        case Acceptance.OWN:
            yield Run("✓ in your own words", ("accepted",))
        case Acceptance.CHANGED:
            yield Run(f"↻ changed since you accepted it{at}", ("warned",))
        case Acceptance.READ:
            yield Run("◦ read in the code, nothing to accept", ("quiet",))
        case Acceptance.OPEN:
            yield Run("○ not accepted yet", ("open",))
    if page.entry.confidence is not Confidence.HIGH:
        sure = page.entry.confidence
        yield Run("  ·  ", ("quiet",))
        yield Run(f"{'! ' if sure is Confidence.LOW else ''}{sure.lower()} confidence", (_SURE[sure],))


def _fields(page: Page, width: int) -> list[Laid]:
    spec = SPECS[page.entry.kind]
    names = [one.name for one in spec.fields if one.name in page.entry.fields or one.name == page.editing]
    label = min(max((len(name) for name in names), default=0) + 2, 16)
    lines: list[Laid] = []
    for name in names:
        said = page.entry.fields.get(name)
        sure = confidence(said.sources) if said else Confidence.HIGH
        text = _shortened(page.entry.text(name), page.opens_with) if said else ""
        value = Run(text or "–", ("strong",) if name == spec.main else ())
        mark = "" if not page.editing else "▸ " if name == page.editing else "  "
        lines += _field(Run(f"{mark}{name.replace('_', ' ')}", _named(mark)), value, sure, width, label + len(mark))
    return lines


def _named(mark: str) -> tuple[str, ...]:
    return ("here",) if mark.strip() else ("name",)


def _field(named: Run, value: Run, sure: Confidence, width: int, label: int) -> list[Laid]:
    """Name, value and confidence beside each other; where it is narrow, the value below."""
    beside = label + cell_len(value.text) + _CONFIDENCE <= width and "\n" not in value.text
    if width < _NARROW and not beside:
        head = [named, Run(" " * max(width - cell_len(named.text) - len(sure), 1)), Run(sure, (_SURE[sure],))]
        return [Laid(head), *(_inset(one) for one in wrap((value,), max(width - _INSET, 8)))]
    lead = Run(f"{named.text:<{label}}", named.names)
    lines = [
        one._replace(lead=(lead if not number else Run(" " * label),))
        for number, one in enumerate(wrap((value,), max(width - label - _CONFIDENCE, 8)))
    ]
    room = width - label - sum(cell_len(run.text) for run in lines[0].runs)
    lines[0] = lines[0]._replace(runs=[*lines[0].runs, Run(f"{sure:>{max(room, 1)}}", (_SURE[sure],))])
    return lines


def _shortened(text: str, opens_with: str) -> str:
    text = neutral(text).expandtabs(4).strip("\n")
    if len(text) <= LONGEST:
        return text
    return (
        f"{text[:LONGEST]}\n… and {len(text) - LONGEST:,} characters more: {opens_with} opens all of it in your editor"
    )


def _heading(text: str, note: str = "") -> Laid:
    return Laid([Run(text.upper(), ("section",)), Run(f"  {note}" if note else "", ("quiet",))])


def _inset(line: Laid, lead: str = " " * _INSET, names: tuple[str, ...] = ()) -> Laid:
    return line._replace(lead=(Run(lead, names),))


def _findings(page: Page, width: int) -> list[Laid]:
    lines = [_heading("Findings", str(len(page.findings)))]
    mends = mendable(page.findings)
    for finding in page.findings:
        style = {Severity.ERROR: "error", Severity.WARNING: "warned"}.get(finding.severity, "quiet")
        mark = "⚑ " if finding.counts else "· "
        said = wrap((Run(one_line(finding.reason)),), max(width - _INSET, 8))
        lines += [_inset(one, mark if not number else "  ", (style,)) for number, one in enumerate(said)]
        if finding.suggestion:
            advice = wrap((Run(one_line(finding.suggestion), ("quiet",)),), max(width - 2 * _INSET, 8))
            lines += [_inset(one, "  → " if not number else "    ") for number, one in enumerate(advice)]
        if finding.change and finding is mends:
            offer = (Run(page.mends_with, ("here",)), Run(f" {one_line(proposed(finding.change, page.entry), _WORDS)}"))
            lines += [_inset(one, "    ") for one in wrap(offer, max(width - 2 * _INSET, 8))]
    return lines


def _comments(page: Page, width: int) -> list[Laid]:
    lines = [_heading("Comments", "I lists them all")]
    for sign, text in page.comments:
        said = wrap((Run(text),), max(width - _INSET, 8))
        lines += [_inset(one, f"{sign} " if not number else "  ", ("here",)) for number, one in enumerate(said)]
    return lines


def _origins(page: Page, width: int) -> list[Laid]:
    lines = [_heading("Comes from")]
    for origin in page.origins:
        cited = origin.source if isinstance(origin.source, Cited) else None
        looked_up = page.excerpts.get(cited) if cited else None
        target = f"code:{origin.said}" if cited else f"turn:{origin.turn}" if origin.turn else ""
        runs = [
            Run(_listed(origin.fields, page.entry), ("name",)),
            Run(origin.said, ("link",) if target else (), target),
        ]
        if looked_up:
            runs.append(
                Run(
                    f"  {'✓' if looked_up.holds else '✗'} {looked_up.said}",
                    ("quiet",) if looked_up.holds else ("warned",),
                )
            )
        lines += [_inset(one) for one in wrap(runs, max(width - _INSET, 8))]
        if origin.words:
            lines += _quoted(origin.words, page.entry, width)
        if looked_up and looked_up.lines:
            lines += _code(looked_up, width)
    return lines


def _listed(fields: Sequence[str], entry: Entry) -> str:
    """Which fields rest on it; nothing where all do."""
    if set(fields) == set(entry.fields):
        return ""
    return f"{', '.join(name.replace('_', ' ') for name in fields)}: "


def _quoted(words: str, entry: Entry, width: int) -> list[Laid]:
    """What was said, or of much that was said, the lines around what the entry took from it."""
    lines = neutral(words).expandtabs(4).strip().split("\n")
    if len(lines) > _LINES:
        wanted = (entry.id.casefold(), one_line(entry.text())[:24].casefold())
        heard = [one_line(line).casefold() for line in lines]
        found = next((at for words in wanted for at, line in enumerate(heard) if words and words in line), 0)
        first = max(min(found - 1, len(lines) - _LINES), 0)
        last = first + _LINES
        lines = [*(["…"] if first else []), *lines[first:last], *(["…"] if last < len(lines) else [])]
    text = "\n".join(lines)
    text = text if len(text) <= _WORDS else f"{text[:_WORDS].rstrip()} …"
    return [_inset(one, "  ▌ ", ("user-bar",)) for one in wrap((Run(text, ("emphasis",)),), max(width - 4, 8))]


def _code(found: Excerpt, width: int) -> list[Laid]:
    last = str(found.first + len(found.lines) - 1)
    lines = []
    for number, text in enumerate(found.lines, found.first):
        lead = (Run(f"  {number:>{len(last)}} │ ", ("code-number",)),)
        room = max(width - len(last) - 5, 8)
        lines.append(Laid([Run(text if cell_len(text) <= room else f"{text[: room - 1]}…", ("code",))], None, lead))
    return lines


def _neighbours(traces: Traces) -> Iterator[Entry]:
    yield from (entry for _, entry in (*traces.out, *traces.into))


def _traces(page: Page, width: int) -> list[Laid]:
    lines = [_heading("Traces", "r goes there")]
    for arrow, links in (("→ ", page.traces.out), ("← ", page.traces.into)):
        for name, other in links:
            lines += _neighbour(arrow, name, other, width)
    return lines


def _neighbour(arrow: str, name: str, other: Entry, width: int) -> list[Laid]:
    mark = {Acceptance.ACCEPTED: " ✓", Acceptance.OWN: " ✓", Acceptance.CHANGED: " ↻"}.get(acceptance(other), "")
    via = "" if name in ("fr", "traces", "about") else f" ({name.replace('_', ' ')})"
    whole = other.kind is Kind.AC and arrow == "← "
    text = neutral(other.text()) if whole else one_line(other.text(), max(width, 20))
    runs = [
        Run(other.id, ("link",), f"entry:{other.id}"),
        Run(f"{mark}{via}  ", ("quiet",)),
        Run(text.expandtabs(4).strip("\n")[:_WORDS]),
    ]
    laid = wrap(runs, max(width - _INSET, 8))
    return [_inset(one, arrow if not number else "  ", ("quiet",)) for number, one in enumerate(laid)]


def _remarks(page: Page, width: int) -> list[Laid]:
    lines = [_heading("Remarks")]
    for remark in page.traces.remarks:
        said = one_line(neutral(remark.text()), _WORDS)
        runs = [Run(remark.id, ("link",), f"entry:{remark.id}"), Run(f"  {said}")]
        lines += [_inset(one) for one in wrap(runs, max(width - _INSET, 8))]
    return lines


def _documents(page: Page, width: int) -> list[Laid]:
    lines = [_heading("Cited in", "p shows it")]
    for name in page.documents:
        runs = [Run(name, ("link",), f"document:{name}")]
        if name in page.fresh:
            runs.append(Run("  ● has followed your change", ("warned",)))
        lines += [_inset(one) for one in wrap(runs, max(width - _INSET, 8))]
    return lines


def left_out(names: Sequence[str]) -> str:
    """For entries that were to be accepted with others and are not what the user has read any more."""
    again = "Read it again, then accept it." if len(names) == 1 else "Read them again, then accept them."
    return f"Left out, because of a change while you were looking: {some_of(names)}. {again}"


def some_of(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
