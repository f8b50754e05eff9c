"""One answer of the user: what it becomes, what is said of it, and what is asked next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.dossier.dossier import Change, Op
from roundtable_tui.domain.dossier.kinds import SPECS, Kind
from roundtable_tui.domain.dossier.provenance import Confidence, Confirmed
from roundtable_tui.domain.dossier.questions import GAPS_KEY, Question
from roundtable_tui.domain.journal.values import Role
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.domain.talk.replies import Meant, Reply, reply_to
from roundtable_tui.domain.talk.sanitize import one_line
from roundtable_tui.domain.talk.spoken_words import words_of
from roundtable_tui.domain.talk.steering_phrases import dont_know, passes, yes_or_no
from roundtable_tui.voices.agenda import find_prompt, pending
from roundtable_tui.voices.entry_remarks import remark_on_entry
from roundtable_tui.voices.offline import answer_forms, forms
from roundtable_tui.voices.offline.captures import Captured, Capturer
from roundtable_tui.voices.offline.list_answers import ShownList, corrected, is_guess, only_adds
from roundtable_tui.voices.offline.questions import AGAIN, ask, depth_of, entry_of, ready, with_changes
from roundtable_tui.voices.offline.readings import (
    DENIED,
    NOTHING_TO_CONFIRM,
    WHICH,
    asked_back,
    asked_which,
    bare_key,
    capture_for,
    captured_from,
    is_asked_once_more,
    left_open,
    left_to_the_table,
    once_more,
    open_questions,
    settled_by,
)
from roundtable_tui.voices.offline.shown_lists import beside_the_question
from roundtable_tui.voices.protocol import Asked, Part, Recorded, Said, Settled
from roundtable_tui.voices.receipts import confirmed, what_was_kept
from roundtable_tui.voices.tasks import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.questions import Capture
    from roundtable_tui.voices.agenda import Pending
    from roundtable_tui.voices.protocol import Brief

_WHICH_PART = "I could not tell which of the questions that answers."
_MY_DRAFT = (
    "These lines are what I have drafted so far, and I would like to know whether they hold. A yes keeps them, your "
    "own words put them right, and skip leaves them as guesses."
)
_ANY_WORDS = 'Any words will do; "I don\'t know" leaves it open, and skip leaves it out.'
_OWN_WORDS = "Then tell me in your own words."
_NO_TO_WHAT = 'A no to which of these? A line with its number tells me, like "1: …".'
_WHAT_INSTEAD = "What would have to change first? One sentence is enough; skip leaves it at your no."


def answer(brief: Brief) -> Iterator[Part]:
    question = brief.question
    if question is None:
        yield from go_on(brief)
        return
    capture = capture_for(brief, question)
    if done := beside_the_question(brief, question, capture, Capturer(brief.state, brief.ids, brief.turn, brief.code)):
        yield from _done_beside(brief, question, done)
        return
    if remark := remark_on_entry(brief, capture):
        yield from _done_beside(brief, question, remark)
        return
    match reply_to(brief.words, asked=question.text).meant:
        case Meant.ASKS_BACK if not dont_know(brief.words):
            yield Said(brief.persona.key, _explained(question, capture))
            yield Asked(question)
            return
        case Meant.DELEGATED if bare_key(question) != GAPS_KEY:
            yield from _left_to_the_table(brief, question)
            return
    if forms.is_form(question):
        yield from _answer_to_form(brief, question)
        return
    agreed = yes_or_no(brief.words, default=False)
    if question.offers and agreed is not None:
        yield from _confirmed_or_not(brief, question, agreed=agreed)
        return
    if why := asked_back(brief, question, capture, agreed=bool(agreed)):
        yield Said(brief.persona.key, why)
        yield Asked(question if why == NOTHING_TO_CONFIRM else once_more(question))
        return
    captured, settled = captured_from(brief, question, capture)
    if captured.unread and not is_asked_once_more(question):
        captured = Captured(refused=captured.unread, unread=captured.unread)
    if not captured.refused and _denies_the_whole(brief.words, question, captured, capture):
        yield from _what_instead(brief, question, captured)
        return
    yield from _taken_in(brief, question, captured, settled)


def _explained(question: Question, capture: Capture | None) -> str:
    """What a question is after, where it was asked back; nothing of it is used up."""
    if question.offers:
        return _MY_DRAFT
    if forms.is_form(question) or capture is None:
        return _ANY_WORDS
    return f"I would write it down in your words, under {SPECS[capture.kind].many}. {_ANY_WORDS}"


def _left_to_the_table(brief: Brief, question: Question) -> Iterator[Part]:
    """What was shown stays as it is, and stays a guess: that the user left it to the table is an assumption."""
    captured = left_to_the_table(brief, question, ", ".join(question.offers) or left_open(question))
    parts = forms.parts_of(brief.step, question) if forms.is_form(question) else ()
    keys = frozenset(part.key for part in parts) or settled_by(question)
    yield from _taken_in(brief, question, captured, keys)


def _done_beside(brief: Brief, question: Question, done: Captured) -> Iterator[Part]:
    """Something was done to other entries than the question is about, which is therefore asked again."""
    yield from (Recorded(change) for change in done.changes)
    if done.refused:
        yield Said(brief.persona.key, done.refused)
    else:
        yield Said(brief.persona.key, what_was_kept(done), Role.CAPTURED)
    yield Asked(question)


def _denies_the_whole(words: str, question: Question, captured: Captured, capture: Capture | None) -> bool:
    """Whether a review comes to a no, and says no more than that."""
    if capture is None or capture.kind is not Kind.REVIEW or question.key.endswith(f"/{DENIED}"):
        return False
    no_go = any(change.fields.get("verdict") == "no-go" for change in captured.changes)
    return reply_to(words).meant is Meant.NO or (no_go and len(words_of(words)) <= _BARE)


_BARE = 2
"""Words in which a verdict gives no reason."""


def _what_instead(brief: Brief, question: Question, captured: Captured) -> Iterator[Part]:
    yield from (Recorded(change) for change in captured.changes)
    yield Said(brief.persona.key, what_was_kept(captured), Role.CAPTURED)
    yield Asked(Question(question.step, f"{bare_key(question)}/{DENIED}", _WHAT_INSTEAD))


def _taken_in(
    brief: Brief, question: Question, captured: Captured, settled: frozenset[str], denied: Question | None = None
) -> Iterator[Part]:
    """Records what the answer became and goes on; what was shown and denied is asked for in the user's words first."""
    if captured.refused:
        yield Said(brief.persona.key, captured.refused)
        once = captured.refused in (WHICH, _WHICH_PART, _NO_TO_WHAT) or captured.unread
        yield Asked(once_more(question) if once else question)
        return
    yield from (Recorded(change) for change in captured.changes)
    after = with_changes(brief, captured.changes, settled)
    rest = _unconfirmed(question, captured, after)
    asks = bool(rest) and captured.by_id and depth_of(brief) is not Depth.BRIEF
    if captured.changes or captured.unclear or not denied:
        yield Said(brief.persona.key, what_was_kept(captured, () if asks else rest), Role.CAPTURED)
    if asks:
        yield Asked(Question(question.step, question.key, _and_the_others(rest), offers=tuple(e.id for e in rest)))
        return
    yield from (Settled(key) for key in sorted(settled))
    if denied:
        yield Said(brief.persona.key, _OWN_WORDS)
        yield Asked(denied)
        return
    yield from go_on(after)


