"""Cuts the work into tasks by rule: a dossier in; drafts of tasks in build order, and what has no place, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import PRIORITIES, Kind
from roundtable_tui.domain.dossier.module_files import module_files
from roundtable_tui.domain.dossier.short_titles import shortened
from roundtable_tui.domain.knowledge.reach import tier_of
from roundtable_tui.domain.last_answers import remembered
from roundtable_tui.domain.plan.build_order import BuildOrder, Piece, most_alike
from roundtable_tui.domain.plan.file_places import named_in, place_files
from roundtable_tui.domain.plan.likeness import Likeness, Texts, words_of
from roundtable_tui.domain.plan.sequence import in_sequence, without_detours
from roundtable_tui.domain.plan.tasks import EDITS
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Dossier, Entry

Key = tuple[str, ...]
GROUNDWORK = "Groundwork"
NOT_IN_ORDER = "Not in the build order"


class Draft(Struct, frozen=True):
    """A task before it has an id."""

    key: Key
    title: str
    stage: str
    traces: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()
    needs: tuple[Key, ...] = ()


class Cut(Struct, frozen=True):
    drafts: tuple[Draft, ...]
    homeless: tuple[str, ...] = ()
    """Modules, build steps and files that no task can be tied to."""


@remembered
def cut(dossier: Dossier) -> Cut:
    """Requirements by module, in the user's build order where there is one, else by priority."""
    return _Cutter(dossier).cut()


