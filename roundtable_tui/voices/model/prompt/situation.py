"""The part of a prompt that changes from turn to turn: where the analysis stands, within bounds that do not grow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.questions import AMENDMENT
from roundtable_tui.domain.journal.events import USER
from roundtable_tui.domain.journal.state import Spoken
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.checks import holds, lacking
from roundtable_tui.domain.knowledge.coverage import coverage_of
from roundtable_tui.domain.knowledge.phases import phase
from roundtable_tui.domain.knowledge.reach import reach
from roundtable_tui.domain.talk.assents import number_that_opens
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.voices.model.prompt.entry_text import title, whole
from roundtable_tui.voices.model.prompt.templates import cut, fenced
from roundtable_tui.voices.tasks import ANSWERING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.journal.code_facts import Scanned, Seen
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.voices.protocol import Brief

MOST_OF_ENTRIES = 10_000
MOST_OF_TITLES = 4_000
MOST_OF_TALK = 8_000
"""Characters; what does not fit is left out, oldest first, and can be looked up."""
_TITLES_OF_A_KIND = 12
_LONGEST_UTTERANCE = 1_500
_LONGEST_ANSWER = 12_000
_MOST_UTTERANCES = 30
_MOST_SEEN = 30
_MOST_FOUND = 15
_MOST_ENTRANCES = 12
_TALKED = (Role.TALK, Role.QUESTION, Role.SYNTHESIS)
"""What was noted stands in the dossier."""
_KEYS = frozenset("ces")
_COMMAND = re.compile(r"/[a-z]+(?: [\w-]+){0,3}", re.IGNORECASE)
_OTHERS = "the other entries by title, [?] where not all of it is confirmed; read_entries shows them"
_HELP = ("Why I ask: ", "Answer with a number", "Answer like", "Say yes if my guesses", "Say yes to all of it")
_SHOWN_ENTRY = re.compile(r"- ([A-Z]+-[0-9]{3,}(?:-[0-9]+)?) ")
_BELOW = "(the question below)"
_HOW_TO_CORRECT = ("Answer like", "Say yes if my guesses", "Say yes to all of it")
"""Below a list: a number there names the line that is corrected."""
_NUMBERED = re.compile(r"[1-9]\. (?!.*(?:\?$|My guess: ))")
"""A choice; a line of a form asks something."""
_TIERS = (
    "guessed from these words: files of tier 1 would change, those of tier 2 are tied to them or speak of it too, "
    "those of tier 3 may notice"
)


def situation(brief: Brief, redact: Callable[[str], str]) -> str:
    parts = [_where(brief), _dossier(brief, redact), _missing(brief)]
    if scan := reach(brief.state):
        known = {entry.text("path") for entry in brief.state.dossier.of(Kind.FILE)}
        found = fenced("search results", redact(found_text(scan, known)))
        parts.append(f"# What a search of the code found\n\n{found}")
    if seen := brief.state.code.seen[-_MOST_SEEN:]:
        text = seen_text(seen)
        parts.append(
            f"# Code you have seen\n\n{fenced('places looked at in earlier turns, the latest last', redact(text))}"
        )
    parts.append(f"# The talk of this phase\n\n{fenced('the talk, the latest last', redact(talk(brief)))}")
    return "\n\n".join(parts)


def _where(brief: Brief) -> str:
    step = brief.step
    steps = brief.knowledge.steps.get(step.phase, ())
    done = [one_line(one.id, 40) for one in steps if one.id in brief.state.guided.steps_done]
    before = f" Done in this phase: {', '.join(done)}." if done else ""
    return (
        f"# Where we are\n\n{phase(step.phase).label}, step {one_line(step.id, 40)} ({one_line(step.title, 120)}), "
        f"led by {one_line(brief.persona.name, 80)}, {brief.depth} depth.{before}"
    )


def _missing(brief: Brief) -> str:
    state, step = brief.state, brief.step
    lacks = dict.fromkeys(lacking(check, state) for check in step.checks if not holds(check, state))
    topics = [topic for topic in brief.knowledge.topics if step.id in topic.steps]
    unmet = [f"{topic.id}/{name}" for topic in topics for name in coverage_of(topic, state).missing]
    listed = "\n".join(f"- {gap}" for gap in lacks) or "Nothing: its checks hold."
    named = one_line(", ".join(unmet), 600)
    criteria = f"\n\nCriteria of its topic that are not met yet, here or in a later step: {named}." if unmet else ""
    return f"# What the step still lacks\n\n{listed}{criteria}"


# The dossier


def _dossier(brief: Brief, redact: Callable[[str], str]) -> str:
    near, far = _near_and_far(brief)
    if not near and not far:
        return "# The dossier\n\nIt is empty."
    parts = ["# The dossier"]
    if near:
        text = "\n".join(whole(entry) for entry in near)
        parts.append(fenced("entries this step is about, in full", redact(text)))
    if far:
        text = cut("\n".join(titles(kind, entries) for kind, entries in by_kind(far)), MOST_OF_TITLES)
        parts.append(
            fenced(
                "the other entries by title, [?] where not all of it is confirmed; read_entries shows them",
                redact(text),
            )
        )
    return "\n\n".join(parts)


def _near_and_far(brief: Brief) -> tuple[list[Entry], list[Entry]]:
    """Entries of the step's kinds and those that were spoken of just now, the latest first; then all others."""
    wanted = brief.step.kinds
    asked = brief.question
    named = {*asked.offers, *asked.sides, asked.about} if asked else set()
    entries = list(brief.state.dossier)
    entries.sort(key=lambda entry: (entry.id in named, entry.changed), reverse=True)
    near: list[Entry] = []
    room = MOST_OF_ENTRIES
    for entry in entries:
        if entry.kind not in wanted and entry.id not in named:
            continue
        room -= len(whole(entry)) + 1
        if room < 0:
            break
        near.append(entry)
    shown = {entry.id for entry in near}
    return sorted(near, key=lambda entry: entry.id), [entry for entry in brief.state.dossier if entry.id not in shown]


