"""Artifacts on disk and what people, editors and crashes do to them between two writes."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import Kind, Value
from roundtable_tui.domain.dossier.provenance import HandEdit, Stated
from roundtable_tui.domain.journal.events import ArtifactsWritten, Body, Event, HandEdited, ItemCreated, Outcome, Spoke
from roundtable_tui.domain.journal.fold.fold import Fold, fold
from roundtable_tui.items.project import open_project
from roundtable_tui.session.documents.plan import Documents, Written, hand_edits
from roundtable_tui.storage.disk import RealDisk
from tests.support.disk.crashes import Image, crash_images, materialise
from tests.support.disk.disks import RecordingDisk
from tests.support.projects import noon, project_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.storage.disk import Disk

SLUG = "invoices"
SPEC = "requirements-spec.md"
STORIES = "user-stories.json"
INTERFACES = "interface-spec.yaml"
NFR = "nfr-matrix.md"


def record(entry_id: str, kind: Kind, **fields: Value) -> Change:
    return Change(Op.RECORD, entry_id, kind, fields, (Stated(1),))


def revise(entry_id: str, kind: Kind, **fields: Value) -> Change:
    return Change(Op.REVISE, entry_id, kind, fields, (Stated(2),))


FIRST = (
    record("PROB-001", Kind.PROBLEM, text="Accounting writes invoices by hand."),
    record("FR-001", Kind.FR, title="Pay by invoice", priority="Must Have"),
    record("AC-001-01", Kind.AC, text="The form asks for a VAT ID.", fr=("FR-001",)),
    record("US-001", Kind.STORY, title="Order", role="buyer", want="to order", so_that="I need no card"),
    record("NFR-001", Kind.QUALITY, text="Fast", threshold="2 s"),
)


class ReadingDisk(RealDisk):
    """Tells which files were read."""

    def __init__(self) -> None:
        self.read_paths: list[str] = []

    def read(self, path: Path, limit: int) -> bytes:
        self.read_paths.append(path.name)
        return super().read(path, limit)


class Desk:
    """A session's way with documents, without the talk: journal, fold, plan, write."""

    def __init__(self, root: Path, disk: Disk | None = None, events: Sequence[Event] = ()) -> None:
        self.project = project_in(root, disk)
        self.documents = Documents(self.project, SLUG)
        self.fold = Fold(events)
        self.root = root
        if not events:
            self.journal(ItemCreated(SLUG, "Invoices", "manual", "", "guided", "standard"))

    @property
    def state(self) -> State:
        return self.fold.state

    def journal(self, body: Body) -> None:
        self.fold.add(Event(self.state.seq + 1, "2026-11-16T12:00:00.000Z", self.state.exchange, "app", 0, body))

    def learn(self, *changes: Change) -> None:
        number = self.state.exchange + 1
        body = Spoke("offline", "1", Outcome.FINISHED, changes=changes)
        self.fold.add(Event(self.state.seq + 1, "2026-11-16T12:00:00.000Z", number, "voice", 0, body))

    def write(self, *names: str) -> tuple[HandEdited, ...]:
        """Writes until nothing is left to do, and returns what was found in the files."""
        found: list[HandEdited] = []
        for _ in range(5):
            plan = self.documents.plan(self.state, names or (SPEC,), self.state_when_written)
            if news := hand_edits(plan, self.state):
                found += news
                for body in news:
                    self.journal(body)
                continue
            written: Written = self.documents.write(plan, self.state)
            self.journal(ArtifactsWritten(written.files, self.state.dossier.version))
            return tuple(found)
        raise AssertionError("the files never come to rest")

    def state_when_written(self, name: str) -> State | None:
        for number in reversed(range(len(self.fold.events))):
            body = self.fold.events[number].body
            if isinstance(body, ArtifactsWritten) and name in [file.path for file in body.files]:
                return fold(self.fold.events[:number])
        return None

    def path(self, name: str = SPEC) -> Path:
        return self.root / "docs/requirements" / SLUG / name

    def text(self, name: str = SPEC) -> str:
        return self.path(name).read_bytes().decode()

    def edit(self, old: str, new: str, name: str = SPEC) -> None:
        text = self.text(name)
        assert old in text
        self.path(name).write_bytes(text.replace(old, new).encode())

    def title(self) -> str:
        entry = self.state.dossier.get("FR-001")
        return entry.text("title") if entry else ""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path)
    made.learn(*FIRST)
    made.write(SPEC, STORIES, NFR)
    return made


