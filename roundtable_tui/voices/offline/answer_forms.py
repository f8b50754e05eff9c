"""Recognises the few forms an answer can have; everything else is kept as it was written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.dossier.kinds import ACTIONS, PRIORITIES, Field, FieldType, Kind
from roundtable_tui.domain.dossier.short_titles import ROLE
from roundtable_tui.domain.talk.spoken_words import COURTESY, spoken, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_BULLET = re.compile(r"\s*(?:[-*•–]|\d{1,3}[.)])\s+(?=\S)")
_ID_FORM = r"[A-Z]{1,6}-\d{2,6}(?:-\d{1,4})?"
_ID = re.compile(rf"\b{_ID_FORM}\b")
_LABELLED = re.compile(
    rf"\s*(?:[-*•]\s+)?({_ID_FORM}(?:\s*(?:,|;|&|\band\b)\s*{_ID_FORM})*)\s*(?::|=|–|—|\s-\s)\s*(\S.*)"
)
_FOR_ALL = re.compile(r"\s*(?:all|all of them|each|each of them|everything)\s*[:=]\s*(\S.*)", re.IGNORECASE | re.DOTALL)
_STORY = re.compile(
    rf"\s*as\s+{ROLE},?\s+i\s+"
    r"(?:want|would like|need)\s+(?P<want>.+?)"
    r"(?:,?\s+(?:so that|so(?=\s+(?:i|we|you|he|she|it|they|the|no|nobody|nothing)\b))\s+(?P<so_that>.+?)"
    r"|,?\s+(?P<reason>(?:because|in order to)\s+.+?))?[\s.]*",
    re.IGNORECASE | re.DOTALL,
)
_GIVEN_WHEN_THEN = re.compile(r"\s*(?:given\b.*\bwhen\b.*\bthen\b|when\b.*\bthen\b)", re.IGNORECASE | re.DOTALL)
_PATH = re.compile(r"`([^`\n]+)`|((?:[\w.@+-]+/)+[\w.@+-]*\w|(?<!\w)\.?[\w-]+\.[A-Za-z]\w{0,7}\b)")
_LIST_PART = re.compile(r"\s*(?:,|;|\band\b)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:[,.]\d{3})+(?![\d\w])|(?<![\w.])\d{1,6}(?![\w.]*\w)")
_MEASURED = re.compile(
    r"\d[\d.,]*\s*(?:%|(?:times\s+)?(?:a|an|per|each|every)\s+\w+|(?:percent|ms|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|"
    r"weeks?|months?|years?|[kmgt]i?b|users?|customers?|tickets?|people|euros?|dollars?)\b)",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\b(\w+)\s*(?:-|–|to|or|and)\s*(\w+)\b")
_PRIORITY_TAG = re.compile(
    r"[\s\[(–-]*\b(must|should|could|won['’]?t)(?:[ -]have)?\b[\])\s]*$"
    r"|^[\s\[(]*(must|should|could|won['’]?t)[ -]have[\])\s]*[:–-]\s*",
    re.IGNORECASE,
)
_NUMBER_WORDS = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"none": 0, "nothing": 0, "no": 0, "dozen": 12}
_NOTHING = frozenset(
    words_of(phrase)
    for phrase in (
        "no, none, nope, nothing, nobody, no one, none of them, none of these, nothing else, nothing more, "
        "nothing at all, there are none, there is none, no more, n/a, not applicable, nothing comes to mind, "
        "none really, nothing really, none needed, nothing needed, nothing special, none i know of, "
        "none that i know of, none so far"
    ).split(",")
)
_EVERYTHING = frozenset(
    words_of(phrase) for phrase in "all, all of them, everything, every one, all the others".split(",")
)
_NONE_NEW = re.compile(
    r"\s*(?:(?:there (?:are|is)|we (?:need|use|add)|we['’]?ll (?:need|use|add))\s+)?"
    r"(?:nothing (?:new|else|more)"
    r"|(?:no|none|not any|nothing)\s+(?:new|other|additional|extra|further)(?:\s+[\w-]+){0,2})"
    r"(?:\s+(?:needed|required|at all))?[\s.!]*",
    re.IGNORECASE,
)
NAMES_THINGS = (Kind.KEYWORD, Kind.AREA, Kind.FILE, Kind.TECHNOLOGY)
"""Kinds whose entries are names, so that "billing, email and search" is three of them."""
_CALLED_BY_NAMES = (Kind.USER, Kind.QUALITY, Kind.MODULE, Kind.OPTION, Kind.INTEGRATION, Kind.EXCLUSION)
"""Kinds whose entries often are names, which may hold an "and" themselves."""
_DIVIDED_BY_SEMICOLONS = (Kind.CONSTRAINT, Kind.EXCLUSION, Kind.FR)
_LONGEST_NAME = 4
"""Words."""
_ARTICLE = re.compile(r"\A(?:and\s+)?(?:the|an?|our|your|every|each|all)\s+", re.IGNORECASE)
_PLACE_OF_IT = re.compile(r"\s(?:in|of|at|for|from|on)\s+(?:the\s+|our\s+)?\S+\Z", re.IGNORECASE)
_DESCRIBED = re.compile(
    r"(?:(?:the|an?|our|every|each|any|some)\s+)?(?:[\w-]+\s+){1,3}(?:who|that)\s+\S", re.IGNORECASE
)
_HESITATING = r"(?:hm+|um+|uh+|er+m?|idk|(?:i\s+)?(?:dunno|don['’]?t know)|no idea|i (?:guess|think|suppose|believe))"
_HESITATES = re.compile(
    rf"\A(?:{_HESITATING}\b[\s,.;:…]*(?:(?:but|maybe)\b(?=\s+\S)[\s,]*)?)+|(?:[\s,]*\b{_HESITATING})+[\s.!?]*\Z",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s*(\d{1,2})[.):]?\s+(?=\S)")
_COMMA = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+(?=[^,;]*\Z)", re.IGNORECASE)
_GOES_ON = re.compile(
    r"(?:because|since|which|who|so|but|not|if|when|where|unless|as|for|with|without)\b", re.IGNORECASE
)
_ARROW = re.compile(r"\S\s*(?:→|->|=>)\s*\S")
_REFERS_BACK = re.compile(
    r"(?:it|its|they|this|that|these|those|he|she|then|otherwise|else|after|before|until|also|only|however|instead|and|or)\b",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\d,\d|\d\s*[kxs]\b|\b(?:under|below|within|at least|at most|less than|more than|up to|over)\s+\d", re.IGNORECASE
)
_ADVERB = re.compile(
    r"(?:and\s+)?(?:(?:every|any)(?:where|one|body|time|day)|always|forever|at any time|at all times|day and night)",
    re.IGNORECASE,
)
_ON_CONDITION = re.compile(r"\s*(?:if|when|given|once|whenever)\b", re.IGNORECASE)
_FIRST = re.compile(r"\A\s*(?:first(?:ly| of all)?|start with|begin with|to begin with)\b[\s,:]*", re.IGNORECASE)
_BEFORE_OTHERS = re.compile(r",?\s+first\Z", re.IGNORECASE)
_THEN = re.compile(
    r"[\s,;.]*(?:\band\s+)?\b(?:then|after that|after which|afterwards|followed by|finally|lastly)\b[\s,:]*"
    r"|\s*(?:→|->|=>)\s*",
    re.IGNORECASE,
)
_ONE_TEXT = (Kind.REVIEW, Kind.NOTE)
"""Kinds whose entries are what somebody said, however many lines it took."""
_DENIED_CHANGE = re.compile(
    r"\b(?:not|nothing|never|without|no|none|n['’]t)\b(?:\s+\w+){0,2}?\s+(?:chang\w*|modif\w*|replac\w*|alter\w*)"
    r"|\b(?:\w+n['’]t)\s+(?:chang\w*|modif\w*|replac\w*|alter\w*)",
    re.IGNORECASE,
)

_SAYS: Mapping[str, Mapping[str, str]] = {
    "nature": {
        "additive": "additive, adds, add, adding, new, beside, only adds",
        "modifying": "modifying, modifies, modify, changes, change, changing, replaces, replace, alters",
        "both": "both",
    },
    "priority": dict(
        zip(PRIORITIES, ("must, musts", "should, shoulds", "could, coulds", "wont, will not"), strict=True)
    ),
    "action": dict(
        zip(
            ACTIONS,
            ("create, new, add", "modify, change, edit, update", "delete, remove", "no change, unchanged"),
            strict=True,
        )
    ),
    "style": {"synchronous": "synchronous, sync", "asynchronous": "asynchronous, async"},
    "verdict": {"go": "go", "go with changes": "go with changes", "no-go": "no-go, no go, stop"},
}


class Story(Struct, frozen=True):
    role: str
    want: str
    so_that: str


def items(answer: str, kind: Kind) -> tuple[str, ...]:
    """The entries an answer lists: bullets, lines, or for names a list with commas."""
    if kind in _ONE_TEXT:
        return (answer.strip(),)
    if kind in (*NAMES_THINGS, *_CALLED_BY_NAMES):
        named = (_HESITATES.sub("", item).strip() for item in _items(answer, kind))
        return tuple(item for item in named if item) or (answer.strip(),)
    return _items(answer, kind)


def _items(answer: str, kind: Kind) -> tuple[str, ...]:
    lines = [line for line in answer.splitlines() if line.strip()]
    if numbered := _numbered(lines):
        return numbered
    if any(_BULLET.match(line) for line in lines):
        return _bulleted(lines)
    if len(lines) > 1:
        return tuple(line.strip() for line in lines)
    if kind is Kind.BUILD_STEP and (steps := in_order(answer)):
        return steps
    if kind is Kind.INTEGRATION and (joints := _joints(answer)):
        return joints
    if kind in _CALLED_BY_NAMES and len(names := _listed_names(answer.strip())) > 1:
        return names
    if kind in _DIVIDED_BY_SEMICOLONS and (clauses := _clauses(answer)):
        return clauses
    if kind in _CALLED_BY_NAMES:
        return (answer.strip(),)
    return _named(answer.strip()) if kind in NAMES_THINGS and len(paths(answer)) < 2 else (answer.strip(),)


def _numbered(lines: list[str]) -> tuple[str, ...]:
    """Lines that begin with 1, 2, 3 …, whatever stands behind the number."""
    marks = [_NUMBERED.match(line) for line in lines]
    numbers = [int(mark[1]) for mark in marks if mark]
    if len(lines) < 2 or numbers != list(range(1, len(lines) + 1)):
        return ()
    return tuple(line[mark.end() :].strip() for line, mark in zip(lines, marks, strict=True) if mark)


def in_order(line: str) -> tuple[str, ...]:
    """The steps of "first the model, then the screen" or "model → screen"; nothing where it tells no order."""
    if "\n" in line.strip() or not _THEN.search(line) or _ON_CONDITION.match(line):
        return ()
    told = _FIRST.sub("", line.strip().rstrip("."), count=1)
    steps = tuple(part for one in _THEN.split(told) if (part := one.strip(" ,;.")))
    return tuple(_BEFORE_OTHERS.sub("", step) for step in steps[:1]) + steps[1:]


def _joints(line: str) -> tuple[str, ...]:
    """Arrows with commas between them: "shop -> mail, mail -> archive"."""
    found = tuple(part.strip() for part in re.split(r"[,;]", line.strip().rstrip(".")))
    return found if len(found) > 1 and all(len(_ARROW.findall(part)) == 1 for part in found) else ()


def _clauses(line: str) -> tuple[str, ...]:
    """What semicolons divide, unless it is one sentence that goes on behind them."""
    found = tuple(part for one in line.strip().rstrip(".").split(";") if (part := one.strip()))
    one_sentence = "`" in line or any(_GOES_ON.match(part) or _REFERS_BACK.match(part) for part in found)
    return () if len(found) < 2 or one_sentence or any(len(part.split()) < 2 for part in found) else found


def _listed_names(line: str) -> tuple[str, ...]:
    """Short names with commas between them; a sentence, or a name with what it is, stays whole."""
    if not re.search(r"[,;]", line) or re.search(r"[:()→]|->", line) or _MEASURED.search(line) or _LIMIT.search(line):
        return (line,)
    found = tuple(part for part in _COMMA.split(line.rstrip(".")) if part)
    if any(_GOES_ON.match(part) or _ADVERB.fullmatch(part) for part in found):
        return (line,)
    described = [_DESCRIBED.match(part) is not None for part in found]
    alike = all(described) or not any(described)
    short = all(_length(part) <= _LONGEST_NAME + 1 for part in found)
    return found if len(found) > 1 and alike and (short or all(described)) else (line,)


def _length(name: str) -> int:
    """Words of a name, without the article before it and the place behind it: "the loop in db.py"."""
    return len(_PLACE_OF_IT.sub("", _ARTICLE.sub("", name, count=1), count=1).split())


def _bulleted(lines: list[str]) -> tuple[str, ...]:
    """An indented line goes on the bullet above it; a line that only announces the bullets is none of them."""
    found: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if mark := _BULLET.match(line):
            found.append(line[mark.end() :].strip())
        elif found and line[:1].isspace():
            found[-1] += f" {line.strip()}"
        elif not (line.rstrip().endswith(":") and _BULLET.match(following)):
            found.append(line.strip())
    return tuple(found)


def _named(line: str) -> tuple[str, ...]:
    found = parts(line)
    if any(part.count("(") != part.count(")") for part in found):
        return (line,)  # a comma inside brackets divides nothing
    return found if len(found) > 1 and all(_length(part) <= _LONGEST_NAME for part in found) else (line,)


def parts(line: str) -> tuple[str, ...]:
    """What stands between commas, semicolons and "and"."""
    return tuple(part for part in _LIST_PART.split(line.rstrip(".")) if part)


def labelled(answer: str) -> dict[str, str]:
    """`FR-002: …` lines by id, several lines of one id together; empty unless every line has that form."""
    found: dict[str, list[str]] = {}
    for line in answer.splitlines():
        if not line.strip():
            continue
        match = _LABELLED.fullmatch(line)
        if not match:
            return {}
        for entry_id in ids_in(match[1]):
            found.setdefault(entry_id, []).append(match[2].strip())
    return {entry_id: "\n".join(texts) for entry_id, texts in found.items()}


def grouped(answer: str, field: Field) -> dict[str, str]:
    """`Must Have: FR-001, FR-003` lines, the choice by id; empty unless every line has that form."""
    found: dict[str, str] = {}
    for line in answer.splitlines():
        head, colon, rest = line.partition(":")
        ids = ids_in(rest)
        if not line.strip():
            continue
        if (
            not colon
            or not ids
            or not (named := choice(field, head))
            or _LIST_PART.sub("", _ID.sub("", rest)).strip(". ")
        ):
            return {}
        found |= dict.fromkeys(ids, named)
    return found


def for_all(answer: str) -> str:
    """What an answer that begins "all: …" says of every entry."""
    found = _FOR_ALL.fullmatch(answer)
    return found[1].strip() if found else ""


def ids_in(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_ID.findall(text)))


def says_nothing(answer: str) -> bool:
    """Whether the whole answer is that there is none of what was asked for."""
    said = tuple(word.text for word in spoken(answer) if (word.text,) not in COURTESY)
    return said in _NOTHING or words_of(answer.replace("/", "")) in _NOTHING


def says_none_is_new(answer: str) -> bool:
    """Whether the whole answer is that nothing is added to what is there: "no new dependencies"."""
    return _NONE_NEW.fullmatch(answer) is not None


def says_everything(answer: str) -> bool:
    return words_of(answer) in _EVERYTHING


def story(text: str) -> Story | None:
    """The parts of "As a …, I want …, so that …"."""
    found = _STORY.fullmatch(text)
    if not found:
        return None
    return Story(found["role"].strip(), found["want"].strip(), (found["so_that"] or found["reason"] or "").strip())


def is_given_when_then(text: str) -> bool:
    return bool(_GIVEN_WHEN_THEN.match(text))


def paths(text: str) -> tuple[str, ...]:
    """What in the text looks like a file: with a slash before without, in the order given."""
    found = [(match[1] or match[2]).strip() for match in _PATH.finditer(text)]
    with_slash = [path for path in found if "/" in path and " " not in path]
    return tuple(dict.fromkeys(with_slash or found))


def path(text: str) -> str:
    return next(iter(paths(text)), "")


def without_priority(text: str) -> tuple[str, str]:
    """A requirement without its "(must have)" tag, and the priority the tag names."""
    found = _PRIORITY_TAG.search(text)
    if not found:
        return text, ""
    word = (found[1] or found[2]).lower().replace("’", "'")
    rest = (text[: found.start()] + text[found.end() :]).strip(" -–:")
    priority = next(name for name in PRIORITIES if name.lower().startswith(word[:3]))
    return (rest, priority) if rest else (text, "")


def number(text: str) -> int | None:
    """The number an answer gives, the larger of a range; several numbers that are no range give none.

    A number of something else, as in "5 a month" or "3 MB", is none.
    """
    if paths(text) and words_of(text)[:1] == ("no",):
        return None  # "no src/mail.py" speaks of a file
    text = _MEASURED.sub(" ", text)
    found = list(dict.fromkeys(int(re.sub(r"[,.]", "", part)) for part in _NUMBER.findall(text)))
    found = found or list(dict.fromkeys(_NUMBER_WORDS[word] for word in words_of(text) if word in _NUMBER_WORDS))
    if len(found) < 2:
        return found[0] if found else None
    return max(found) if len(found) == 2 and any(_is_range(match, found) for match in _RANGE.finditer(text)) else None


def _is_range(match: re.Match[str], numbers: Iterable[int]) -> bool:
    ends = [int(end) if end.isdigit() else _NUMBER_WORDS.get(end.lower()) for end in match.groups()]
    return ends == list(numbers)


def choice(field: Field, text: str) -> str:
    """The one choice the text names as a whole word; empty if it names none, or several."""
    if field.type is not FieldType.CHOICE:
        return ""
    said = words_of(_DENIED_CHANGE.sub(" ", text) if field.name == "nature" else text)
    named: list[tuple[int, str]] = []
    for option in field.choices:
        lengths = [len(phrase) for phrase in _phrases(field, option) if _occurs(phrase, said)]
        if lengths:
            named.append((max(lengths), option))
    if field.name == "nature" and {"additive", "modifying"} <= {option for _, option in named}:
        return "both"
    longest = max((length for length, _ in named), default=0)
    best = [option for length, option in named if length == longest]
    return best[0] if len(best) == 1 else ""


def lone_choice(field: Field, text: str) -> str:
    """The choice, where the text says nothing else."""
    said = words_of(text)
    return next((option for option in field.choices if said in _phrases(field, option)), "")


def lone_choices(field: Field, text: str) -> tuple[str, ...]:
    """The choice each line makes, in their order; nothing unless every line is nothing but a choice."""
    lines = [line for line in text.splitlines() if line.strip()]
    named = tuple(lone_choice(field, line) for line in lines)
    return named if all(named) else ()


def _phrases(field: Field, option: str) -> list[tuple[str, ...]]:
    synonyms = _SAYS.get(field.name, {}).get(option, "").split(",")
    return [words for phrase in (option, *synonyms) if (words := words_of(phrase))]


def _occurs(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return any(words[start : start + len(phrase)] == phrase for start in range(len(words) - len(phrase) + 1))