def by_kind(entries: Iterable[Entry]) -> Iterable[tuple[Kind, list[Entry]]]:
    found: dict[Kind, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.kind, []).append(entry)
    return sorted(found.items(), key=lambda one: list(Kind).index(one[0]))


def titles(kind: Kind, entries: Sequence[Entry]) -> str:
    latest = sorted(entries, key=lambda entry: entry.changed)[-_TITLES_OF_A_KIND:]
    more = f"; and {len(entries) - len(latest)} before them" if len(entries) > len(latest) else ""
    return f"{SPECS[kind].many}: {'; '.join(map(title, latest))}{more}"


def found_text(scan: Scanned, known: set[str]) -> str:
    """Without the files that are on record: those stand in the dossier."""
    if scan.problem:
        return one_line(scan.problem, 300)
    telling = [hit for hit in scan.hits if not hit.tells_nothing][:_MOST_FOUND]
    hits = ", ".join(f"{one_line(hit.word, 60)} {hit.count}× in {hit.files}" for hit in telling)
    lines = [f"words and in how many files they occur: {hits}"] if hits else []
    touched = [one for one in scan.touched if one.path not in known]
    if touched:
        lines.append(_TIERS)
        lines += [
            f"tier {one.tier}: {one_line(one.path, 160)} ({one_line(one.reason, 120)})" for one in touched[:_MOST_FOUND]
        ]
    elif not scan.touched:
        lines += [f"likely: {one_line(path, 160)}" for path in scan.likely[:_MOST_FOUND]]
    entrances: dict[str, list[str]] = {}
    for one in scan.entrances[:_MOST_ENTRANCES]:
        entrances.setdefault(one_line(one.path, 120), []).append(f"{one_line(one.name, 80)} (line {one.line})")
    lines += [f"entry points in {path}: {', '.join(names)}" for path, names in entrances.items()]
    return "\n".join(lines) or "nothing"


def seen_text(seen: Iterable[Seen]) -> str:
    return "\n".join(f"{one_line(one.path, 160)}:{_lines(one)}: {one.gist}" for one in seen)


def _lines(seen: Seen) -> str:
    return str(seen.start) if seen.start == seen.end else f"{seen.start}-{seen.end}"


# The talk