def test_an_untouched_file_is_written_anew_without_a_word(desk: Desk) -> None:
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    assert desk.write() == ()
    assert desk.text() == desk.project.renderer.render(SPEC, desk.state)


def test_a_hand_edit_survives_the_next_render(desk: Desk) -> None:
    desk.edit("Accounting writes", "Sofia writes")
    desk.learn(revise("AC-001-01", Kind.AC, text="The form asks for a VAT ID and a name."))
    assert desk.write() == ()
    assert "Sofia writes invoices by hand." in desk.text()
    assert "a VAT ID and a name." in desk.text()


def test_an_edited_title_becomes_the_users_word_in_every_artifact(desk: Desk) -> None:
    desk.edit("FR-001: Pay by invoice", "FR-001: Pay later")
    (edit,) = desk.write(SPEC, STORIES)
    entry = desk.state.dossier.get("FR-001")
    assert entry is not None
    assert entry.fields["title"].sources == (HandEdit(SPEC),)
    assert (edit.path, edit.conflicts) == (SPEC, ())
    assert "Pay by invoice" not in desk.text()


def test_an_edited_story_is_followed_by_the_specification(desk: Desk) -> None:
    desk.edit('"role": "buyer"', '"role": "practice manager"', STORIES)
    desk.write(SPEC, STORIES)
    assert json.loads(desk.text(STORIES))["stories"][0]["story"].startswith("As a practice manager")


def test_a_title_changed_in_the_file_and_in_the_talk_is_a_conflict_the_file_wins(desk: Desk) -> None:
    desk.edit("FR-001: Pay by invoice", "FR-001: Pay later")
    desk.learn(revise("FR-001", Kind.FR, title="Pay by invoice or card"))
    found = desk.write()
    assert [len(edit.conflicts) for edit in found if edit.changes] == [1]
    assert desk.title() == "Pay later"


def test_a_conflict_stands_in_the_state_until_it_is_settled(desk: Desk) -> None:
    text = desk.text()
    gone = text[text.index("### FR-001") : text.index("\n## ", text.index("### FR-001")) + 1]
    desk.edit(gone, "")
    desk.write()
    assert len(desk.state.files.conflicts[SPEC]) > 0
    desk.learn(Change(Op.DROP, "AC-001-01", Kind.AC), Change(Op.DROP, "FR-001", Kind.FR))
    desk.write()
    assert desk.state.files.conflicts[SPEC] == ()


def test_writing_again_changes_nothing(desk: Desk) -> None:
    desk.edit("Accounting writes", "Sofia writes")
    desk.write()
    before = desk.text()
    assert desk.write() == ()
    assert desk.text() == before


def test_a_file_with_carriage_returns_and_a_byte_order_mark_keeps_both(desk: Desk) -> None:
    desk.path().write_bytes(b"\xef\xbb\xbf" + desk.text().replace("\n", "\r\n").replace("Accounting", "Sofia").encode())
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    assert desk.write() == ()
    content = desk.path().read_bytes()
    assert content.startswith(b"\xef\xbb\xbf#")
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert b"Sofia" in content
    assert b"Pay later" in content


def test_other_line_ends_alone_are_no_edit(desk: Desk) -> None:
    desk.path().write_bytes(desk.text().replace("\n", "\r\n").encode())
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    assert desk.write() == ()
    assert desk.text().replace("\r\n", "\n") == desk.project.renderer.render(SPEC, desk.state)


def test_a_json_file_broken_by_hand_is_never_overwritten(desk: Desk) -> None:
    broken = desk.text(STORIES).replace("]", "", 1)
    desk.path(STORIES).write_text(broken)
    desk.learn(revise("US-001", Kind.STORY, role="clerk"))
    (edit,) = desk.write(STORIES)
    assert desk.text(STORIES) == broken
    assert len(edit.conflicts) == 1
    copies = [path for path in desk.path(STORIES).parent.iterdir() if path.name.startswith(f"{STORIES}.corrupt-")]
    assert [copy.read_text() for copy in copies] == [broken]
    unmerged = desk.path(".roundtable/unmerged") / STORIES
    assert json.loads(unmerged.read_text())["stories"][0]["role"] == "clerk"


