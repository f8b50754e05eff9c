"""Answers to what was shown for confirmation: corrections of it, words in its place, or what is to be added."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.graph import RELATED
from roundtable_tui.domain.dossier.kinds import SPECS, FieldType, Kind
from roundtable_tui.domain.talk.lists.corrections import corrections
from roundtable_tui.domain.talk.lists.operations import Add, Choose, Drop, ItemForm, Keep, Listed, ListQuestion
from roundtable_tui.domain.talk.replies import Meant, reply_to
from roundtable_tui.voices.entry_remarks import remark_on_entry
from roundtable_tui.voices.offline import answer_forms
from roundtable_tui.voices.offline.captures import Captured
from roundtable_tui.voices.offline.list_answers import ShownList, corrected, is_guess, only_adds, unknown_of
from roundtable_tui.voices.offline.questions import depth_of, entry_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.questions import Capture, Question
    from roundtable_tui.voices.offline.captures import Capturer
    from roundtable_tui.voices.protocol import Brief

_DRAFTED = (Kind.FR, Kind.STORY, Kind.MODULE, Kind.BUILD_STEP, Kind.ERROR)
"""Kinds whose drafts are only a wording: the user's own lines are said in their place, one for one."""
_ONE_TEXT = (Kind.REVIEW, Kind.NOTE)
_OPERATES = re.compile(r"\s*(?:please\s+)?(?:drop|remove|delete|strike|take out|change|rename|accept)\b", re.IGNORECASE)
_ADDS = re.compile(r"\s*(?:(?:please|pls|also|and|ok)[\s,]+)*add\b", re.IGNORECASE)
_ACCEPTS = re.compile(
    r"\s*(?:(?:please|yes|ok|i|we)[\s,]+)*(?:accept|approve|agree (?:to|with)|confirm)\s+"
    r"(?:[A-Z]{1,6}-\d{1,6}(?:-\d{1,4})?(?:[\s,.;!]|and\b)*)+",
    re.IGNORECASE,
)
_SPARED = re.compile(r"\s*(?:not|without|except(?: for)?|apart from|leave out)\s+(?P<what>.+)", re.I | re.S)
_KEPT_AS_A_NOTE = "I could not read that as a change to what I showed, so I kept it as a note."


def answer_to_shown(brief: Brief, question: Question, capture: Capture | None, capturer: Capturer) -> Captured:
    entries = tuple(entry for entry_id in question.offers if (entry := entry_of(brief, entry_id)))
    if capture is None or not entries:
        return said_of_entries(brief, capturer, question.offers)
    reply = reply_to(brief.words)
    agrees = reply.meant in (Meant.YES_AND_MORE, Meant.YES_BUT)
    words = reply.rest if agrees else brief.words
    if SPECS[capture.kind].single or capture.kind in _ONE_TEXT:
        done = _of_one_entry(entries, capture, capturer, words)
    else:
        shown = ShownList(entries, capture, brief.state.dossier)
        done = _of_a_list(brief, shown, capture, capturer, _taken_out(words, shown) if agrees else words)
    doubtful = reply.meant is Meant.YES_BUT and bool(done.unread or done.unclear)  # a "but" may take the yes back
    if agrees and done.unread:
        done = capturer.note(words, None)
    agrees = agrees and not doubtful
    if agrees and not done.refused:
        changed = {change.id for change in done.changes}
        done.changes += [capturer.confirmed(entry) for entry in entries if entry.id not in changed]
    return done


def _taken_out(words: str, shown: ShownList) -> str:
    """ "Not FILE-003", said after a yes to all, as what it does to the list."""
    spared = _SPARED.match(words)
    drop = f"drop {spared['what']}" if spared else ""
    return drop if drop and corrections(drop, shown.as_question).is_sound else words