def go_on(brief: Brief) -> Iterator[Part]:
    """The next question; brief has one in a step that has a brief form, and takes the rest for granted."""
    asked_once = brief.question is not None and bare_key(brief.question).endswith((GAPS_KEY, f"/{AGAIN}"))
    brief_step = depth_of(brief) is Depth.BRIEF and Depth.BRIEF in brief.step.sections
    if asked_once or (brief_step and brief.question):
        yield from ready(brief)
        return
    yield from ask(brief, next(pending(brief.step, depth_of(brief), brief.state), None))


def _confirmed_or_not(brief: Brief, question: Question, *, agreed: bool) -> Iterator[Part]:
    """A yes confirms exactly what was shown; a no asks the question the file has."""
    prompt = find_prompt(brief.step, question.key)
    if not agreed:
        yield Said(brief.persona.key, _OWN_WORDS)
        text = prompt.text if prompt and not question.about else "What should it be? " + _corrections(question)
        yield Asked(replace(question, text=text))
        return
    entries = _shown(brief, question)
    yield from _confirm(brief, entries)
    changes = _confirming(brief, entries)
    capture = prompt.capture if prompt else None
    brief_step = depth_of(brief) is Depth.BRIEF
    if capture and not brief_step and not any(entry.kind is capture.kind for entry in entries):
        yield Said(brief.persona.key, "That much stands. What I asked is still open.")
        yield Asked(replace(question, text=prompt.text if prompt else question.text, offers=()))
        return
    yield Settled(bare_key(question))
    yield from go_on(with_changes(brief, changes, frozenset({bare_key(question)})))