def test_a_yaml_file_that_says_too_much_by_aliases_is_left_alone_copied_aside_and_told(desk: Desk) -> None:
    desk.learn(record("IF-001", Kind.INTERFACE, text="Invoice API"))
    desk.write(INTERFACES)
    lists = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else 'x'] * 9)}]\n" for n in range(8)]
    bomb = desk.text(INTERFACES) + "".join(lists)
    desk.path(INTERFACES).write_text(bomb)
    desk.learn(revise("IF-001", Kind.INTERFACE, text="Invoices"))
    (edit,) = desk.write(INTERFACES)
    assert desk.text(INTERFACES) == bomb
    assert "it says more than 100,000 values" in edit.conflicts[0]
    copies = [path for path in desk.path(INTERFACES).parent.iterdir() if path.name.startswith(f"{INTERFACES}.corrupt-")]
    assert [copy.read_text() for copy in copies] == [bomb]
    assert "name: Invoices" in (desk.path(".roundtable/unmerged") / INTERFACES).read_text()


def test_a_mended_json_file_is_merged_again(desk: Desk) -> None:
    whole = desk.text(STORIES)
    desk.path(STORIES).write_text(whole.replace("]", "", 1))
    desk.write(STORIES)
    desk.path(STORIES).write_text(whole)
    desk.learn(revise("US-001", Kind.STORY, role="clerk"))
    desk.write(STORIES)
    assert json.loads(desk.text(STORIES))["stories"][0]["role"] == "clerk"
    assert desk.state.files.conflicts[STORIES] == ()
    assert not (desk.path(".roundtable/unmerged") / STORIES).exists()


@pytest.mark.parametrize("what", ["folder", "link", "link out of the project", "bytes"])
def test_what_is_no_readable_file_is_left_alone(desk: Desk, what: str, tmp_path: Path) -> None:
    path = desk.path()
    content = path.read_bytes()
    path.unlink()
    elsewhere = tmp_path / "docs/notes.md" if what == "link" else tmp_path.parent / f"{tmp_path.name}-outside.md"
    match what:
        case "folder":
            path.mkdir()
        case "bytes":
            path.write_bytes(b"\xff\xfe\x00")
        case _:
            elsewhere.write_bytes(content)
            path.symlink_to(elsewhere)
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    (edit,) = desk.write()
    assert len(edit.conflicts) == 1
    assert path.is_dir() or path.is_symlink() or path.read_bytes() == b"\xff\xfe\x00"
    if path.is_symlink():
        assert elsewhere.read_bytes() == content


def test_a_deleted_file_is_written_again(desk: Desk) -> None:
    desk.path().unlink()
    assert desk.write() == ()
    assert desk.text() == desk.project.renderer.render(SPEC, desk.state)


def test_an_editor_that_saves_what_it_loaded_before_our_last_write_takes_nothing_back(desk: Desk) -> None:
    loaded = desk.text()
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    desk.write()
    desk.path().write_text(loaded.replace("Accounting writes", "Sofia writes"))
    assert desk.write() == ()
    assert desk.title() == "Pay later"
    assert "### FR-001: Pay later" in desk.text()
    assert "Sofia writes" in desk.text()


def test_a_file_saved_between_the_plan_and_the_write_is_planned_again(desk: Desk) -> None:
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    plan = desk.documents.plan(desk.state, (SPEC,), desk.state_when_written)
    desk.edit("Accounting writes", "Sofia writes")
    assert desk.documents.write(plan, desk.state).moved == (SPEC,)
    assert "Sofia writes" in desk.text()


