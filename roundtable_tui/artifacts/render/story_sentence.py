"""Tells a user story as one sentence, whatever was typed into its fields: as a …, I want …, so that …."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.dossier import Entry
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.short_titles import role_name, shortened
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.artifacts.render.template_view import View

_WHOLE = re.compile(
    r"as (?P<role>.+?),? (?:i|we) (?:want|would like|need|wish)\b:?(?P<want>.*?)"
    r"(?:,? (?P<so_that>(?:so that|so i|so we|because|in order to)\b.*))?",
    re.IGNORECASE,
)
_OTHERS_WISH = re.compile(
    r"(?P<role>.+?) (?:wants|needs|would like|wishes)\b:?(?P<want>.+?)"
    r"(?:,? (?P<so_that>(?:so that|because|in order to)\b.*))?",
    re.IGNORECASE,
)
"""A wish told of somebody else: "the owner wants to end it early because she is back"."""
_AS = re.compile(r"as\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"an?\s+(?=\S)", re.IGNORECASE)
_NEEDS_NO_ARTICLE = re.compile(
    r"(?:the|my|our|your|his|her|their|any|every|each|some|someone|somebody|anyone|anybody|whoever|one|two|all|both)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Z][\w'’-]*, who\b")
"""Only somebody who has a name already is described after a comma."""
_HEAD_NOUN_END = re.compile(
    r"\s*(?:,|;|\(|\b(?:who|that|which|whose|with|without|of|in|at|for|from|on|to|by)\b|(?<=\w)\s[a-z]+ing\b)"
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
    " create cut decide define delete deliver detect disable download draw edit enable enter exclude explain fall fill"
    " find fix follow forward generate get give go handle have hear hide identify include inform insert inspect install"
    " invite join keep know learn leave let load lock log look lose make manage mark measure merge migrate move name"
    " notify open pause pay pick prevent print process publish put read receive recover redo refuse register reject"
    " remember remind remove rename reorder replace reserve reset resolve restore resume retry return run save see"
    " select sell send set share show sign skip sort speak split start stop store submit suspend switch take tell"
    " translate try turn undo unlock upload use validate verify wait warn watch work write align count emit escape"
    " highlight parse render trim wrap".split()
)
_ALSO_NOUNS = frozenset(
    "access backup bill book call charge check comment contact export file filter form group import invoice link list"
    " map match note order plan query rate record release reply report request review scan schedule search tag test"
    " track transfer update view vote".split()
)
_NO_VERB_BEFORE = frozenset("of for from that with in is are was which and or".split())
_AFTER_A_VERB = frozenset("with to when if like without".split())
_DETERMINERS = frozenset(
    "a an the my our your his her its their this that these those all each every any some which whether what who how"
    " only one two both".split()
)
_AFTER_A_NOUN = frozenset("that which who whether".split())
_LINKS = "that|which|who|if|when|where|while|unless|because|until|to"
_SUBJECT = rf"(?P<subject>(?:(?!(?:{_LINKS})\b)[^\s,;:]+ ){{0,6}}?(?!(?:a|an|the|that|which|who)\b)[^\s,;:]+)"
_CLAUSE = re.compile(
    rf"(?:that )?{_SUBJECT} (?P<verb>can(?:not| not)?|could|(?:may|must|should|shall|will|would|does|do)(?: not)?"
    r"|ha(?:s|ve) to|needs? to|is|are|was|were|has|have|[a-z]+s) (?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_VERB_MORE = re.compile(
    r"\b(?P<and>and|or|but|then) (?P<verb>[a-z]+s)"
    r"(?= (?:it|them|him|her|us|me|the|an?|what|which|every|each|all|its)\b)",
    re.IGNORECASE,
)
_PLURAL_CLAUSE = re.compile(
    rf"(?:that )?(?P<subject>(?:(?!(?:{_LINKS})\b)[^\s,;:]+ ){{0,3}}?[a-z-]*(?:[^\Wsu]|ie)s)"
    r" (?P<verb>[a-z]+) (?P<rest>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
"""Several that do something: "missing prices fall back to zero"."""
_INFINITIVES = {
    "can": "to be able to", "could": "to be able to", "cannot": "not to be able to", "can not": "not to be able to",
    "is": "to be", "are": "to be", "was": "to be", "were": "to be", "has": "to have", "have": "to have",
}  # fmt: skip
_SOUNDS_LIKE_A_VOWEL = re.compile(r"(?:[aeiou]|hour|honest|honour|honor|heir)", re.IGNORECASE)
_SOUNDS_LIKE_A_CONSONANT = re.compile(r"(?:uni(?!n|m)|us[aeiu]|uk|ut[ei]|one\b|once\b|eu|ubi)", re.IGNORECASE)
_SPELLED_WITH_A_VOWEL = frozenset("AEFHILMNORSX")


class Told(Struct, frozen=True):
    """Stories that one role wants, each with its sentence; what they begin with stands once if there are several."""

    opening: str
    stories: tuple[tuple[Entry, str], ...]


class _Parts(Struct, frozen=True):
    role: str
    want: str
    so_that: str


def told(story: Entry) -> str:
    """The story as one sentence with its full stop; the words stay the user's, the form is made right."""
    return _sentence(_parts(story))


def parts_of(story: Entry) -> Mapping[str, str]:
    """Who wants what and what for, as far as it was said, in its fields or in a whole sentence."""
    parts = _parts(story)
    if not parts.role and (others := _OTHERS_WISH.fullmatch(parts.want)):
        parts = _Parts(*(_trimmed(others[name] or "") for name in ("role", "want", "so_that")))
    return {"role": parts.role, "want": parts.want, "so_that": parts.so_that}


