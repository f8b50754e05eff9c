"""What a voice can be asked to do in one turn: a union of frozen values, each with just what that task comes with."""

from __future__ import annotations

from msgspec import Struct

from roundtable_tui.domain.comments.comment import Comment
from roundtable_tui.domain.comments.owners import entry_of
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.values import LookDepth, LookPart
from roundtable_tui.domain.knowledge.checks import Check
from roundtable_tui.domain.knowledge.points.point_names import OpenPoint


class OpenStep(Struct, frozen=True):
    """Begin the step: set the scene and ask the first question."""


class Answer(Struct, frozen=True):
    """The user answered `question` with `words`."""

    words: str
    question: Question
    missing: tuple[Check, ...] = ()
    """What the step lacks so far."""


class Feedback(Struct, frozen=True):
    """The user said something about a step that is done."""

    words: str


class Gaps(Struct, frozen=True):
    """The step lacks `missing`: say so and ask once."""

    missing: tuple[Check, ...]


class Elaborate(Struct, frozen=True):
    """The user wants more perspectives on a step: each gives theirs, then they discuss."""


class Discuss(Struct, frozen=True):
    """The user joined in on an elaboration."""

    words: str
    question: Question
    addressed: tuple[str, ...] = ()
    """The personas the user called by name; none means whoever has something to say."""
    turns_left: int = 0
    """How many turns the elaboration has before it must end."""


class Synthesise(Struct, frozen=True):
    """An elaboration ends: what came of it, then Ready."""

    words: str = ""


class OpenTalk(Struct, frozen=True):
    """Begin the conversation: one speaker says what is known of the change and puts the one question of `point`."""

    point: OpenPoint


class AskPoint(Struct, frozen=True):
    """Put this open point to the user, in one question under its name."""

    point: OpenPoint
    following: tuple[OpenPoint, ...] = ()
    """What would be asked after it, the heaviest first."""


class Reply(Struct, frozen=True):
    """The user said `words` to `question` of a topic: record what they say and settle what they answer.

    A voice may go on with the first of `following` that is still open; one that asks nothing leaves that to the mode.
    """

    words: str
    question: Question
    following: tuple[OpenPoint, ...] = ()


class Deepen(Struct, frozen=True):
    """The user wants more perspectives on what `question` asks; `deeper` are keys of further questions about it."""

    question: Question
    deeper: tuple[str, ...] = ()


class CarryOn(Struct, frozen=True):
    """Before the summaries: carry what the user said and the program kept by itself to all that hangs on it."""


class AskAmendment(Struct, frozen=True):
    """The user does not accept a summary: ask what is to change, in a question of the topic `amendment`."""


class Look(Struct, frozen=True):
    """Beside the talk: read the code for this change, or draft one part of the dossier from what is known."""

    part: LookPart | None
    """None where nothing is to be drafted: then what is there is mended by what came in."""
    depth: LookDepth
    most_calls: int
    """How often the model may be asked for it."""
    most_tokens: int
    """How many tokens it may read and write for it, all requests together."""
    documents: tuple[str, ...] = ()
    """Where the project speaks of itself: read first."""
    worker: str = ""
    """The persona who works for themselves, in a team: they record only what is theirs."""
    inbox: tuple[str, ...] = ()
    """What others found for them, and what the user said that concerns them."""
    comments: tuple[Comment, ...] = ()
    """What the user commented on that is theirs: then this is what is to be dealt with."""
    also: LookPart | None = None
    """Another part that is drafted in the same go, after the first."""


def commented_on(task: object) -> frozenset[str]:
    """The entries on which the user themselves commented, where that is what the task is about."""
    comments = task.comments if isinstance(task, Look) else ()
    return frozenset(entry_of(one) for one in comments if not one.author)


TalkTask = OpenTalk | AskPoint | Reply | Deepen | CarryOn | AskAmendment
"""What conversation mode asks for."""
ANSWERING = (Answer, Reply)
"""The tasks that come with the user's answer to a question."""

Task = OpenStep | Answer | Feedback | Gaps | Elaborate | Discuss | Synthesise | TalkTask | Look