class _Cutter:
    def __init__(self, dossier: Dossier) -> None:
        self._dossier = dossier
        wanted = [fr for fr in dossier.of(Kind.FR) if fr.get("priority") != PRIORITIES[-1]]
        self._criteria = {fr.id: ids for fr in wanted if (ids := tuple(ac.id for ac in dossier.children(fr.id)))}
        self._frs = {fr.id: fr for fr in wanted if fr.id in self._criteria}
        self._modules = _ordered(dossier, Kind.MODULE)
        self._steps = _ordered(dossier, Kind.BUILD_STEP)
        self._words = {fr.id: self._words_of(fr) for fr in self._frs.values()}
        self._likeness = Likeness([*self._words.values(), *(words_of(step.text()) for step in self._steps.values())])
        self._pieces = self._cut_by_module()
        self._order = BuildOrder(self._steps.values(), self._pieces)
        self._step_of = self._order.step_of
        self._files = [entry for entry in dossier.of(Kind.FILE) if _is_edited(entry)]
        self._homeless: list[str] = []

    def cut(self) -> Cut:
        drafts = {draft.key: draft for draft in (*self._steps_alone(), *self._requirements(), *self._modules_alone())}
        drafts = self._with_decisions(drafts)
        words = {key: self._words_about(draft) for key, draft in drafts.items()}
        placed = place_files(self._files, self._owners(drafts), words, self._likeness)
        self._homeless += [file.id for file in self._files if file.id not in placed.files]
        needs = self._needs(drafts)
        ranks = self._stage_ranks(drafts, needs)
        drafts = {key: replace(draft, stage=self._stage_name(ranks[key])) for key, draft in drafts.items()}
        order = in_sequence(drafts, needs, ranks.__getitem__)
        return Cut(self._finished(drafts, order, needs, placed.of(order)), tuple(self._homeless))

    # What becomes a task

    def _cut_by_module(self) -> dict[Key, Piece]:
        """Each requirement for each module that serves it."""
        found: dict[Key, Piece] = {}
        for fr in self._frs.values():
            criteria = words_of(fr.text("text"), *(ac.text() for ac in self._dossier.children(fr.id)))
            title = words_of(fr.text("title"))
            for module in self._modules.values():
                if fr.id in module.refs("traces"):
                    found[fr.id, module.id] = Piece(title, words_of(module.text()), criteria, module.id)
            if not any(key[0] == fr.id for key in found):
                found[fr.id,] = Piece(title, frozenset(), criteria)
        return found

    def _requirements(self) -> Iterator[Draft]:
        for key in self._pieces:
            title, traces = _name(self._frs[key[0]]), (key[0], *self._criteria[key[0]])
            of_module = f"{_name(self._modules[key[1]])}: " if len(key) > 1 else ""
            yield Draft(key, of_module + title, "", traces)

    def _modules_alone(self) -> Iterator[Draft]:
        """Modules that serve no requirement themselves serve those of the modules that need them."""
        for module in self._modules.values():
            if any(fr_id in self._frs for fr_id in module.refs("traces")):
                continue
            traces = self._all_of(self._served_by(module.id))
            if traces:
                about = shortened(module.text("responsibility"))
                name = _name(module)
                yield Draft((module.id,), f"{name}: {about}" if about else name, "", traces)
            else:
                self._homeless.append(module.id)

    def _steps_alone(self) -> Iterator[Draft]:
        """Steps that no requirement belongs to: they serve the criteria they speak of, else the next requirement."""
        for step in self._steps.values():
            if step.id in self._step_of.values():
                continue
            traces = self._spoken_of(step.id) or self._next_after(step.id) or self._of_files_named(step)
            if traces:
                yield Draft((step.id,), _name(step), "", traces)
            else:
                self._homeless.append(step.id)

    def _spoken_of(self, step_id: str) -> tuple[str, ...]:
        criteria = {ac: words_of(self._dossier.entries[ac].text()) for ids in self._criteria.values() for ac in ids}
        spoken = set(self._order.speaks_of(step_id, criteria))
        return tuple(
            part
            for fr_id, ids in self._criteria.items()
            if spoken.intersection(ids)
            for part in (fr_id, *(ac for ac in ids if ac in spoken))
        )

    def _of_files_named(self, step: Entry) -> tuple[str, ...]:
        """The first requirement that a file is touched for which the step calls by name."""
        named = named_in(step.text(), self._files)
        return self._all_of([fr_id for file in named for fr_id in file.refs("traces") if fr_id in self._frs][:1])

    def _next_after(self, step_id: str) -> tuple[str, ...]:
        """The first requirement of the nearest steps that wait for this one."""
        later = _nearest(step_id, self._steps, lambda other: other in self._step_of.values())
        first = next((key[0] for key, own in self._step_of.items() if own in later), None)
        return self._all_of((first,)) if first else ()

    def _with_decisions(self, drafts: Mapping[Key, Draft]) -> dict[Key, Draft]:
        """Each decision goes with groundwork it speaks of, else with what it says most about, else it is a task."""
        changed = dict(drafts)
        about = {key: self._piece_of(draft) for key, draft in drafts.items()}
        awaited = {step_id for step in self._steps.values() for step_id in step.refs("depends_on")}
        ground = {key: piece for key, piece in about.items() if key[0] in awaited}
        for decision in self._dossier.of(Kind.DECISION):
            accepted = decision.get("status") == "accepted"
            if not accepted and not (decision.get("status") == "proposed" and decision.text("decision")):
                continue
            said = words_of(decision.text("title"), decision.text("decision"))
            bound = most_alike(self._likeness, said, ground) or most_alike(self._likeness, said, about)
            for key in bound:
                changed[key] = replace(changed[key], traces=(*changed[key].traces, decision.id))
            if accepted and not bound:
                title = f"Carry out {decision.id}: {_name(decision)}"
                changed[decision.id,] = Draft((decision.id,), title, "", (decision.id,))
        return changed

    def _piece_of(self, draft: Draft) -> Piece:
        module = self._modules.get(draft.key[-1])
        known = self._pieces.get(draft.key)
        job = words_of(*(module.text(name) for name in ("text", "responsibility"))) if module else frozenset[str]()
        return Piece(words_of(draft.title), job, known.criteria if known else frozenset())

    def _served_by(self, module_id: str) -> frozenset[str]:
        """The requirements that the nearest modules serve which need this one."""

        def serves(other: str) -> bool:
            return any(fr_id in self._frs for fr_id in self._modules[other].refs("traces"))

        users = _nearest(module_id, self._modules, serves)
        return frozenset(fr_id for user in users for fr_id in self._modules[user].refs("traces"))

    def _all_of(self, fr_ids: Iterable[str]) -> tuple[str, ...]:
        """These requirements with their criteria, in the dossier's order."""
        wanted = set(fr_ids)
        return tuple(part for fr_id in self._frs if fr_id in wanted for part in (fr_id, *self._criteria[fr_id]))

    # In which order

    def _stage_ranks(self, drafts: Mapping[Key, Draft], needs: Mapping[Key, Sequence[Key]]) -> dict[Key, int]:
        ranks = {key: self._rank(key) for key in drafts}
        if self._steps:
            return ranks
        todo = list(drafts)
        while todo:
            key = todo.pop()
            for needed in needs[key]:
                if ranks[needed] > ranks[key]:
                    ranks[needed] = ranks[key]
                    todo.append(needed)
        return ranks

    def _rank(self, key: Key) -> int:
        """Groundwork is 0; then come the build steps, or the priorities."""
        first = key[0]
        steps = list(self._steps)
        if first in self._steps:
            return 1 + steps.index(first)
        if first in self._modules:
            served = self._served_by(first)
            return min((self._rank(key) for key in self._pieces if key[0] in served), default=0)
        if first not in self._frs:
            return 0
        if steps:
            own = self._step_of.get(key)
            return 1 + (steps.index(own) if own else len(steps))
        priority = self._frs[first].text("priority")
        return 1 + (PRIORITIES.index(priority) if priority in PRIORITIES else 1)

    def _stage_name(self, rank: int) -> str:
        if not rank:
            return GROUNDWORK
        if not self._steps:
            return PRIORITIES[rank - 1]
        steps = list(self._steps.values())
        return _name(steps[rank - 1]) if rank <= len(steps) else NOT_IN_ORDER

    def _needs(self, drafts: Mapping[Key, Draft]) -> dict[Key, tuple[Key, ...]]:
        by_module: dict[str, list[Key]] = {}
        by_step: dict[str, list[Key]] = {}
        for key in drafts:
            by_module.setdefault(key[-1] if key[-1] in self._modules else "", []).append(key)
            by_step.setdefault(key[0] if key[0] in self._steps else self._step_of.get(key, ""), []).append(key)
        found: dict[Key, tuple[Key, ...]] = {}
        for key in drafts:
            needed: list[Key] = []
            for module_id in self._modules[key[-1]].refs("depends_on") if key[-1] in self._modules else ():
                others = by_module.get(module_id, []) if module_id else []
                same = [other for other in others if other[0] == key[0]]
                needed += same or others[:1]
            step = key[0] if key[0] in self._steps else self._step_of.get(key, "")
            for before in self._steps[step].refs("depends_on") if step else ():
                needed += by_step.get(before, []) if before else []
            found[key] = tuple(dict.fromkeys(other for other in needed if other != key))
        return found

    def _finished(
        self,
        drafts: Mapping[Key, Draft],
        order: Sequence[Key],
        needs: Mapping[Key, Sequence[Key]],
        files: Mapping[Key, tuple[tuple[str, str], ...]],
    ) -> tuple[Draft, ...]:
        """With files, and with what each waits for: whatever creates a file comes before whatever else touches it."""
        creator: dict[str, Key] = {}
        waits: dict[Key, tuple[Key, ...]] = {}
        done: dict[Key, Draft] = {}
        for key in order:
            needed = [other for other in needs[key] if other in done]
            touched = []
            for path, action in files.get(key, ()):
                again = action == "CREATE" and path in creator
                needed += [creator[path]] if again else []
                touched.append((path, "MODIFY" if again else action))
                if action == "CREATE":
                    creator.setdefault(path, key)
            waits[key] = tuple(dict.fromkeys(needed))
            done[key] = replace(drafts[key], files=tuple(touched))
        short = without_detours(waits)
        return tuple(replace(draft, needs=short[key]) for key, draft in done.items())

    # What speaks of the same

    def _words_of(self, fr: Entry) -> frozenset[str]:
        modules = [module for module in self._modules.values() if fr.id in module.refs("traces")]
        criteria = [ac.text() for ac in self._dossier.children(fr.id)]
        return words_of(fr.text("title"), fr.text("text"), *criteria, *(module.text() for module in modules))

    def _words_about(self, draft: Draft) -> Texts:
        title = words_of(draft.title)
        return title, title.union(*(self._words[part] for part in draft.key if part in self._words))

    def _owners(self, drafts: Mapping[Key, Draft]) -> dict[str, tuple[Key, ...]]:
        """The tasks of each file by its id: a step calls it by name, a module holds it, or it names requirements."""
        found: dict[str, list[Key]] = {}
        files = self._dossier.of(Kind.FILE)
        owned = module_files(tuple(self._modules.values()), files, self._dossier)
        for key in drafts:
            for file in owned.get(key[-1], ()):
                found.setdefault(file.id, []).append(key)
        for file in files:
            served = set(file.refs("traces"))
            if served and file.id not in found:
                found[file.id] = [key for key in drafts if key[0] in served]
        for step in self._steps.values():
            of_step = [key for key in drafts if step.id in (key[0], self._step_of.get(key))]
            for file in named_in(step.text(), self._files) if of_step else ():
                found[file.id] = [key for key in found.get(file.id, ()) if key in of_step] or of_step
        return {file_id: tuple(keys) for file_id, keys in found.items() if keys}