def _shown(brief: Brief, question: Question) -> list[Entry]:
    return [entry for entry_id in question.offers if (entry := entry_of(brief, entry_id))]


def _confirming(brief: Brief, entries: list[Entry]) -> list[Change]:
    return [Change(Op.CONFIRM, entry.id, entry.kind, sources=(Confirmed(brief.turn),)) for entry in entries]


def _confirm(brief: Brief, entries: list[Entry]) -> Iterator[Part]:
    yield from (Recorded(change) for change in _confirming(brief, entries))
    yield Said(brief.persona.key, confirmed(entries), Role.CAPTURED)


def _corrections(question: Question) -> str:
    return f'Correct an entry by its id, as "{question.offers[0]}: …".'


def _unconfirmed(question: Question, captured: Captured, brief: Brief) -> tuple[Entry, ...]:
    """What was shown and of which nothing was said."""
    if not captured.changes:
        return ()
    changed = {change.id for change in captured.changes}
    shown = _shown(brief, question)
    return tuple(entry for entry in shown if entry.id not in changed and entry.confidence is not Confidence.HIGH)


def _and_the_others(entries: tuple[Entry, ...]) -> str:
    listed = "\n".join(f"- {entry.id} {one_line(entry.text(), 120)}" for entry in entries)
    return f"And the others, do they stand as they are?\n{listed}\n\nSay yes, or correct them in the same way."


def _answer_to_form(brief: Brief, question: Question) -> Iterator[Part]:
    """Each part takes what is said to it; what was not answered is asked by itself."""
    parts = forms.parts_of(brief.step, question)
    every = frozenset(part.key for part in parts)
    reply = reply_to(brief.words)
    shown = _shown(brief, question)
    if shown and reply.agrees:
        yield from _confirm(brief, shown)
        settled = frozenset(part.key for part in parts if _offers_of(part, shown))
        yield from (Settled(key) for key in sorted(settled))
        yield from go_on(with_changes(brief, _confirming(brief, shown), settled))
        return
    one_entry = all(SPECS[entry.kind].single for entry in shown)
    if shown and (reply.meant is Meant.NO or (one_entry and answer_forms.says_nothing(brief.words))):
        yield Said(brief.persona.key, _OWN_WORDS)
        yield Asked(forms.put_plainly(brief.step, question))
        return
    if (
        reply.meant is Meant.NO
        and not shown
        and any(part.prompt.capture and part.prompt.capture.kind is Kind.REVIEW for part in parts)
    ):
        yield from _taken_in(brief, question, *asked_which(brief, question, _NO_TO_WHAT, every))
        return
    if passes(brief.words) or dont_know(brief.words) or reply.meant is Meant.NO:
        capturer = Capturer(brief.state, brief.ids, brief.turn, brief.code)
        captured = (
            Captured() if not dont_know(brief.words) else open_questions(capturer, [part.prompt.text for part in parts])
        )
        yield from _taken_in(brief, question, captured, every)
        return
    of_list = None if forms.by_number(parts, brief.words) else _corrected_in_form(brief, parts, shown, reply)
    if of_list:
        yield from _taken_in(brief, question, *of_list)
        return
    yield from _answer_by_part(brief, question, parts, reply)


