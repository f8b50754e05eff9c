"""What a session does to the disk besides its journal; each effect can be done again and comes out the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files import git
from roundtable_tui.domain.knowledge.artifact_specs import phases_written
from roundtable_tui.domain.knowledge.coverage import coverage
from roundtable_tui.errors import StorageError
from roundtable_tui.session.code.background_scan import own_folders
from roundtable_tui.storage import backlog
from roundtable_tui.storage.atomic import make_folders, remove_leftovers, write_over
from roundtable_tui.storage.disk import MEGABYTE, read_if_there, shown
from roundtable_tui.storage.locks import project_lock
from roundtable_tui.storage.meta import META_LIMIT, Meta, new_meta, read_meta, write_meta
from roundtable_tui.storage.paths import writable_target
from roundtable_tui.storage.quarantine import LARGEST, set_aside
from roundtable_tui.storage.shared_files import reserve_adr_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from roundtable_tui.codebase.impact.project_scan import Progress
    from roundtable_tui.domain.journal.code_facts import Inquiry, Scanned
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.items.project import Project

_PROGRESS = ("phases_completed", "steps_completed", "depth_overrides", "topics_covered", "description")
_THEIRS = ("description", "source", "source_id", "slug", "codebase_hash")
"""What stays as another program wrote it until the user has the item analysed anew; nobody else describes it."""
_BACKLOG_LIMIT = 16 * MEGABYTE
_ATTEMPTS = 6
"""How often a file that somebody changes at this very moment is read again."""


class WrittenMeta(Struct, frozen=True):
    """What meta.json holds now, and what the user should be told about it."""

    fields: dict[str, object]
    notice: str = ""


class Effects:
    """The files of one item, for the session that holds its lock."""

    def __init__(self, project: Project, slug: str) -> None:
        self._project = project
        self._disk = project.disk
        self._paths = project.paths
        self._slug = slug

    def use(self, project: Project) -> None:
        """From here on what is read and written goes by this project's knowledge."""
        self._project = project

    def scan(self, wanted: Inquiry, stopped: Callable[[], bool], progress: Callable[[Progress], None]) -> Scanned:
        project = self._project
        return project.scan(self._paths.root, wanted, own_folders(self._paths), stopped, progress, project.cache_folder)

    def head(self) -> str:
        return git.head(self._paths.root)

    def write_meta(self, state: State) -> WrittenMeta:
        """Sets our fields in meta.json as it is now, so that what other tools wrote stays."""
        path = self._paths.meta(self._slug)
        for _ in range(_ATTEMPTS):
            found = read_if_there(self._disk, path, LARGEST)
            content, written = self._meta_over(found, state, path)
            if found == content or self._write(path, content, found):
                return written
        raise keeps_changing(path)

    def _meta_over(self, found: bytes | None, state: State, path: Path) -> tuple[bytes, WrittenMeta]:
        now = self._project.clock()
        meta = read_meta(found, now) if found is not None and len(found) <= META_LIMIT else None
        notice = ""
        if found is not None and meta is None:
            copy = set_aside(self._disk, path, now)
            notice = f"{shown(path)} could not be understood. It was kept as {copy.name}, and written anew."
        updated = self._meta_of(state, meta, now)
        content = write_meta(updated, keeps_unknown_status=_belongs_to_others(state))
        return content, WrittenMeta(dict((read_meta(content, now) or updated).raw), notice)

    def _meta_of(self, state: State, found: Meta | None, now: datetime) -> Meta:
        item = state.item
        if item is None:
            raise StorageError(f"{self._slug} has no beginning in its journal.")
        meta = found or _as_read(new_meta(description=item.description, slug=item.slug, now=now), now)
        covered = coverage(self._project.knowledge.topics, state)
        conversed = state.converses
        phases = (*state.guided.phases_ended, *(phases_written(state) if conversed else ()))
        ended = [key for key in dict.fromkeys(phases) if key not in meta.phases_completed]
        topics = {one.topic for one in covered if one.covered} if conversed else set()
        steps = [step for topic in self._project.knowledge.topics if topic.id in topics for step in topic.steps]
        fields: dict[str, object] = {
            "description": meta.description or item.description,
            "source": item.source if not found else meta.source,
            "source_id": meta.source_id or item.source_id,
            "slug": item.slug,
            "created_at": meta.created_at if found else state.created_at,
            "phases_completed": [*meta.phases_completed, *ended],
            "steps_completed": list(dict.fromkeys((*meta.steps_completed, *state.guided.steps_done, *steps))),
            "depth_overrides": {
                **meta.depth_overrides,
                **{key: str(depth) for key, depth in state.guided.depth_overrides.items()},
            },
            "topics_covered": list(
                dict.fromkeys((*meta.topics_covered, *(one.topic for one in covered if one.covered)))
            ),
            "coverage": {
                one.topic: {"pct": one.percent, "confidence": one.confidence.lower(), "criteria_met": list(one.met)}
                for one in covered
            },
            "mode": state.mode,
        }
        if state.code.commit:
            fields["codebase_hash"] = state.code.commit
        if state.conversation.accepted_at:
            fields["acceptance"] = {
                "accepted_at": state.conversation.accepted_at,
                "domains": [str(domain) for domain in state.conversation.domains],
                "amendment_cycles": state.conversation.amendments,
            }
        if state.guided.elaborations:
            fields["elaborations"] = self._elaborations(state, meta)
        if item.guest and found:
            fields |= {name: found.raw[name] for name in _THEIRS if found.raw.get(name)}
            if not found.description:
                del fields["description"]
        if state.files.renamed_to:
            fields["description"] = state.files.renamed_to
        return meta.updated(**fields)

    def _elaborations(self, state: State, meta: Meta) -> list[object]:
        ours = [
            {
                "step_id": one.step,
                "turn_count": one.turn_count,
                "personas_active": list(one.personas),
                "timestamp": one.at,
                "synthesis_summary": one.summary,
            }
            for one in state.guided.elaborations
        ]
        known = [(one.get("step_id"), one.get("timestamp")) for one in meta.elaborations]
        return [*meta.elaborations, *(one for one in ours if (one["step_id"], one["timestamp"]) not in known)]

    def read_meta(self) -> Meta | None:
        found = read_if_there(self._disk, self._paths.meta(self._slug), LARGEST)
        if found is None or len(found) > META_LIMIT:
            return None
        return read_meta(found, self._project.clock())

    def changed_outside(self, state: State, found: Meta) -> dict[str, object]:
        """The fields of meta.json that say neither what we wrote last nor what we were about to write."""
        known, now = Meta(state.files.meta or {}), self._project.clock()
        expected = _as_read(self._meta_of(state, known, now), now).raw
        return {
            name: found.raw[name]
            for name in _PROGRESS
            if name in found.raw
            and (found.raw[name] or known.raw.get(name))
            and found.raw[name] not in (known.raw.get(name), expected.get(name))
        }

    def mark_backlog(self, state: State, marker: str) -> None:
        """Touches this item's marker and nothing else, under the lock that all items share."""
        path = self._paths.backlog
        if self._disk.stat(path) is None or state.item is None:
            return
        with project_lock(self._disk, self._paths, self._project.clock):
            remove_leftovers(self._disk, path.parent, of=path.name)
            for _ in range(_ATTEMPTS):
                data = self._disk.read(path, _BACKLOG_LIMIT)
                changed = backlog.with_marker(
                    data, backlog.Marker(marker), slug=self._slug, source_id=state.item.source_id
                )
                if changed is None or self._write(path, changed, data):
                    return
            raise keeps_changing(path)

    def reserve_decision(self, at_least: int) -> int:
        """A number for a decision that no other item's has."""
        return reserve_adr_number(self._disk, self._paths, self._project.clock, self._slug, at_least)

    def _write(self, path: Path, content: bytes, found: bytes | None) -> bool:
        target = writable_target(self._paths, path)
        make_folders(self._disk, target.parent)
        return write_over(self._disk, target, content, found)


def keeps_changing(path: Path) -> StorageError:
    return StorageError(f"Another program changes {shown(path)} again and again.", "Start again once it is done.")


def _belongs_to_others(state: State) -> bool:
    """Whether an unknown status is another program's to change: a guest's, or what became of a finished analysis."""
    return state.talk.ending is not None or (state.item is not None and state.item.guest)


def _as_read(meta: Meta, now: datetime) -> Meta:
    """With the defaults reading fills in, so that writing it twice is writing it once."""
    return read_meta(write_meta(meta), now) or meta