def talk(brief: Brief) -> str:
    """The last things said in this phase, each with its turn; what the user said last is there in any case."""
    spoken = _without_keys([one for one in brief.state.talk.transcript[brief.window :] if _is_talk(one)])
    if brief.words and not any(_is_last_answer(one, brief) for one in spoken):
        spoken.append(Spoken(brief.turn, Utterance(USER, brief.words)))
    lines: list[str] = []
    room = MOST_OF_TALK
    open_question = _open_question(spoken, brief)
    summary = _amended_summary(spoken, brief)
    answered = dict(zip(map(id, spoken[1:]), spoken, strict=False))
    for one in reversed(spoken[-_MOST_UTTERANCES:]):
        last = _is_last_answer(one, brief)
        picked = "" if last else _picked(one, answered.get(id(one)))
        if one is open_question:
            one = replace(one, utterance=replace(one.utterance, text=_BELOW))
        limit = _LONGEST_ANSWER if last or one is summary else _LONGEST_UTTERANCE
        line = _line(one, brief.knowledge, limit) + picked
        room -= 0 if last else len(line)
        if room < 0:
            break
        lines.append(line)
    return "\n".join(reversed(lines)) or "Nothing was said yet."


def lines_of_talk(spoken: Sequence[Spoken], knowledge: Knowledge) -> str:
    """What was asked and said, each with its turn."""
    lines = _without_keys([one for one in spoken if _is_talk(one)])
    answered = dict(zip(map(id, lines[1:]), lines, strict=False))
    told = (_line(one, knowledge, _LONGEST_UTTERANCE) + _picked(one, answered.get(id(one))) for one in lines)
    return "\n".join(told)


def _picked(spoken: Spoken, before: Spoken | None) -> str:
    """What a number stands for: the choices of earlier questions are not shown again."""
    picked = number_that_opens(spoken.utterance.text)
    asked = before.utterance if before and before.utterance.role is Role.QUESTION else None
    if spoken.utterance.speaker != USER or not picked or asked is None:
        return ""
    lines = asked.text.split("\n")
    line = next((line for line in lines if line.startswith(f"{picked}. ")), "")
    if any(line.startswith(_HOW_TO_CORRECT) for line in lines):
        return ""
    return f" [{one_line(line, 240)}]" if line else ""


def _amended_summary(spoken: Sequence[Spoken], brief: Brief) -> Spoken | None:
    """What the user objects to stands there whole."""
    if brief.question is None or brief.question.topic != AMENDMENT:
        return None
    return next((one for one in reversed(spoken) if one.utterance.role is Role.SYNTHESIS), None)


def _is_talk(spoken: Spoken) -> bool:
    return not spoken.partial and spoken.utterance.role in _TALKED


def _without_keys(spoken: Sequence[Spoken]) -> list[Spoken]:
    """Without the letters of the menu, which answer no question, and without commands."""
    return [
        one
        for before, one in zip((None, *spoken), spoken, strict=False)
        if one.utterance.speaker != USER or not _is_key(one.utterance.text.strip(), before)
    ]


def _is_key(words: str, before: Spoken | None) -> bool:
    asked = before is not None and before.utterance.role is Role.QUESTION
    return _COMMAND.fullmatch(words) is not None or (words.lower() in _KEYS and not asked)


def _open_question(spoken: Sequence[Spoken], brief: Brief) -> Spoken | None:
    """The question that is answered now: it stands whole in what is to be done."""
    asked = brief.question.text if isinstance(brief.task, ANSWERING) and brief.question else ""
    found = (one for one in reversed(spoken) if one.utterance.role is Role.QUESTION and one.utterance.text == asked)
    return next(found, None)


def _is_last_answer(spoken: Spoken, brief: Brief) -> bool:
    return spoken.utterance.speaker == USER and spoken.turn == brief.turn


def _line(spoken: Spoken, knowledge: Knowledge, limit: int) -> str:
    said = spoken.utterance
    who = "user" if said.speaker == USER else one_line(knowledge.persona(said.speaker).first_name, 40)
    what = {Role.QUESTION: " asks", Role.SYNTHESIS: " sums up"}.get(said.role, "")
    words = neutral(said.text).strip()
    text = cut(_in_short(words) if said.role is Role.QUESTION else words, limit).replace("\n", "\n    ")
    return f"[turn {spoken.turn}] {who}{what}: {text}"


def _in_short(question: str) -> str:
    """A question that was answered: without choices and how to answer, and of the entries below it only the ids."""
    kept: list[str] = []
    shown: list[str] = []
    for line in question.split("\n"):
        if found := _SHOWN_ENTRY.match(line):
            shown.append(found[1])
        elif line.strip() and not line.startswith(_HELP) and not _NUMBERED.match(line):
            kept.append(line)
    return "\n".join((*kept, *([f"- {', '.join(shown)}"] if shown else ())))
