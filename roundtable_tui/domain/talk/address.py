"""Who a message speaks to: one of the first names at the table, several of them, or everybody."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.domain.talk.spoken_words import is_slip_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_EVERYONE = (
    r"(?:everyone at the table|everybody at the table|all at the table|all around the table|the whole table|everyone"
    r"|everybody|the team|team|folks|guys|you guys|all)"
)
_ALL_OF_YOU = (
    r"(?:the three of you|you three|the (?:two|four|five) of you|all (?:three|four|five) of you|all of you|each of you"
    r"|every one of you|you all|y['’]all|all at the table|(?:everyone|everybody) at the table)"
)
_FILLER = (
    r"(?:(?:hey|hi|hello|hm+|mhm|ok|okay|so|and|but|well|thanks|thank you|thx|ty|right|now|oh|ah|uh|um+|er|yes|yeah|no"
    r"|sorry|wait|actually|alright|great|good|cool|nice|fine|exactly|true|agreed|sure|interesting|good point|fair point|good idea|nice idea"
    r"|i agree|i see|got it|question for|a question for|one question for|this is for"
    r"|this one is for|next question for|back to|over to|please|pls)[\s,.!…]+)*"
)
_GREETING = r"(?:(?:hey|hi|hello|thanks|thank you|thx|question for|a question for|one question for|over to)[\s,]+)"
_ASKS = (
    r"(?:(?:what|which|why|how|whats|what['’]s|hows|how['’]s)\b"
    r"|(?:who|when|where)\s+(?:is|are|do|does|did|should|will|would|can|could|was|were)\b"
    r"|(?:do|did|can|could|would|will|are|were|have|should|dont|don['’]t|shall|may)\s+(?:you|we|i|u|they|it|this|that|there)\b"
    r"|(?:is|does|has|was|are|do|can|should|will|would)\s+(?:it|that|this|there|they|we)\b"
    r"|(?:is|does|are|do|can|should|will|would|has|did)\s+(?:the|a|an|any|our|my|your|these|those)\b(?=[^.!]*\?)"
    r"|(?:please|pls|plz|tell|explain|show|give|say|describe|elaborate|clarify|help|suggest|comment|summarize|summarise"
    r"|go on|go ahead|continue|your turn|your view|your take|your opinion|any\b|anything|thoughts|think|you\b|and you)\b)"
)
_OPINION = r"(?:think|say|see|feel|suggest|recommend|prefer|propose|make of|want|mean|object|answer|know)"
_SPOKEN_TO = r"(?:tell|explain|show|give|say|describe|elaborate|go on|go ahead|continue|thanks|thank you|thx|good|great|nice|ok|okay|yes|no|right|what|which|why|how|who|when|where|is|are|do|does|can|could|would|should|will|please|your turn|over to you)\b"


def addressed(message: str, first_names: Sequence[str], seated: Sequence[str] | None = None) -> tuple[str, ...]:
    """Who the message speaks to, in the order of the table; empty where it speaks to nobody in particular.

    `seated` is who "everyone" means, if not all the names. A name counts where it opens the message, also after a
    filler, before a comma, a question or a request; after an @ anywhere; at the end after a comma; or where its view is
    asked for ("what does Alex think?"). A name that is only talked about ("ask Alex later") does not.
    """
    everybody = tuple(first_names if seated is None else seated)
    if not first_names:
        return ()
    if _speaks_to_all(message):
        return everybody
    called = _called(message, first_names)
    return tuple(name for name in first_names if name.lower() in called)


def _speaks_to_all(message: str) -> bool:
    start = rf"(?:\A|[.?!]\s)\s*{_FILLER}"
    places = (
        rf"{start}@?{_EVERYONE}\s*(?:[,:?!]|\.|[-–—]\s|\Z)",
        rf"{start}(?:everyone|everybody|team|folks|guys|you guys)\s+{_ASKS}",
        rf"(?<![\w.@])@(?:everyone|everybody|team|all|table)(?!\w)",
        rf"(?<!\w){_ALL_OF_YOU}(?!\w)",
        rf",\s*{_EVERYONE}\s*[?!.]*\s*\Z(?<=[?])",
        rf"\b(?:what|how)\s+(?:do|does|would|will)\s+{_EVERYONE}\s+(?:else\s+)?{_OPINION}\b",
        rf"\b(?:hear|know|opinions?|views?|takes?|thoughts?|answers?)\s+(?:from|of)\s+{_EVERYONE}\s*[.!?]*\s*\Z",
    )
    return any(re.search(place, message, re.IGNORECASE) for place in places)


def _called(message: str, first_names: Sequence[str]) -> set[str]:
    longest_first = sorted(first_names, key=len, reverse=True)
    name = "(?:" + "|".join(re.escape(one) for one in longest_first) + ")"
    several = rf"@?{name}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)@?{name})*"
    start = rf"(?:\A|[.?!]\s)\s*{_FILLER}"
    places = (
        rf"{start}({several})\s*(?:[,:?!.]|[-–—]\s|\Z)",
        rf"{start}({several})\s+{_ASKS}",
        rf"\A\s*{_GREETING}({several})(?![\w'’])",
        rf"(?<![\w.@])@({name})(?!\w)",
        rf",\s*({several})\s*\?\s*\Z",
        rf"\A\s*{_SPOKEN_TO}[^.?!\n]*,\s*({name})\s*[.!]*\s*\Z",
        rf"\b(?:what|how)\s+(?:do|does|would|will)\s+({several})\s+{_OPINION}\b",
        rf"\b(?:like|love|want|need|let me|lets|let['’]s)\s+(?:to\s+)?hear\s+(?:from\s+|what\s+)?({several})(?![\w'’])",
        rf"\A\s*{_FILLER}(?:for|to)\s+({several})\s*:",
    )
    parts = [part for place in places for part in re.findall(place, message, re.IGNORECASE)]
    found = {one.lower() for part in parts for one in re.findall(rf"(?<!\w){name}(?!\w)", part, re.IGNORECASE)}
    return found or _misspelt(message, first_names)


def _misspelt(message: str, first_names: Sequence[str]) -> set[str]:
    """A name with one slip, where a comma leaves no doubt that it is one."""
    opening = re.match(rf"\s*{_FILLER}@?(\w+)\s*[,:]", message, re.IGNORECASE)
    if opening is None:
        return set()
    return {name.lower() for name in first_names if is_slip_of(opening[1].lower(), name.lower())}