def _name(entry: Entry) -> str:
    return shortened(entry.text()) or entry.id


def _is_edited(file: Entry) -> bool:
    action = file.get("action")
    if not one_line(file.text("path")):
        return False
    return action in EDITS or (action is None and tier_of(file) == 1)


def _ordered(dossier: Dossier, kind: Kind) -> dict[str, Entry]:
    """The entries of a kind, each after what it depends on; a circle is entered where the dossier begins it."""
    entries = {entry.id: entry for entry in dossier.of(kind)}
    needs = {key: [other for other in entry.refs("depends_on") if other in entries] for key, entry in entries.items()}
    return {key: entries[key] for key in in_sequence(entries, needs, lambda _: 0)}


def _nearest(entry_id: str, entries: Mapping[str, Entry], fits: Callable[[str], bool]) -> frozenset[str]:
    """Those that fit among the entries that depend on this one, directly or by way of others that do not fit."""
    found: set[str] = set()
    seen, todo = {entry_id}, [entry_id]
    while todo:
        wanted = todo.pop()
        users = [other for other, entry in entries.items() if wanted in entry.refs("depends_on") and other not in seen]
        seen.update(users)
        found.update(other for other in users if fits(other))
        todo += [other for other in users if not fits(other)]
    return frozenset(found)