def _of_one_entry(entries: Sequence[Entry], capture: Capture, capturer: Capturer, words: str) -> Captured:
    named = answer_forms.labelled(words)
    by_id = {entry.id: entry for entry in entries}
    if named and all(entry_id in by_id for entry_id in named):
        return Captured([capturer.reworded(by_id[entry_id], text) for entry_id, text in named.items()], by_id=True)
    return capturer.capture(capture, words, None)


def _of_a_list(brief: Brief, shown: ShownList, capture: Capture, capturer: Capturer, words: str) -> Captured:
    guesses = [entry for entry in shown.entries if entry.kind is capture.kind and is_guess(entry)]
    if answer_forms.says_nothing(words):
        return Captured([_dropped(guess) for guess in guesses], nothing=not guesses)
    if capture.for_each and (by_entry := _said_for_each(brief, capture, capturer, guesses, words)):
        return by_entry
    in_order = answer_forms.in_order(words) if capture.kind is Kind.BUILD_STEP else ()
    if capture.kind in _DRAFTED and guesses and (in_order or only_adds(shown, words)):
        return _instead(guesses, capture, capturer, "\n".join(in_order) or words)
    done = corrected(shown, words, capturer)
    return done or Captured(capturer.note(words, None).changes, _KEPT_AS_A_NOTE)


def _said_for_each(
    brief: Brief, capture: Capture, capturer: Capturer, guesses: Sequence[Entry], words: str
) -> Captured | None:
    """Lines by the id of what was asked about, where a draft for each was shown: said in the draft's place."""
    named = answer_forms.labelled(words)
    asked_of = {entry_id: brief.state.dossier.get(entry_id) for entry_id in named}
    if not named or all(entry and entry.kind is capture.kind for entry in asked_of.values()):
        return None
    if unknown := [entry_id for entry_id, entry in asked_of.items() if entry is None]:
        return Captured(refused=unknown_of(unknown))
    result = Captured()
    for entry_id, entry in asked_of.items():
        link = RELATED.get((entry.kind, capture.kind), "") if entry else ""
        guess = next((one for one in guesses if link and entry_id in one.refs(link)), None)
        text = named[entry_id]
        if guess:
            result.changes.append(capturer.instead(guess, capture, text))
        else:
            result.add(capturer.capture(capture, text, entry))
    return result


def _instead(guesses: Sequence[Entry], capture: Capture, capturer: Capturer, words: str) -> Captured:
    """The user's lines in the place of the drafts: as many as there are keep their ids, the others are taken out."""
    items = answer_forms.items(words, capture.kind)
    result = Captured([capturer.instead(guess, capture, text) for guess, text in zip(guesses, items, strict=False)])
    result.changes += [_dropped(guess) for guess in guesses[len(items) :]]
    if more := items[len(guesses) :]:
        result.add(capturer.capture(capture, "\n".join(more), None))
    return result


def _dropped(entry: Entry) -> Change:
    return Change(Op.DROP, entry.id, entry.kind)


def said_at_menu(brief: Brief, capturer: Capturer) -> Captured:
    """The lists of the step that is done take what they took at its questions; any entry is corrected by its id."""
    prompts = brief.step.section(depth_of(brief)).prompts
    for capture in (prompt.capture for prompt in prompts if prompt.capture):
        entries = brief.state.dossier.of(capture.for_each or capture.kind)
        shown = ShownList(tuple(entries), capture, brief.state.dossier)
        read = corrections(brief.words, shown.as_question)
        adds = capture.kind in answer_forms.NAMES_THINGS and _ADDS.match(brief.words) is not None
        taken: tuple[type, ...] = (Choose,) if capture.for_each else (Add, Keep) if adds else ()
        if read.is_sound and all(isinstance(one, taken) for one in read.operations):
            done = corrected(shown, brief.words, capturer)
            if done and not done.unclear:
                return done
    return said_of_entries(brief, capturer)


