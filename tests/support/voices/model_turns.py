"""Requests as a session makes them for a voice, with what the user said, what is known and what the code holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Entry, IdGiver, Op, apply_change, note_used
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Cited, Source, Stated
from roundtable_tui.domain.dossier.questions import StepSubject
from roundtable_tui.domain.journal.events import APP, USER, ItemCreated
from roundtable_tui.domain.journal.state import Spoken
from roundtable_tui.domain.journal.step_records import StepRecord, StepStatus
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.errors import CitationError
from roundtable_tui.modes.guided.briefs import speak
from roundtable_tui.voices.model.exchange import ToolCall
from roundtable_tui.voices.protocol import Brief
from roundtable_tui.voices.tasks import Answer, OpenStep, Synthesise, Task
from tests.support.projects import project_in
from tests.support.states import changed
from tests.support.voices.tasks import task_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.kinds import Value
    from roundtable_tui.domain.dossier.questions import Question

DESCRIPTION = "Let customers pay by invoice"


@dataclass(slots=True)
class Code:
    """A code base in memory."""

    files: Mapping[str, str] = field(default_factory=lambda: {"src/pay.py": "def pay():\n    return charge()\n"})

    def search(self, words: str) -> str:
        return "\n".join(
            f"{path}:{number}: {line}"
            for path, text in self.files.items()
            for number, line in enumerate(text.splitlines(), 1)
            if any(word in line for word in words.split())
        )

    def read(self, path: str, start: int, end: int) -> str:
        self.cite(path, start, start)
        return "\n".join(self.files[path].splitlines()[start - 1 : end])

    def list_folder(self, path: str) -> str:
        return "\n".join(name for name in self.files if name.startswith(path))

    def has(self, path: str) -> bool:
        return path in self.files

    def history(self, words: str, path: str) -> str:
        return f"abc1234 2026-01-02 {words}\n    {path}".rstrip()

    def cite(self, path: str, start: int, end: int) -> Cited:
        lines = self.files.get(path, "").splitlines()
        if not 1 <= start <= end <= len(lines):
            raise CitationError(f"{path}:{start}-{end} cannot be cited: it is not there.")
        return Cited(path, start, end, "digest", "abc1234")


def known(kind: Kind, entry_id: str, *sources: Source, **fields: Value) -> Change:
    return Change(Op.RECORD, entry_id, kind, fields, sources or (Stated(1),))


def request_in(
    step_id: str,
    *said: str,
    entries: Sequence[Change] = (),
    task: type[Task] = Answer,
    question: Question | None = None,
    code: Code | None = None,
    draft: str = "",
    transcript: Sequence[Spoken] = (),
) -> Brief:
    """The user has said these things, one a turn, the last of them just now."""
    knowledge = project_in(Path()).knowledge
    step = knowledge.step(step_id)
    assert step is not None
    header = Utterance(APP, f"{knowledge.persona(step.persona).name} -- Step {step.id}: {step.title}", Role.HEADER)
    talk = [Spoken(0, header), *(Spoken(turn, Utterance(USER, text)) for turn, text in enumerate(said, 1))]
    record = StepRecord(step.id, step.title, step.phase, StepStatus.ENGAGED, step.persona, step.depth)
    dossier = _dossier(entries)
    state = changed(
        item=ItemCreated("pay-by-invoice", DESCRIPTION, "manual", "", "guided", "standard", draft),
        dossier=dossier,
        transcript=tuple(transcript or talk),
        steps={step.id: record},
        phase=step.phase,
        current=step.id,
        exchange=len(said),
        seq=50,
    )
    return Brief(
        id="50",
        task=task_of(task, said[-1] if said else "", question),
        state=state,
        knowledge=knowledge,
        subject=StepSubject(step.id),
        speakers=(knowledge.persona(step.persona),),
        records=speak(OpenStep(), step.id, state, knowledge).records if task is not Synthesise else frozenset(Kind),
        depth=step.depth,
        ids=IdGiver(dossier.used),
        turn=len(said),
        code=code,
    )


def long_analysis(turns: int) -> Brief:
    """A request in an analysis in which every turn said something long and added an entry."""
    said = [f"In turn {turn} something was said about invoices. " * 12 for turn in range(1, turns + 1)]
    kinds = (Kind.FR, Kind.RISK, Kind.USER, Kind.METRIC)
    entries = []
    for turn, words in enumerate(said, 1):
        spec = SPECS[kinds[turn % len(kinds)]]
        fields: dict[str, Value] = {"text": words[:300], spec.main: words[:60]}
        entries.append(known(spec.kind, f"{spec.prefix}-{turn:03d}", Stated(turn), **fields))
    return request_in("01-06", *said, entries=entries)


def _dossier(changes: Sequence[Change]) -> Dossier:
    entries: dict[str, Entry] = {}
    used: dict[str, int] = {}
    for number, change in enumerate(changes, 1):
        assert apply_change(entries, change, number), change
        note_used(used, change.id)
    return Dossier(entries, used)


def said_in(turn: int, quote: str) -> dict[str, Any]:
    """Evidence: the user's words."""
    return {"said": [{"turn": turn, "quote": quote}], "code": [], "entries": []}


def entry(kind: str, evidence: Mapping[str, Any] | None = None, label: str = "", **fields: str) -> dict[str, Any]:
    """An entry as the model sends it."""
    return {
        "label": label,
        "kind": kind,
        "fields": [{"name": name, "value": value} for name, value in fields.items()],
        "evidence": dict(evidence or {"said": [], "code": [], "entries": []}),
    }


def recording(*entries: dict[str, Any], call: str = "toolu_1") -> ToolCall:
    return ToolCall(call, "record_entries", {"entries": list(entries)})


def asking(text: str, **more: Any) -> dict[str, Any]:
    """The input of `ask`."""
    return {"text": text, "why": "", "suggestion": "", "step_question": "", "confirms": [], **more}
