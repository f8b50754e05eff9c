"""Takes the one answer to "I still miss …": what was missing says what the answer becomes."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.questions import Capture
from roundtable_tui.domain.knowledge.checks import Check, CheckName
from roundtable_tui.domain.knowledge.sizing import assess
from roundtable_tui.domain.talk.lists.operations import Listed
from roundtable_tui.domain.talk.lists.selections import select
from roundtable_tui.voices.gaps import entries_concerned, to_choose
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.captures import Captured, Capturer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.journal.state import State


def _chosen(capturer: Capturer, missing: Sequence[Check], state: State, words: str) -> Captured | None:
    """An answer that says which entry it is, by its id, its name or its place in the list."""
    for check in missing:
        entries = to_choose(check, state)
        listed = [Listed(entry.id, entry.text()) for entry in entries]
        bare = _ACCEPTING.sub("", words)
        found = select(bare, listed)
        rest = bare[found.length :].strip(" :.,!=").casefold()
        if found.ids and not found.unknown and rest in ("", check.value.casefold(), f"is {check.value}".casefold()):
            named = [entry for entry in entries if entry.id in found.ids]
            return Captured([capturer.set_field(entry, check.field, check.value) for entry in named])
    return None


_ACCEPTING = re.compile(
    r"\A\s*(?:(?:i|we|yes|ok|please)[\s,]+)*(?:accept|approve|take|choose|go with|agree (?:to|with))\s+", re.IGNORECASE
)


def answer_to_gaps(capturer: Capturer, missing: Sequence[Check], state: State, words: str) -> Captured:
    """Lines that begin with an id go to that entry; the rest goes to the first thing that needs no id."""
    if chosen := _chosen(capturer, missing, state, words):
        return chosen
    lines = [line for line in words.splitlines() if line.strip()]
    labelled = [line for line in lines if answer_forms.labelled(line)]
    if not labelled:
        return _unlabelled(capturer, missing, state, words)
    result = _by_id(capturer, missing, state, answer_forms.labelled("\n".join(labelled)))
    if len(labelled) < len(lines):
        rest = "\n".join(line for line in lines if line not in labelled)
        result.add(
            _unlabelled(capturer, [check for check in missing if not entries_concerned(check, state)], state, rest)
        )
    return result


def _unlabelled(capturer: Capturer, missing: Sequence[Check], state: State, words: str) -> Captured:
    if not missing:
        return capturer.note(words, None)
    check = missing[0]
    concerned = entries_concerned(check, state)
    capture = _capture(check, state, words)
    everything = answer_forms.for_all(words) if len(concerned) > 1 else words
    if capture is None or not everything:
        which = ", ".join(entry.id for entry in concerned)
        unclear = f"I could not tell which of {which} you mean, so I kept it as a note." if concerned else ""
        return Captured(capturer.note(words, None).changes, unclear)
    if not concerned:
        return capturer.capture(capture, words, None)
    result = Captured()
    for entry in concerned:
        result.add(capturer.capture(capture, everything, entry))
    return result


def _by_id(capturer: Capturer, missing: Sequence[Check], state: State, named: dict[str, str]) -> Captured:
    """The lines of an entry fill what it lacks, in the order that was shown; what it does not lack is a note."""
    result = Captured()
    for entry_id, text in named.items():
        entry = state.dossier.get(entry_id)
        lacks = [check for check in missing if entry in entries_concerned(check, state)]
        lines = text.split("\n")
        parts = [text] if len(lacks) < 2 else [*lines[: len(lacks) - 1], "\n".join(lines[len(lacks) - 1 :])]
        for part, check in zip_longest(filter(None, parts), lacks):
            capture = _capture(check, state, part) if check and part else None
            if part and (entry is None or capture is None):
                result.add(capturer.note(f"{entry_id}: {part}", entry))
            elif part and capture:
                result.add(capturer.capture(capture, part, entry))
    return result


def choices_for(missing: Sequence[Check], state: State) -> Capture | None:
    """What the answer becomes where one thing of one entry is open, so that its few values can be offered by key."""
    concerned = [entry for check in missing for entry in entries_concerned(check, state)]
    return _capture(missing[0], state, "") if len(missing) == len(concerned) == 1 else None


def _capture(check: Check, state: State, words: str) -> Capture | None:
    match check.name:
        case CheckName.AGREES:
            return _size_again(state, words)
        case CheckName.SIZED:
            return Capture(Kind.AREA, "text")
        case CheckName.SEARCHED | CheckName.SCANNED:
            return Capture(Kind.KEYWORD, "text", preset=(("use", "search"),))
    if check.kind is None:
        return None
    spec = SPECS[check.kind]
    if check.name is CheckName.ACYCLIC and state.dossier.of(check.kind):
        return Capture(check.kind, "depends_on", check.kind)
    if check.name is CheckName.COUNT and check.op not in (">=", ">"):
        return None
    if check.name is CheckName.COUNT and check.value:
        return Capture(check.kind, spec.main, preset=((check.field, check.value),))
    if check.field and state.dossier.of(check.kind) and check.name is not CheckName.COUNT:
        kind = check.kind if spec.field(check.field) else Kind(check.field)
        return Capture(kind, check.field if kind is check.kind else SPECS[kind].main, check.kind)
    own = check.name is CheckName.COUNT and spec.field(check.field) is not None
    return Capture(check.kind, check.field if own else spec.main)


def _size_again(state: State, words: str) -> Capture | None:
    """The count and the scope disagree: a size word corrects the one, a number the other."""
    size = SPECS[Kind.SCOPE].field("size")
    if size and answer_forms.choice(size, words):
        return Capture(Kind.SCOPE, "size")
    counted = assess(state).size.file_count is not None and answer_forms.number(words) is not None
    return Capture(Kind.ESTIMATE, "modified") if counted else None
