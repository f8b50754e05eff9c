"""Says whose words a model is writing, as they stream in: a line that opens with a seated persona's name is theirs."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.sanitize import neutral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable_tui.domain.knowledge.knowledge import Persona

_USER_NAMES = ("User", "user", "You", "Human")
_STYLES = ("{}:", "**{}:**", "**{}**:", "*{}:*", "*{}*:", "__{}:__", "__{}__:")
_INDENT = 3
"""Four spaces make code in Markdown."""
_FENCES = ("```", "~~~")
_MARK = re.compile(r"\[turn [0-9]{1,6}\] ")
"""How the prompt opens each line of the talk: a model that writes the talk on itself does the same."""
_MARK_BEGUN = re.compile(r"\[turn [0-9]{0,6}\]?")
_UNFINISHED = re.compile("(?:\r|\x1b(?:\\[[0-?]*[ -/]*)?)\\Z")
"""A line break or control sequence that the next chunk may complete."""


class Piece(Struct, frozen=True):
    """Some words of one speaker. `label` and `text` of all pieces together are what came in, up to the user's part."""

    speaker: str
    text: str
    opens: bool = False
    """A part begins here; otherwise these words go on the part before them."""
    label: str = ""
    """What stood before the words and is not one of them: the name, and the space around it."""


class Attribution:
    """Takes the text of one turn in chunks of any size; where the chunks end makes no difference to the parts."""

    def __init__(self, seated: Sequence[Persona], speaker: str) -> None:
        self._labels = _labels_of(seated)
        self._speaker = speaker
        self._held = ""
        self._break = ""
        """White space of which it is not known yet whether words or a name follow."""
        self._label: str | None = ""
        """The label of a part whose first word has not come; None within a part."""
        self._at_line_start = True
        self._fence = ""
        self._raw_tail = ""
        self.ended = False
        """Whether the voice began to write the user's part: nothing after that counts."""

    def take(self, text: str) -> list[Piece]:
        raw = self._raw_tail + text
        unfinished = _UNFINISHED.search(raw)
        self._raw_tail = raw[unfinished.start() :] if unfinished else ""
        return self._read(neutral(raw[: len(raw) - len(self._raw_tail)]), last=False)

    def finish(self) -> list[Piece]:
        """What was held back, now that nothing follows."""
        return self._read(neutral(self._raw_tail), last=True)

    def _read(self, text: str, *, last: bool) -> list[Piece]:
        if self.ended:
            return []
        self._held += text
        return [*self._pieces(last=last), *(self._last_break() if last else ())]

    def _pieces(self, *, last: bool) -> Iterator[Piece]:
        while self._held:
            if self._at_line_start:
                head = self._head(last=last)
                if head is None:
                    return
                self._at_line_start = False
                if self._begins_a_part(head):
                    if self.ended:
                        return
                    continue
            line, newline, rest = self._held.partition("\n")
            self._held = rest
            yield from self._words(line)
            if newline:
                self._break += newline
                self._at_line_start = True

    def _last_break(self) -> Iterator[Piece]:
        if self._label is None and self._break and not self.ended:
            yield Piece(self._speaker, self._break)

    def _words(self, line: str) -> Iterator[Piece]:
        """The words of a line; space at its end waits, as it may turn out to stand before a name."""
        words = line.rstrip()
        if not words:
            self._break += line
            return
        text, self._break = self._break + words, line[len(words) :]
        if self._label is None:
            yield Piece(self._speaker, text)
            return
        first_word = len(text) - len(text.lstrip())
        label, self._label = self._label + text[:first_word], None
        yield Piece(self._speaker, text[first_word:], opens=True, label=label)

    def _head(self, *, last: bool) -> str | None:
        """As much of a line as tells whether a name opens it; None while that cannot be told yet."""
        head, newline, _ = self._held.partition("\n")
        if newline or last:
            return head
        bare = head.lstrip(" ")
        if len(head) - len(bare) > _INDENT:
            return head
        name = bare[_mark_of(bare) :]
        could_be_name = any(label.startswith(name) for label in self._labels) or _begins_a_mark(bare)
        could_be_fence = any(len(bare) < len(fence) and fence.startswith(bare) for fence in _FENCES)
        return None if could_be_name or could_be_fence else head

    def _begins_a_part(self, head: str) -> bool:
        """Takes the name off the text if one opens this line, outside of code."""
        bare = head.lstrip(" ")
        indent = len(head) - len(bare)
        if indent <= _INDENT and self._passes_fence(bare):
            return False
        if self._fence or indent > _INDENT:
            return False
        mark = _mark_of(bare)
        found = next((label for label in self._labels if _opens(bare[mark:], label)), None)
        if found is None:
            return False
        who = self._labels[found]
        if who is None:
            self.ended = True
            return True
        taken = indent + mark + len(found)
        self._label = (self._label or "") + self._break + self._held[:taken]
        self._break, self._held, self._speaker = "", self._held[taken:], who
        return True

    def _passes_fence(self, bare: str) -> bool:
        """Whether this line begins or ends code; inside it, names are just names."""
        for fence in _FENCES:
            if bare.startswith(fence) and self._fence in ("", fence):
                self._fence = "" if self._fence else fence
                return True
        return False


def _mark_of(line: str) -> int:
    """How many characters of the line are such a mark."""
    found = _MARK.match(line)
    return found.end() if found else 0


def _begins_a_mark(text: str) -> bool:
    return "[turn ".startswith(text) or _MARK_BEGUN.fullmatch(text) is not None


def _opens(line: str, label: str) -> bool:
    """`Maya: so` and `Maya:` open a part; `Maya:so` and `Maya:)` do not."""
    return line.startswith(label) and (len(line) == len(label) or line[len(label)].isspace())


def _labels_of(seated: Sequence[Persona]) -> dict[str, str | None]:
    """How a line can open, with the persona it means, or None for the user; first names only where one has it."""
    first_names = Counter(persona.first_name for persona in seated)
    names: dict[str, str | None] = dict.fromkeys(_USER_NAMES)
    for persona in seated:
        if first_names[persona.first_name] == 1:
            names[persona.first_name] = persona.key
        names[persona.name] = persona.key
        names[f"{persona.name} ({persona.role})"] = persona.key
    return {style.format(name): key for name, key in names.items() for style in _STYLES}
