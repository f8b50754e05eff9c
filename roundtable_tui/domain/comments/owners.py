"""Who deals with a comment: the persona that owns what it is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.comments.comment import CommentPlace
from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.knowledge.artifact_specs import ARTIFACTS, LEAD
from roundtable_tui.domain.knowledge.phases import ALEX, MAYA

if TYPE_CHECKING:
    from roundtable_tui.domain.comments.comment import Comment
    from roundtable_tui.domain.dossier.dossier import Dossier

_OWNERS = {spec.name: spec.owner for spec in ARTIFACTS}


def entry_of(comment: Comment) -> str:
    """The id of the entry it is on; empty where it is on none."""
    return comment.anchor.name if comment.anchor.place is CommentPlace.ENTRY else comment.anchor.entry


def owner_of(comment: Comment, dossier: Dossier) -> str:
    entry = dossier.get(entry_of(comment))
    if entry and (owner := SPECS[entry.kind].owner):
        return owner
    if comment.anchor.place is CommentPlace.CODE:
        return ALEX
    owner = _OWNERS.get(comment.anchor.name.rpartition("/")[2], LEAD)
    return MAYA if owner == LEAD else owner