def _corrected_in_form(
    brief: Brief, parts: tuple[Pending, ...], shown: list[Entry], reply: Reply
) -> tuple[Captured, frozenset[str]] | None:
    """Corrections of the lists that were shown; the part whose list it leaves alone stays to be asked."""
    capture = parts[0].prompt.capture
    if not shown or capture is None or SPECS[capture.kind].single or capture.kind is Kind.REVIEW:
        return None
    agrees = reply.meant in (Meant.YES_AND_MORE, Meant.YES_BUT)
    words = reply.rest if agrees or reply.meant is Meant.NO_AND_MORE else brief.words
    capturer = Capturer(brief.state, brief.ids, brief.turn, brief.code)
    if answer_forms.says_nothing(words):
        guesses = [entry for entry in shown if is_guess(entry)]
        taken_out = Captured([Change(Op.DROP, guess.id, guess.kind) for guess in guesses], nothing=not guesses)
        return taken_out, frozenset(part.key for part in parts if _offers_of(part, shown))
    listed = ShownList(tuple(shown), capture, brief.state.dossier)
    done = None if only_adds(listed, words) and not agrees else corrected(listed, words, capturer)
    if done is None:
        return None
    touched = {change.id for change in done.changes}
    if agrees and not done.refused:
        done.changes += [capturer.confirmed(entry) for entry in shown if entry.id not in touched]
        touched |= {entry.id for entry in shown}
    settled = {part.key for part in parts if touched & {*_offers_of(part, shown)}}
    return done, frozenset(settled or {parts[0].key})


def _answer_by_part(brief: Brief, question: Question, parts: tuple[Pending, ...], reply: Reply) -> Iterator[Part]:
    shown = _shown(brief, question)
    agrees = bool(shown) and reply.meant in (Meant.YES_AND_MORE, Meant.YES_BUT)
    beside = agrees or (bool(shown) and reply.meant is Meant.NO_AND_MORE)
    told = dict(forms.told(parts, reply.rest if beside else brief.words))
    captured, settled, denied = Captured(), set[str](), list[Question]()
    if not told:
        yield from _taken_in(brief, question, *asked_which(brief, question, _WHICH_PART, frozenset({parts[0].key})))
        return
    if agrees:
        told = {part.key: "yes" for part in parts if _offers_of(part, shown)} | told
    now = brief
    for part in (part for part in parts if part.key in told):
        one = Question(question.step, part.key, part.prompt.text, offers=_offers_of(part, shown))
        said = _said_to_part(now, one, told[part.key])
        if said is None:
            denied.append(one)
            continue
        if said.unread and not is_asked_once_more(question):
            captured.add(Captured(unclear=said.unread, unread=said.unread))
            continue
        captured.add(said)
        settled |= {part.key} if said.unclear != NOTHING_TO_CONFIRM else set()
        now = with_changes(now, said.changes)
    if captured.unclear in (NOTHING_TO_CONFIRM, captured.unread) and not settled and not denied:
        captured.refused = captured.unclear
    yield from _taken_in(brief, question, captured, frozenset(settled), denied=next(iter(denied), None))


def _said_to_part(brief: Brief, part: Question, words: str) -> Captured | None:
    """What is said to one part of a form; None where it is a no to what was shown for it."""
    reply = reply_to(words)
    capture = capture_for(brief, part)
    if part.offers and reply.meant is Meant.NO:
        return None
    if part.offers and reply.agrees:
        return Captured(_confirming(brief, _shown(brief, part)))
    if reply.agrees and (capture is None or capture.kind is not Kind.REVIEW):
        return Captured(unclear=NOTHING_TO_CONFIRM)
    return captured_from(replace(brief, task=Answer(words, part, brief.missing)), part, capture)[0]


def _offers_of(part: Pending, shown: list[Entry]) -> tuple[str, ...]:
    """What was shown for this part of a form."""
    capture = part.prompt.capture
    if capture is None:
        return ()
    fitting = (entry for entry in shown if entry.kind is capture.kind and capture.field in entry.fields)
    return tuple(entry.id for entry in fitting if all(entry.text(name) == value for name, value in capture.preset))
