"""A document is made anew exactly when something it says has changed."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from roundtable_tui.artifacts.render.renderer import Renderer, TemplateFailedError
from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, Op, apply_change
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.dossier.provenance import Stated
from roundtable_tui.domain.journal.code_facts import Hit, Scanned
from roundtable_tui.domain.journal.events import Ending
from roundtable_tui.domain.journal.state import Spoken, State
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.values import Role, Utterance, WrittenFile
from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from tests.support.dossiers import ITEM, full, small, states
from tests.support.states import changed
from tests.unit.artifacts.render.test_renderer import NAMES

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.domain.dossier.kinds import Value

SAID = Utterance("user", "Hm.")
SCAN = Scanned(("invoice",), (Hit("invoice", 3, 1, ("a.py",)),), ("a.py",), 9, 1)
DAYS = ("2026-11-16T12:00:00.000Z", "2026-11-16T13:00:00.000Z", "2026-11-17T12:00:00.000Z")


def made(*places: Path) -> Renderer:
    return Renderer(load_knowledge([shipped_assets()]), [*places, shipped_assets()])


@cache
def remembering() -> Renderer:
    return made()


@cache
def _compiled() -> Renderer:
    return made()


def forgetful() -> Renderer:
    """As good as new, but for its templates, which take long to compile."""
    renderer = _compiled()
    renderer._rendered.clear()
    renderer._seen = None
    return renderer


@st.composite
def _talks(draw: st.DrawFn, state: State) -> State:
    """The state with anything else a document can depend on besides dossier, scan and item."""
    speakers = draw(st.lists(st.sampled_from((MAYA, ALEX, JORDAN)), max_size=3))
    said = [
        Spoken(turn, Utterance(speaker, "…", Role.TALK))
        for turn, persona in enumerate(speakers)
        for speaker in (persona, "user")
    ]
    status, gaps = draw(st.sampled_from(StepStatus)), draw(st.sampled_from([(), ("a recovery",)]))
    assumed = draw(st.sampled_from([(), ("ASM-001",)]))
    step = draw(st.sampled_from(["00-01", "01-01", "03-02", "04-04"]))
    record = StepRecord(step, step, step[:2], status, gaps=gaps, assumed=assumed, written=draw(st.integers(0, 3)))
    written = draw(st.sampled_from([(), ("adr-0001-an-earlier-title.md",)]))
    return changed(
        state,
        transcript=tuple(said),
        steps={step: record},
        artifacts={name: WrittenFile(name, "", "") for name in written},
        version_at=draw(st.sampled_from(DAYS)),
        ending=draw(st.sampled_from([None, Ending.EARLY])),
        seq=draw(st.integers(0, 9)),
    )


@st.composite
def histories(draw: st.DrawFn) -> list[State]:
    """States that follow each other: of each, some entries are dropped, changed or added in the next."""
    found = [draw(_talks(draw(states())))]
    for _ in range(draw(st.integers(1, 3))):
        last, other = found[-1], draw(states())
        entries = dict(last.dossier.entries)
        ids = sorted({*entries, *other.dossier.entries})
        for entry_id in draw(st.lists(st.sampled_from(ids), max_size=3)) if ids else ():
            entry = other.dossier.get(entry_id)
            if entry is not None:
                entries[entry_id] = entry
            else:
                entries.pop(entry_id, None)
        following = replace(last, dossier=Dossier(entries))
        if draw(st.booleans()):
            following = changed(following, scan=other.code.scan)
        if draw(st.booleans()):
            following = replace(following, mode="conversation")
        found.append(draw(_talks(following)) if draw(st.booleans()) else following)
    return [*found, found[0]]


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(histories())
def test_what_is_remembered_is_what_would_be_rendered(history: list[State]) -> None:
    for state in history:
        expected = forgetful().render_all(state, NAMES)
        assert remembering().render_all(state, NAMES) == expected


def revised(state: State, entry_id: str, **fields: Value) -> State:
    entries: dict[str, Entry] = dict(state.dossier.entries)
    assert apply_change(entries, Change(Op.REVISE, entry_id, entries[entry_id].kind, fields, (Stated(3),)), 99)
    return changed(state, dossier=Dossier(entries), version=99, seq=state.seq + 1)


@pytest.mark.parametrize("entry_id", list(small().dossier.entries))
def test_every_entry_that_changes_or_goes_is_followed(entry_id: str) -> None:
    before = small()
    main = SPECS[before.dossier.entries[entry_id].kind].main
    entries = {key: entry for key, entry in before.dossier.entries.items() if key != entry_id}
    for after in (revised(before, entry_id, **{main: "Another"}), replace(before, dossier=Dossier(entries))):
        remembering().render_all(before, NAMES)
        assert remembering().render_all(after, NAMES) == forgetful().render_all(after, NAMES)


@pytest.mark.parametrize(
    ("entry_id", "field", "made_anew"),
    [
        ("FLOW-001", "text", {"data-flow.md", "design-summary.md"}),
        ("ERR-001", "text", {"error-taxonomy.md", "design-summary.md"}),
        ("EST-001", "text", {"quick-scan.md"}),
        ("NFR-001", "threshold", {"nfr-matrix.md", "requirements-spec.md", "requirements-summary.md", "tasks.md"}),
        ("INT-001", "contract", {"component-interactions.md", "architecture-overview.md", "architecture-summary.md"}),
        ("Q-001", "text", {"requirements-spec.md"}),
        ("TECH-001", "why", {"tech-stack-decision.md", "architecture-overview.md", "architecture-summary.md"}),
    ],
)
def test_a_document_that_does_not_read_the_entry_that_changed_is_not_made_anew(
    entry_id: str, field: str, made_anew: set[str]
) -> None:
    before, after = full(), revised(full(), entry_id, **{field: "quite another word"})
    after = replace(after, dossier=Dossier({**before.dossier.entries, entry_id: after.dossier.entries[entry_id]}))
    names = [name for name in NAMES if "something-else" not in name]
    texts = remembering().render_all(before, names)
    again = remembering().render_all(after, names)
    assert {name for name in names if again[name] is not texts[name]} == made_anew


def test_a_word_that_nobody_recorded_changes_no_document() -> None:
    before = small()
    after = changed(before, seq=before.seq + 1, transcript=(Spoken(4, Utterance("user", "Hm.")),), changed_at=DAYS[2])
    texts = remembering().render_all(before, NAMES)
    again = remembering().render_all(after, NAMES)
    assert [name for name in NAMES if again[name] is not texts[name]] == []


@pytest.mark.parametrize(
    ("template", "after"),
    [
        ("{{ view.state.seq }}", replace(small(), seq=7)),
        ("{{ view.state.talk.transcript|length }}", changed(small(), transcript=(Spoken(1, SAID),))),
        ("{{ view.state.dossier.get('FR-001').text('title') }}", revised(small(), "FR-001", title="Another")),
        ("{% for kind, entries in of.items() %}{{ entries|map('called')|join }}{% endfor %}",
         revised(small(), "FLOW-001", text="Another")),
        ("{{ view.entry('FR-002').text('title') }}", revised(small(), "FR-002", title="Another")),
        ("{{ view.entry('FR-404') or 'none' }}",
         replace(small(), dossier=Dossier({"FR-404": replace(small().dossier.entries["FR-001"], id="FR-404")}))),
        ("{{ one.problem.text() }}", revised(small(), "PROB-001", text="Another")),
        ("{{ groups|length }}", replace(small(), dossier=Dossier())),
        ("{{ records|join }}", replace(small(), dossier=Dossier())),
        ("{{ records.values()|join }}",
         changed(small(), artifacts={"adr-0001-x.md": WrittenFile("adr-0001-x.md", "", "")})),
        ("{{ scan.searched if scan else 0 }}", changed(small(), scan=SCAN)),
        ("{{ hits|length }}", changed(small(), scan=SCAN)),
        ("{{ size.file_count }} {{ assessment.count_basis }}", changed(small(), scan=SCAN)),
        ("{% include 'part.md.j2' %}", replace(small(), item=replace(ITEM, slug="another"))),
        ("{% block inner %}{{ item.slug }}{% endblock %}", replace(small(), item=replace(ITEM, slug="another"))),
        ("{{ header.date }}", changed(small(), version_at=DAYS[2])),
        ("{{ header.gaps|length }}", changed(small(), ending=Ending.EARLY)),
    ],
)  # fmt: skip
def test_a_template_of_ones_own_follows_whatever_it_reads(tmp_path: Path, template: str, after: State) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "data-flow.md.j2").write_text(template)
    (folder / "part.md.j2").write_text("{{ item.slug }}")
    renderer = made(tmp_path)
    before = renderer.render("data-flow.md", small())
    assert renderer.render("data-flow.md", after) == made(tmp_path).render("data-flow.md", after) != before


def test_the_order_in_which_fields_were_said_counts() -> None:
    state = full()
    entry = state.dossier.entries["SCOPE-001"]
    turned = replace(entry, fields=dict(reversed(list(entry.fields.items()))))
    assert turned == entry
    after = replace(state, dossier=Dossier({**state.dossier.entries, entry.id: turned}))
    before = remembering().render("quick-scan.md", state)
    assert remembering().render("quick-scan.md", after) is not before


@pytest.mark.parametrize("edited", ["data-flow.md.j2", "part.md.j2", "new.md.j2"])
def test_an_edited_template_is_followed(tmp_path: Path, edited: str) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    body = "{% include 'part.md.j2' %}{% include 'new.md.j2' ignore missing %}{% include ['new.md.j2', 'part.md.j2'] %}"
    (folder / "data-flow.md.j2").write_text(body)
    (folder / "part.md.j2").write_text("old")
    renderer = made(tmp_path)
    assert renderer.render("data-flow.md", small()) == "oldold\n"
    (folder / edited).write_text("new")
    os.utime(folder / edited, (1, 1))
    assert renderer.render("data-flow.md", small()) == made(tmp_path).render("data-flow.md", small()) != "oldold\n"


def test_a_template_cannot_meddle_with_what_is_noted(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "data-flow.md.j2").write_text("{{ of.flow|length }}{% set _ = view.take_notes() %}")
    with pytest.raises(TemplateFailedError, match="not safely callable"):
        made(tmp_path).render("data-flow.md", small())