def test_earlier_versions_are_kept_and_one_can_be_restored(desk: Desk) -> None:
    first = desk.text()
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    desk.write()
    desk.learn(revise("FR-001", Kind.FR, title="Pay much later"))
    desk.write()
    versions = desk.documents.versions(SPEC)
    assert len(versions) == 2
    desk.documents.restore(versions[0], desk.state)
    assert "### FR-001: Pay by invoice" in desk.text()
    desk.write()
    assert desk.title() == "Pay by invoice"
    assert first[first.index("## ") :] in desk.text()


def test_a_changed_template_takes_hand_edits_along(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.learn(*FIRST)
    desk.write()
    desk.edit("Accounting writes", "Sofia writes")
    shipped = desk.text()
    templates = tmp_path / ".roundtable/templates"
    templates.mkdir(parents=True)
    (templates / f"{SPEC}.j2").write_text(
        "# Ours\n\n**Source**: x\n\n## Our Own Heading\n\n{{ one.problem.text('text') }}\n\n"
        "{% for fr in of.fr %}\n### {{ fr.id }}: {{ fr.text('title') }}\n\n{% endfor %}"
    )
    project = open_project(desk.project.paths, clock=noon)
    assert project.templates != desk.project.templates
    desk.project = project
    desk.documents = Documents(project, SLUG)
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    desk.write()
    assert "Sofia writes" in desk.text()
    assert "### FR-001: Pay later" in desk.text()
    assert "## Our Own Heading" in desk.text()
    assert shipped.startswith("# Requirements")


def test_only_this_items_section_of_the_shared_matrix_is_written(desk: Desk) -> None:
    matrix = desk.root / "docs/common/nfr-matrix.md"
    matrix.write_text(f"My own introduction.\n{matrix.read_text()}\nMy own end.\n")
    desk.learn(revise("NFR-001", Kind.QUALITY, text="Swift"))
    assert desk.write(NFR) == ()
    text = matrix.read_text()
    assert text.startswith("My own introduction.\n")
    assert text.endswith("My own end.\n")
    assert "Swift" in text


def test_a_row_edited_in_the_shared_matrix_survives(desk: Desk) -> None:
    matrix = desk.root / "docs/common/nfr-matrix.md"
    matrix.write_text(matrix.read_text().replace("Fast", "Very fast"))
    desk.learn(record("NFR-002", Kind.QUALITY, text="Private", threshold="0 leaks"))
    desk.write(NFR)
    assert "Very fast" in matrix.read_text()
    assert "Private" in matrix.read_text()


@pytest.mark.parametrize("edited", [True, False])
def test_a_crash_while_writing_is_never_read_as_a_hand_edit(tmp_path: Path, *, edited: bool) -> None:
    root = tmp_path / "project"
    root.mkdir()
    disk = RecordingDisk(RealDisk(), root)
    desk = Desk(root, disk)
    desk.learn(*FIRST)
    desk.write(SPEC, STORIES)
    if edited:
        desk.edit("Accounting writes", "Sofia writes")
        desk.write(SPEC, STORIES)
    journaled = tuple(desk.fold.events)
    before = Image.of(root)
    disk.operations.clear()
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"), revise("US-001", Kind.STORY, role="clerk"))
    learned = tuple(desk.fold.events)
    desk.write(SPEC, STORIES)
    assert len(learned) == len(journaled) + 1
    for number, image in enumerate(crash_images(disk.operations, before)):
        there = tmp_path / f"crash-{number}"
        materialise(image, there)
        again = Desk(there, events=learned)
        again.learn(revise("FR-001", Kind.FR, title="Pay much later"))
        assert again.write(SPEC, STORIES) == (), image.label
        assert again.title() == "Pay much later", image.label
        assert "### FR-001: Pay much later" in again.text(), image.label
        assert ("Sofia writes" in again.text()) is edited, image.label


EVERYTHING = (SPEC, STORIES, NFR, "data-flow.md", "error-taxonomy.md", "quick-scan.md")


def test_after_one_change_only_the_documents_that_say_it_are_read_and_written(tmp_path: Path) -> None:
    reading = ReadingDisk()
    disk = RecordingDisk(reading, tmp_path)
    desk = Desk(tmp_path, disk)
    desk.learn(*FIRST)
    desk.write(*EVERYTHING)
    desk.write(*EVERYTHING)
    reading.read_paths.clear()
    disk.operations.clear()
    desk.learn(record("FLOW-001", Kind.FLOW, text="form → queue → ledger"))
    desk.write(*EVERYTHING)
    assert set(reading.read_paths) == {"data-flow.md"}
    written = {operation.target.rpartition("/")[2] for operation in disk.operations if operation.name == "replace"}
    assert {name for name in written if name.endswith((".md", ".json"))} == {"data-flow.md"}
    assert "form → queue → ledger" in desk.text("data-flow.md")


def test_writing_again_reads_and_writes_nothing(tmp_path: Path) -> None:
    reading = ReadingDisk()
    disk = RecordingDisk(reading, tmp_path)
    desk = Desk(tmp_path, disk)
    desk.learn(*FIRST)
    desk.write(*EVERYTHING)
    desk.write(*EVERYTHING)
    reading.read_paths.clear()
    disk.operations.clear()
    desk.write(*EVERYTHING)
    assert (reading.read_paths, disk.operations) == ([], [])
    assert set(desk.state.files.artifacts) == set(EVERYTHING)


def test_a_hand_edit_is_noticed_in_a_document_that_did_not_change(desk: Desk) -> None:
    desk.write(SPEC, STORIES, NFR)
    desk.edit("FR-001: Pay by invoice", "FR-001: Pay later")
    desk.learn(record("NFR-002", Kind.QUALITY, text="Private", threshold="0 leaks"))
    desk.write(SPEC, STORIES, NFR)
    assert desk.title() == "Pay later"


def test_an_edit_that_leaves_size_and_time_as_they_were_is_not_overwritten(desk: Desk) -> None:
    desk.write()
    before = desk.path().stat()
    desk.edit("Accounting writes", "Sofia Rossi wrote")
    os.utime(desk.path(), ns=(before.st_atime_ns, before.st_mtime_ns))
    after = desk.path().stat()
    assert (after.st_ino, after.st_size, after.st_mtime_ns) == (before.st_ino, before.st_size, before.st_mtime_ns)
    desk.learn(revise("FR-001", Kind.FR, title="Pay later"))
    plan = desk.documents.plan(desk.state, (SPEC,), desk.state_when_written)
    assert desk.documents.write(plan, desk.state).moved == (SPEC,)
    desk.write()
    assert "Sofia Rossi wrote" in desk.text()
    assert "### FR-001: Pay later" in desk.text()


def test_the_analysis_version_is_written_over_the_users_which_stays_in_the_history(desk: Desk) -> None:
    text = desk.text()
    desk.edit(text[text.index("### FR-001") : text.index("\n## ", text.index("### FR-001")) + 1], "")
    desk.write()
    theirs = desk.path().read_bytes()
    written = desk.documents.take_ours(SPEC, desk.state)
    assert desk.text() == desk.project.renderer.render(SPEC, desk.state)
    assert written.digest == written.render
    assert desk.documents.read_version(desk.documents.versions(SPEC)[-1]) == theirs


def test_after_the_analysis_version_was_taken_nothing_is_in_conflict_even_if_nobody_wrote_that_down(
    desk: Desk,
) -> None:
    text = desk.text()
    desk.edit(text[text.index("### FR-001") : text.index("\n## ", text.index("### FR-001")) + 1], "")
    desk.write()
    assert desk.state.files.conflicts[SPEC]
    desk.documents.take_ours(SPEC, desk.state)
    desk.write()
    assert desk.state.files.conflicts[SPEC] == ()


def test_a_document_is_as_it_was_written_until_its_own_part_is_changed(desk: Desk) -> None:
    matrix = desk.documents.path(NFR)
    assert desk.documents.is_as_written(SPEC, desk.state)
    assert desk.documents.is_as_written(NFR, desk.state)
    matrix.write_bytes(matrix.read_bytes() + b"\nA line outside of every section.\n")
    assert desk.documents.is_as_written(NFR, desk.state)
    matrix.write_bytes(matrix.read_bytes().replace(b"Fast", b"Slow"))
    assert not desk.documents.is_as_written(NFR, desk.state)
    desk.path().unlink()
    assert not desk.documents.is_as_written(SPEC, desk.state)
