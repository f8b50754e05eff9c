"""Tells a user story as one sentence, whatever was typed into its fields: as a …, I want …, so that …."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.dossier import Entry

_WHOLE = re.compile(
    r"as (?P<role>.+?),? (?:i|we) (?:want|would like|need|wish)\b:?(?P<want>.*?)"
    r"(?:,? (?P<so_that>(?:so that|so i|so we|because|in order to)\b.*))?",
    re.IGNORECASE,
)
_AS = re.compile(r"as\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"an?\s+(?=\S)", re.IGNORECASE)
_NEEDS_NO_ARTICLE = re.compile(
    r"(?:the|my|our|your|his|her|their|any|every|each|some|someone|somebody|anyone|anybody|whoever|one|two|all|both)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Z][\w'’-]*, who\b")
"""Only somebody who has a name already is described after a comma."""
_HEAD_NOUN_END = re.compile(
    r"\s*(?:,|;|\(|\b(?:who|that|which|whose|with|without|of|in|at|for|from|on|to|by|working|using)\b)"
)
_PLURAL = re.compile(r"(?:[^\Wsu]|ie)s")
_WISH = re.compile(
    r"(?:(?:i|we)(?:\s+(?:want|would like|need|wish)|['’]d like)|wants?|would like|needs?)\b:?\s*", re.IGNORECASE
)
_CAN = re.compile(r"(?:i|we) can\s+(?=\S)", re.IGNORECASE)
_TO = re.compile(r"(?:to\s+)+(?=\S)", re.IGNORECASE)
_SO_THAT = re.compile(r"(?:so\s+that|so|that)\b,?\s+(?=\S)", re.IGNORECASE)
_REASON = re.compile(r"(?P<link>because|since|in order to|to)\s+(?=\S)", re.IGNORECASE)
_SMALL_WORDS = frozenset(
    "a an the my our your his her its their this that these those it he she they we you i there nobody everybody"
    " somebody everyone someone no none nothing all each every both some any many most more less if when once after"
    " before in on at by for from with without not never only".split()
)
_VERBS = frozenset(
    "accept add adjust allow apply approve archive ask assign attach avoid be become begin browse build buy calculate"
    " cancel change choose clear close collect combine compare configure confirm connect continue convert copy correct"
    " create cut decide define delete deliver detect disable download draw edit enable enter exclude explain fill find"
    " fix follow forward generate get give go handle have hear hide identify include inform insert inspect install"
    " invite join keep know learn leave let load lock log look lose make manage mark measure merge migrate move name"
    " notify open pause pay pick prevent print process publish put read receive recover redo refuse register reject"
    " remember remind remove rename reorder replace reserve reset resolve restore resume retry return run save see"
    " select sell send set share show sign skip sort speak split start stop store submit suspend switch take tell"
    " translate try turn undo unlock upload use validate verify wait warn watch work write".split()
)
_ALSO_NOUNS = frozenset(
    "access backup bill book call charge check comment contact export file filter form group import invoice link list"
    " map match note order plan query rate record release reply report request review scan schedule search tag test"
    " track transfer update view vote".split()
)
_NO_VERB_BEFORE = frozenset("of for from that with in is are was which and or".split())
_DETERMINERS = frozenset(
    "a an the my our your his her its their this that these those all each every any some which whether what who how"
    " only one two both".split()
)
_SOUNDS_LIKE_A_VOWEL = re.compile(r"(?:[aeiou]|hour|honest|honour|honor|heir)", re.IGNORECASE)
_SOUNDS_LIKE_A_CONSONANT = re.compile(r"(?:uni(?!n|m)|us[aeiu]|uk|ut[ei]|one\b|once\b|eu|ubi)", re.IGNORECASE)
_SPELLED_WITH_A_VOWEL = frozenset("AEFHILMNORSX")


class _Parts(Struct, frozen=True):
    role: str
    want: str
    so_that: str


def told(story: Entry) -> str:
    """The story as one sentence with its full stop; the words stay the user's, the form is made right."""
    parts = _parts(story)
    want, reason = _want(parts.want), _reason(parts.so_that)
    if not want:
        return _ended(f"As {_role(parts.role)}" if parts.role else "")
    if not parts.role:
        return _ended(f"{_imperative(parts.want)}{reason}")
    return _ended(f"As {_role(parts.role)}, I want {want}{reason}")