def said_of_entries(brief: Brief, capturer: Capturer, among: Sequence[str] = ()) -> Captured:
    """Corrections of any entries by their ids; anything else is a note, beside the entry it mentions."""
    ids = answer_forms.ids_in(brief.words.upper())
    known = tuple(entry for entry_id in dict.fromkeys((*among, *ids)) if (entry := entry_of(brief, entry_id)))
    unknown = [entry_id for entry_id in ids if entry_of(brief, entry_id) is None]
    if unknown and _OPERATES.match(brief.words):
        return Captured(refused=unknown_of(unknown))
    if not unknown and (remark := remark_on_entry(brief)):
        return remark
    named = [entry for entry in known if entry.id in ids]
    if named and not unknown and _ACCEPTS.fullmatch(brief.words):
        return Captured([_accepted(entry, capturer) for entry in named], by_id=True)
    known = known or _files_taken_out(brief)
    done = corrected(ShownList(known, None, brief.state.dossier), brief.words, capturer) if not unknown else None
    return done or capturer.note(brief.words, next(iter(named), None))


def _files_taken_out(brief: Brief) -> tuple[Entry, ...]:
    """The files of the dossier, where all the words do is to take some of them out by their paths."""
    if not answer_forms.paths(brief.words):
        return ()
    files = brief.state.dossier.of(Kind.FILE)
    listed = ListQuestion(tuple(Listed(file.id, file.text()) for file in files), ItemForm.PATH)
    read = corrections(brief.words, listed)
    return tuple(files) if read.is_sound and all(isinstance(one, Drop) for one in read.operations) else ()


def beside_the_question(
    brief: Brief, question: Question, capture: Capture | None, capturer: Capturer
) -> Captured | None:
    """What is done by id to entries the question is not about, "drop ENTRY-001"; None where it may be an answer."""
    ids = answer_forms.ids_in(brief.words.upper())
    asked = {capture.kind, capture.for_each} if capture else set[Kind | None]()
    if any(entry.kind in asked for entry_id in ids if (entry := entry_of(brief, entry_id))):
        return None
    return done_by_id(brief, question, capturer) or _reworded_beside(brief, question, capture, capturer)


def done_by_id(brief: Brief, question: Question, capturer: Capturer) -> Captured | None:
    """What every line does to entries it names by id; None where a line does not, or it is about what was shown."""
    lines = [line for line in brief.words.splitlines() if line.strip()]
    ids = answer_forms.ids_in(brief.words.upper())
    if not ids or not all(_OPERATES.match(line) and answer_forms.ids_in(line.upper()) for line in lines):
        return None
    return None if {*ids} & {*question.offers} else said_of_entries(brief, capturer)


def _reworded_beside(brief: Brief, question: Question, capture: Capture | None, capturer: Capturer) -> Captured | None:
    """Entries that get new words behind their ids, where neither an opinion nor a trace to them was asked for."""
    field = SPECS[capture.kind].field(capture.field) if capture else None
    if capture is None or capture.kind in _ONE_TEXT or field is None or field.type is FieldType.REFS:
        return None
    ids = answer_forms.labelled(brief.words).keys()
    kinds = {entry.kind if (entry := entry_of(brief, entry_id)) else None for entry_id in ids}
    reworded = bool(kinds) and ids.isdisjoint(question.offers) and kinds.isdisjoint((None, Kind.QUESTION))
    return said_of_entries(brief, capturer) if reworded else None


def ids_of_nothing(brief: Brief, asked: Kind) -> str:
    """Says which ids in the words look like ours and belong to nothing; those of a list at hand are read with it."""
    prefixes = {spec.prefix for spec in SPECS.values() if spec.kind is not asked or not brief.state.dossier.of(asked)}
    named = [one for one in answer_forms.ids_in(brief.words) if one.partition("-")[0] in prefixes]
    unknown = [one for one in named if entry_of(brief, one) is None]
    return unknown_of(unknown) if unknown else ""


def _accepted(entry: Entry, capturer: Capturer) -> Change:
    """A decision that is accepted says so; of anything else, what it says is confirmed."""
    if entry.kind is Kind.DECISION:
        return capturer.set_field(entry, "status", "accepted")
    return capturer.confirmed(entry)
