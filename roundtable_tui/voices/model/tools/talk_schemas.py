"""What the tools take that only a conversation and the look beside it have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from roundtable_tui.domain.comments.comment import CommentOutcome
from roundtable_tui.domain.dossier.kinds import KNOWERS, LEVELS, SORTS
from roundtable_tui.domain.journal.values import LookDepth
from roundtable_tui.voices.model.tools import schemas

if TYPE_CHECKING:
    from roundtable_tui.voices.model.exchange import ToolSpec

FINISH = "finish"
RAISE = "raise_points"
HISTORY = "search_history"
SETTLE_COMMENT = "settle_comment"


class PointInput(schemas.Input):
    label: str = Field("", description="A name to refer to it by in this turn, or empty.")
    question: str = Field(description="One question, at most sixty words, that can be answered from memory.")
    guess: str = Field(
        "",
        description="What you would build unless they say otherwise: one plain sentence, short enough to take in at a "
        "glance, that is kept as it stands.",
    )
    keeps: str = Field(
        "", description="Where the answer is kept: constraint.text, ac.text (of the requirement in about), or id.field."
    )
    stake: str = Field(description="What would be built differently if the guess is wrong, in a few words.")
    choices: list[str] = Field(
        default_factory=list,
        description="One to four other answers: each a sentence to be kept if they pick it, then → and what it would "
        "change, as: Expired ones stay until they are purged. → The file grows.",
    )
    about: list[str] = Field(default_factory=list, description="Ids or labels of the entries that hang on it.")
    sort: str = Field(json_schema_extra={"enum": list(SORTS)})
    loss: str = Field(
        json_schema_extra={"enum": list(LEVELS)}, description="How much those who use it would mind a wrong guess."
    )
    sure: str = Field(json_schema_extra={"enum": list(LEVELS)}, description="How sure the guess is.")
    knows: str = Field(json_schema_extra={"enum": list(KNOWERS)}, description="Who can know the answer.")


class RaisePoints(schemas.Input):
    """Put open points on the ledger: what you had to guess and would be built differently if the guess is wrong. The
    program decides which is asked next. For a contradiction name its two entries in about: they are shown as answers 1
    and 2, so word the question such that each of them answers it."""

    points: list[PointInput]


class AskNext(schemas.Input):
    """Word the next question and end the turn. It is shown after your words, with the guess, what hangs on it and the
    choices below it; do not write them there as well."""

    point: str = Field(description="The key of the point you were given as next, or 'again' for the same question.")
    text: str = Field(description="The question alone, at most sixty words.")
    suggestion: str = Field("", description="Your guess where the point has none, as the statement that would be kept.")
    keeps: str = Field("", description="Where that is kept: kind.field or id.field.")
    why: str = Field("", description="What hangs on it where the point does not say, in a few words.")
    choices: list[str] = Field(
        default_factory=list,
        description="Other answers where the point has none, each as: sentence to be kept → what it would change.",
    )
    confirms: list[str] = Field(default_factory=list, description="Ids of entries that a plain yes confirms.")


class Finish(schemas.Input):
    """Say that this part is done and end it."""

    note: str = Field(description="What the others should know of it, in two to four short lines.")


class SearchHistory(schemas.Input):
    """Find commits by words of their messages, or by a path they touched, with the files of each."""

    words: str = Field("", description="Words of the message, any of them; empty where a path is given.")
    path: str = Field("", description="A file or folder, or empty.")


class SettleComment(schemas.Input):
    """Say what became of one comment, once its changes are recorded. `done`: what it wants is so now. `answered`: your
    reason answers it and nothing had to change. `declined`: it is not done, and your reason says why. `asked`: only the
    user can say; the program puts it to them."""

    comment: str = Field(description="Its id, as c-0123456789.")
    outcome: str = Field(json_schema_extra={"enum": [one.value for one in CommentOutcome]})
    reason: str = Field(description="What the user reads: one or two sentences that make sense beside their comment.")
    entries: list[str] = Field(default_factory=list, description="Ids of the entries that were changed for it.")


TALK_TOOLS: dict[str, type[schemas.Input]] = {
    name: model for name, model in schemas.TOOLS.items() if name not in ("ask", "propose_complete", "claim_criteria")
} | {RAISE: RaisePoints, "ask": AskNext}
_LOOKING = (
    "search_code", "read_code", "list_folder", "read_entries", "record_entries", "revise_entry", "claim_criteria",
)  # fmt: skip
LOOK_TOOLS: dict[str, type[schemas.Input]] = {name: schemas.TOOLS[name] for name in _LOOKING} | {
    HISTORY: SearchHistory,
    RAISE: RaisePoints,
    FINISH: Finish,
}


LIGHT_LOOK_TOOLS = {name: model for name, model in LOOK_TOOLS.items() if name != HISTORY}
"""A light look goes where the words lead, and not back in time."""


def tools_of_look(depth: LookDepth, *, comments: bool = False) -> dict[str, type[schemas.Input]]:
    tools = LIGHT_LOOK_TOOLS if depth is LookDepth.LIGHT else LOOK_TOOLS
    return {**tools, SETTLE_COMMENT: SettleComment} if comments else tools


def talk_specs() -> tuple[ToolSpec, ...]:
    return schemas.tool_specs(TALK_TOOLS)


def look_specs(depth: LookDepth, *, comments: bool = False) -> tuple[ToolSpec, ...]:
    return schemas.tool_specs(tools_of_look(depth, comments=comments))