def wanted(story: Entry) -> str:
    """What the story asks for, in the imperative: a title for one that was typed as a whole sentence."""
    return _imperative(_parts(story).want)


def is_whole_sentence(text: str) -> bool:
    return bool(_WHOLE.fullmatch(one_line(text)))


def article(noun: str) -> str:
    """`a` or `an`, by how the first word is spoken."""
    first = re.split(r"[\s-]", noun, maxsplit=1)[0]
    if first.isupper() and 1 < len(first) <= 5:
        return "an" if first[0] in _SPELLED_WITH_A_VOWEL else "a"
    vowel = _SOUNDS_LIKE_A_VOWEL.match(first) and not _SOUNDS_LIKE_A_CONSONANT.match(first)
    return "an" if vowel else "a"


def _parts(story: Entry) -> _Parts:
    title, role, want, so_that = (one_line(story.text(name)) for name in ("title", "role", "want", "so_that"))
    if whole := _WHOLE.fullmatch(title):
        role, want = role or whole["role"], want or whole["want"].strip()
        so_that = so_that or (whole["so_that"] or "")
    return _Parts(_trimmed(role), _trimmed(want or title), _trimmed(so_that))


def _role(typed: str) -> str:
    role = _without(_AS, typed)
    if _NAME.match(role):
        return role
    if _NEEDS_NO_ARTICLE.match(role):
        return _lowered(role)
    noun = _HEAD_NOUN_END.split(role, maxsplit=1)[0].split()
    if noun and not _ARTICLE.match(role) and _PLURAL.fullmatch(noun[-1][-2:]):
        return _lowered(role)
    role = _lowered(_without(_ARTICLE, role))
    return f"{article(role)} {role}"


def _without(opening: re.Pattern[str], text: str) -> str:
    found = opening.match(text)
    return text[found.end() :] if found else text


def _want(typed: str) -> str:
    want = typed
    while _WISH.match(want):
        want = _without(_WISH, want)
    if _TO.match(want) or _CAN.match(want):
        return f"to {_lowered(_without(_TO, _without(_CAN, want)))}"
    if want.casefold().startswith("be able to ") or _starts_with_verb(want):
        return f"to {_lowered(want)}"
    return _lowered(want)


def _imperative(typed: str) -> str:
    want = _want(typed).removeprefix("to ")
    return want[:1].upper() + want[1:]


def _reason(typed: str) -> str:
    """What it is good for, with the word that joins it."""
    reason = _without(_SO_THAT, typed)
    if not reason:
        return ""
    if joined := _REASON.match(reason):
        link = joined["link"].lower()
        return f", {'in order to' if link == 'to' else link} {_lowered(reason[joined.end() :])}"
    if _starts_with_verb(reason):
        return f", so that I can {_lowered(reason)}"
    first = reason.split()[0]
    return f", so that {_lowered(reason) if first.casefold() in _SMALL_WORDS else reason}"


def _starts_with_verb(text: str) -> bool:
    """Whether it begins like a command: a verb, or a word that is followed as only a verb is."""
    first, *rest = (word.strip(",.;:()\"'") for word in text.casefold().split()[:2] or [""])
    following = rest[0] if rest else ""
    if first in _VERBS:
        return following not in _NO_VERB_BEFORE or following in ("from", "with", "in", "that", "which")
    if first in _ALSO_NOUNS:
        return bool(following) and following not in _NO_VERB_BEFORE
    return first not in _SMALL_WORDS and first.isalpha() and not first.endswith("ing") and following in _DETERMINERS


def _lowered(text: str) -> str:
    """Without the capital a line begins with; names of several words, acronyms and code keep theirs."""
    first, _, rest = text.partition(" ")
    is_plain = first[:1].isupper() and first[1:].islower() and first.rstrip(",").isalpha()
    return text[:1].lower() + text[1:] if is_plain and not rest[:1].isupper() else text


def _trimmed(text: str) -> str:
    return text.strip(" ,;:").removesuffix(".").rstrip(" ,;:") if not text.endswith("...") else text


def _ended(sentence: str) -> str:
    if not sentence:
        return ""
    return sentence if sentence[-1] in ".!?…" else f"{sentence}."
