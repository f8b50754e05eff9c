"""Finds in a criterion, a metric or a quality attribute what nobody could measure or refute."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.lint.sentences import (
    has_figure,
    has_quotation,
    is_short,
    lowered_first,
    parts_of,
    unquoted,
)
from roundtable_tui.artifacts.lint.smells import Smell, Smelled
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = r"(?<![\w-])(?:{})(?![\w-])"

_UNTESTABLE = re.compile(
    _WORD.format(
        r"work(?:s|ed|ing)? (?:correctly|properly|fine|well|flawlessly|perfectly|smoothly|reliably|as (?:expected"
        r"|intended|designed|desired|planned|it should|before)|without (?:any )?(?:problems?|issues?|errors?))"
        r"|always works?|everything works|never fails?|(?:behaves?|functions?|performs?|responds?|reacts?|looks?|runs?)"
        r" (?:as (?:expected|intended|designed|desired)|correctly|properly|well|good|fine|right)"
        r"|as expected|as intended|as desired|without any (?:problems?|issues?|errors?|trouble)"
        r"|without (?:problems?|issues?|trouble|glitches)|bug[- ]free|error[- ]free|free of (?:bugs|errors)"
        r"|all possible|every possible|in all cases|under all (?:circumstances|conditions)|at all times|in any case"
        r"|(?:is|are) (?:guaranteed|ensured)|the (?:right|correct) (?:results?|data|values?|information|thing)"
        r"|(?:are|is) (?:happy|satisfied|pleased|content)"
    ),
    re.IGNORECASE,
)
_PROPERLY = re.compile(_WORD.format(r"properly|correctly|flawlessly|perfectly"), re.IGNORECASE)
_SUCCESSFULLY = re.compile(
    _WORD.format(r"(?<!\ba )(?<!\bcan )(?<!\bto )(?<!\bthe )(?<!\beach )(?<!\bevery )successfully"), re.IGNORECASE
)
_BARE_PRAISE = re.compile(
    r"\b(?:is|are|be|looks?|feels?) (?:correct|accurate|right|fair|good|fine|ok|okay|perfect|complete|secure|safe"
    r"|transparent|consistent|plausible|professional|satisfactory|successful|reliable)"
    r"(?: (?:to|for) (?:everyone|everybody|all|users?|the users?|customers?))?\s*$",
    re.IGNORECASE,
)
_NO_TROUBLE = re.compile(
    r"^\s*(?:there (?:are|is) )?no (?:\w+ )?(?:errors?|bugs?|problems?|issues?|defects?|crashes)"
    r"(?: (?:occurs?|happens?|appears?|arises?|exists?|remain|are found))?\s*$",
    re.IGNORECASE,
)
_TOPIC_ONLY = re.compile(r"^(?:[\w-]+ ){0,2}[\w-]+(?:ing|tion|ity|ment|ance|ness|logging)\s*$", re.IGNORECASE)
_BOUNDLESS = re.compile(
    _WORD.format(
        r"(?:never|(?:shall|must|should|will|does|do|may|can)(?: not|n.t)|cannot|without ever) (?:ever )?"
        r"(?:fail|fails|crash|crashes|break|breaks|go down|goes down|hang|hangs|freeze|freezes|stop working)"
        r"(?! (?:to|if|when|on|after|while|because|open|closed)\b)"
        r"|(?:on|with|in|from|for|by) (?:any|every|all) (?!major|common|popular|modern|supported|standard|target|listed"
        r"|relevant|required|our\b|the\b)(?:\w+ )?(?:platforms?|devices?|browsers?|environments?"
        r"|systems?|technolog(?:y|ies)|languages?)"
        r"(?! (?:with|that|which|where|who|having|running|supporting|supported|listed|of)\b)"
        r"|any (?:new|future|conceivable|imaginable) \w+|(?:completely|totally|absolutely|fully|100 ?%) (?:secure|safe"
        r"|reliable|accurate|available|compatible|bug[- ]free)|(?:zero|no) (?:bugs|defects|downtime|data loss ever)"
        r"|at all times(?! (?:during|while|when|on)\b)"
        r"|always (?:be )?(?:available|correct|accurate|up[- ]to[- ]date|work|works)"
        r"|(?:all possible|every possible|every conceivable)|under (?:all|any) (?:circumstances|conditions)"
        r"|(?:work(?:s|ing)?|functions?|behaves?|operates?|performs?|runs?) (?:correctly|properly|fine|well|flawlessly"
        r"|perfectly|as (?:expected|intended|designed))|(?:bug|error|defect|fault)[- ]free"
        r"|without (?:any )?(?:problems?|issues?|trouble|glitches|failures?|bugs)"
    ),
    re.IGNORECASE,
)
"""What a quality attribute may not promise: there is always one more case nobody has tried."""

_LATER = r"(?=\s*(?:$|[,.;]|(?:after|by|with|since|than|over|in|for|within|significantly|noticeably|considerably)\b))"
_MEASURED = (
    r"(?:rates?|costs?|numbers?|times?|throughput|shares?|revenue|sales|turnover|errors?|complaints?|traffic|usage"
    r"|consumption|performance|satisfaction|churn|backlog|workload|effort|latency|fraud|conversions?)"
)
_NO_MEASURE = re.compile(
    rf"\b(?:improves?|(?:is|are|be|gets?) (?:\w+ly )?(?:improved|reduced|increased|decreased|lowered"
    rf"|shortened|minimi[sz]ed|maximi[sz]ed)"
    rf"|increases?|decreases?){_LATER}"
    rf"|\b(?:go|goes) (?:down|up)\b|\b{_MEASURED}\b(?: \w+){{0,5}} (?:rises?|drops?|falls?|grows?|shrinks?"
    rf"|declines?){_LATER}"
    r"|\b(?:is|are|becomes?|gets?|runs?|loads?|starts?|works?|responds?|opens?|builds?|feels?) (?:\w+ly |much |even )?"
    r"(?:faster|quicker|slower|better|lower|higher|smaller|shorter|cheaper|smoother)"
    r"(?=\s*(?:$|[,.;]|than (?:before|today|now|currently|ever|with the (?:old|current|previous)|the (?:old|current"
    r"|previous)|until now)\b))"
    r"|(?<!no )(?<!or )(?<!not )\b(?:less|fewer) (?!than\b|or\b|one\b)\w+"
    r"|\bmore (?!than\b|or\b|one\b)\w+ (?:per|a|an|each|every) (?:second|minute|hour|day|week|month|year)\b"
    r"|\bmore (?!than\b)\w+ than (?:before|today|now|currently)\b",
    re.IGNORECASE,
)
_IMPROVING = re.compile(
    r"(?:\b(?:shall|must|should|will|to be able to)(?: \w+ly)? |^|\bby )"
    r"(?P<verb>minimi[sz](?:e|ing)|maximi[sz](?:e|ing)|improv(?:e|ing)|enhanc(?:e|ing)|reduc(?:e|ing)|speed(?:ing)? up"
    r"|accelerat(?:e|ing)|shorten(?:ing)?|lower(?:ing)?|increas(?:e|ing)|boost(?:ing)?|strengthen(?:ing)?) "
    r"(?!by\b|from\b|to\b)[\w-]",
    re.IGNORECASE,
)
_QUALITIES = (
    r"performance|security|usability|reliability|availability|scalability|maintainability|portability|accessibility"
    r"|robustness|stability|efficiency|testability|extensibility|interoperability|compatibility|observability"
    r"|response times?|load(?:ing)? times?|latency|throughput|uptime|speed|memory(?: usage| consumption)?|capacity"
    r"|data integrity|privacy|confidentiality|recoverability|safety|accuracy|responsiveness|ease of use"
)
_ONLY_NAMED = re.compile(
    rf"^(?:(?:the|our|system|application|overall|end-to-end|good|general) )*(?:{_QUALITIES})"
    rf"(?:(?:,| and|, and| &) (?:{_QUALITIES}))*(?: of the [\w-]+)?\s*$",
    re.IGNORECASE,
)
_ONLY_WANTED = re.compile(
    r"\b(?:has|have|provides?|ensures?|guarantees?|offers?|delivers?|achieves?|maintains?|supports?) "
    rf"(?:the |its |full |overall )?(?:{_QUALITIES})(?=\s*(?:$|[,.;]|and\b|of the\b|for the\b|in the\b|while\b))"
    rf"|\b(?:{_QUALITIES}) (?:shall|must|should|will|needs? to|has to|is to) be (?:\w+ly )?(?:built|considered"
    r"|ensured|bounded|limited|kept|guaranteed|addressed|provided|maintained|taken into|part of|a priority|important"
    r"|critical|given|met)\b"
    r"|\b(?:shall|must|should|will) be (?:\w+ly )?(?:bounded|capped|throttled|minimal|kept (?:low|small|short|minimal"
    r"|to a minimum))(?! (?:to|by|at \d)\b)",
    re.IGNORECASE,
)
_MEASURE_ONLY = re.compile(
    r"^(?!.*\b(?:shall|must|should|will|can|may|is|are|be|has|have)\b)(?:[\w-]+ ){0,4}(?:time|interval|runtime|duration"
    r"|rate|latency|throughput|capacity|limit|frequency|period|timeout|delay|lifetime|accuracy|repeatability|consumption"
    r"|usage|uptime|precision|tolerance)(?: (?:between|of|for|per|after|during) [\w -]+)?\s*$",
    re.IGNORECASE,
)
"""The name of what is to be measured, and nothing about how much of it."""
_LATER_CONDITION = re.compile(r"\s(?:if|when|whenever|while|unless|until|once|even)\b.*$", re.IGNORECASE | re.DOTALL)
_FIRM_STANDARD = re.compile(r"\b(?:ISO|IEC|IEEE|WCAG|GDPR|HIPAA|PCI|SOC|NIST|OWASP|RFC|ASVS|SLA|SLO)\b")


def untestable_in(sentence: str, *, quality: bool = False) -> Iterator[Smelled]:
    """A claim no observation could refute."""
    condition, main = parts_of(sentence).condition, unquoted(parts_of(sentence).main)
    if not main:
        return
    if quality:
        claim = None if has_figure(sentence) else _BOUNDLESS.search(main)
    else:
        claim = None if has_figure(sentence) or has_quotation(sentence) else _criterion_claim(condition, main)
    if claim is None:
        return
    said = claim[0].strip()
    told = f'Say on what and how it is tried, in place of "{said}".'
    if not quality:
        told = f'Write what is seen in place of "{said}": "Given …, when …, then …", with values.'
    yield Smelled(Smell.UNTESTABLE, f'Nothing a tester could see would prove "{said}" wrong.', told)


def _criterion_claim(condition: str, main: str) -> re.Match[str] | None:
    return (
        _UNTESTABLE.search(main)
        or _BARE_PRAISE.search(main)
        or _NO_TROUBLE.match(main)
        or (None if ":" in main else _PROPERLY.search(main))
        or (None if condition else _SUCCESSFULLY.search(main))
        or (None if condition else _TOPIC_ONLY.match(main))
    )


def unmeasured_in(sentence: str, *, quality: bool = False, alone: bool = True) -> Iterator[Smelled]:
    """An improvement or a quality to reach without the figure that tells when it is reached.

    `alone` is whether nothing else is said: the name of a quality may be the heading of what follows.
    """
    if has_figure(sentence):
        return
    main = unquoted(parts_of(sentence).main)
    if quality:
        main = _LATER_CONDITION.sub("", main)
    found = _NO_MEASURE.search(main)
    if found is None and quality:
        yield from _without_level(sentence, main, alone=alone)
        return
    if found:
        yield Smelled(
            Smell.NO_MEASURE,
            f'"{found[0].strip()}" has no figure, so nobody can tell when it is reached.',
            _example("Give the figure of today and the one to reach", sentence, ", from [today] to [target]"),
        )


def _without_level(sentence: str, main: str, *, alone: bool) -> Iterator[Smelled]:
    if _FIRM_STANDARD.search(sentence):
        return
    if alone and (_ONLY_NAMED.match(main) or _MEASURE_ONLY.match(main)):
        yield Smelled(
            Smell.NO_MEASURE,
            f'"{one_line(lowered_first(main), 60)}" is only named: nobody can tell when it is reached.',
            _example("Say what must hold, with a figure where there is one", sentence, ": …"),
        )
    elif found := _IMPROVING.search(main) or _ONLY_WANTED.search(main):
        what = (found.groupdict().get("verb") or found[0]).strip()
        yield Smelled(
            Smell.NO_MEASURE,
            f'"{lowered_first(what)}" has no figure, so nobody can tell when it is reached.',
            _example("Give the level to reach and how it is measured", sentence, ": [figure and unit], by [how]"),
        )


def _example(advice: str, sentence: str, end: str) -> str:
    return f'{advice}: "{sentence.rstrip(".")}{end}".' if is_short(sentence) else f"{advice}."