def by_role(view: View) -> tuple[Told, ...]:
    """All stories, those of one role together after the single ones.

    What a user or a requirement says at length is told in short.
    """
    users = view.of[Kind.USER]
    groups: dict[str, list[tuple[Entry, _Parts]]] = {}
    for story in view.of[Kind.STORY]:
        parts = _in_short(_parts(story), users, view.named(story, "traces", Kind.FR))
        groups.setdefault(_role(parts.role).casefold() if parts.role else story.id, []).append((story, parts))
    told_together = [_told_together(stories) for stories in groups.values()]
    return tuple(sorted(told_together, key=lambda one: bool(one.opening)))


def _told_together(stories: list[tuple[Entry, _Parts]]) -> Told:
    if len(stories) == 1:
        return Told("", tuple((story, _sentence(parts)) for story, parts in stories))
    opening = f"As {_role(stories[0][1].role)}"
    sentences = ((story, _sentence(parts).removeprefix(f"{opening}, ")) for story, parts in stories)
    return Told(opening, tuple(sentences))


def _in_short(parts: _Parts, users: Iterable[Entry], requirements: Iterable[Entry]) -> _Parts:
    """Roles by the name of the user they are, and a want that a requirement spells out by its beginning."""
    role, want = parts.role, parts.want
    for user in map(one_line, (user.text() for user in users)):
        name = role_name(user)
        if role and _bare(role_name(role)) == _bare(name):
            role = name
        elif not role and name != user and _bare(want).startswith(f"{_bare(user)} "):
            want = f"{name}{want[len(user) :]}" if want.casefold().startswith(user.casefold()) else want
    said = " ".join(one_line(f"{fr.text('title')} {fr.text('text')}").casefold() for fr in requirements)
    if _bare(_without(_TO, want)) in said:
        want = shortened(want).removesuffix("…")
    return _Parts(role, want, parts.so_that)


def _bare(role: str) -> str:
    text = _without(_AS, role).casefold()
    return text.removeprefix("the ").removeprefix("an ").removeprefix("a ")


def _sentence(parts: _Parts) -> str:
    want, reason = _want(parts.want), _reason(parts.so_that)
    if not want:
        return _ended(f"As {_role(parts.role)}" if parts.role else "")
    if not parts.role:
        return _ended(f"{_imperative(parts.want)}{reason}")
    role = _role(parts.role)
    we = _is_plural(role) and not _NEEDS_NO_ARTICLE.match(role)
    if we:
        reason = reason.replace(", so that I can ", ", so that we can ", 1)
    return _ended(f"As {role}, {'we' if we else 'I'} want {want}{reason}")


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
        as_typed = not role or _bare(role) == _bare(whole["role"])
        role, want = whole["role"] if as_typed else role, want or whole["want"].strip()
        so_that = so_that or (whole["so_that"] or "")
    return _Parts(_trimmed(role), _trimmed(want or title), _trimmed(so_that))


def _role(typed: str) -> str:
    role = _without(_AS, typed)
    if _NAME.match(role):
        return role
    if _NEEDS_NO_ARTICLE.match(role):
        return _lowered(role)
    if _is_plural(role):
        return _lowered(role)
    said = _ARTICLE.match(role)
    role = role[said.end() :] if said else _lowered(role)  # a capital after an article is meant
    return f"{article(role)} {role}"


def _is_plural(role: str) -> bool:
    noun = _HEAD_NOUN_END.split(role, maxsplit=1)[0].split()
    return bool(noun) and not _ARTICLE.match(role) and not _NAME.match(role) and bool(_PLURAL.fullmatch(noun[-1][-2:]))


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
    first, _, rest = want.partition(" ")
    if (to := _infinitive(first.casefold())) and rest.split(" ")[0] in _DETERMINERS | _AFTER_A_VERB:
        return f"it {to} {rest}"
    return _lowered(_to_be(want))


def _to_be(clause: str) -> str:
    """A whole clause as what is wanted: "the owner can pause it" is wanted as "the owner to be able to pause it"."""
    several = _PLURAL_CLAUSE.fullmatch(clause)
    if several and several["verb"].casefold() in _VERBS:
        return f"{several['subject']} to {several['verb']} {several['rest']}"
    found = _CLAUSE.fullmatch(clause)
    if not found:
        return clause
    verb = found["verb"].casefold()
    to = _INFINITIVES.get(verb) or _infinitive(verb)
    return f"{found['subject']} {to} {_VERB_MORE.sub(_as_infinitive, found['rest'])}" if to else clause


def _as_infinitive(more: re.Match[str]) -> str:
    """The second thing it does: "to go on and lists it" is "to go on and list it"."""
    verb = more["verb"].casefold()
    base = next((one for one in (verb[:-1], verb[:-2], f"{verb[:-3]}y") if one in _VERBS | _ALSO_NOUNS), "")
    return f"{more['and']} {base or more['verb']}"


def _infinitive(verb: str) -> str:
    if verb.endswith(" not"):
        return "not to"
    if verb.endswith(" to") or verb in ("may", "must", "should", "shall", "will", "would"):
        return "to"
    base = next((one for one in (verb[:-1], verb[:-2], f"{verb[:-3]}y") if one in _VERBS), "")
    return f"to {base}" if base else ""


def _imperative(typed: str) -> str:
    """A command; a clause that says who does it stays as it is."""
    want = typed
    while _WISH.match(want):
        want = _without(_WISH, want)
    want = _without(_TO, _without(_CAN, want))
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
    return (
        first not in _SMALL_WORDS
        and first.isalpha()
        and not first.endswith("ing")
        and (following in _DETERMINERS - _AFTER_A_NOUN)
    )


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
