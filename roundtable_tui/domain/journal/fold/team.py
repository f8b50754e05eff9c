"""The reducer of the team's slice: findings on their way, what each worker was told and used, and who failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from roundtable_tui.domain.journal.conversation_events import LookBegun, LookEnded
from roundtable_tui.domain.journal.events import Contributed, Event, ModeChosen, UserSaid
from roundtable_tui.domain.journal.fold.files import latest_seen
from roundtable_tui.domain.journal.state import TEAM, Letter, Team
from roundtable_tui.domain.journal.team_events import FindingSent, WorkerFailed, WorkerMended
from roundtable_tui.domain.journal.values import PART_OWNERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable_tui.domain.journal.values import Tokens

WORKERS = frozenset(PART_OWNERS.values())


def team_after(team: Team, event: Event) -> Team:
    match event.body:
        case UserSaid():
            return replace(team, mended={}) if team.mended else team
        case ModeChosen(mode=mode) if mode == TEAM:
            return replace(team, heard=dict.fromkeys(WORKERS, event.exchange), failed={})
        case LookBegun():
            return replace(team, failed={}) if team.failed else team
        case Contributed(who=who, seen=seen, tokens=tokens) if who in WORKERS:
            known = latest_seen((*team.seen.get(who, ()), *seen))
            return replace(_used(team, who, tokens), seen={**team.seen, who: known})
        case FindingSent() as sent:
            return _sent(team, sent, event.seq)
        case LookEnded(part=part, who=who, heard=heard, line=line, tokens=tokens) if line:
            return _told(_used(team, who, tokens) if who else team, PART_OWNERS[part], heard, line)
        case WorkerMended(persona=persona, heard=heard, line=line, tokens=tokens):
            mended = {**team.mended, persona: team.mended.get(persona, 0) + 1}
            return replace(_told(_used(team, persona, tokens), persona, heard, line), mended=mended)
        case WorkerFailed(persona=persona, reason=reason, tokens=tokens):
            return replace(_used(team, persona, tokens), failed={**team.failed, persona: reason})
    return team


def _sent(team: Team, sent: FindingSent, line: int) -> Team:
    """Once: what was cut off before its batch came in is sent again."""
    waiting = team.inbox.get(sent.to, ())
    if any((one.by, one.text, one.about) == (sent.by, sent.text, sent.about) for one in waiting):
        return team
    letter = Letter(line, sent.by, sent.text, sent.about)
    return replace(team, inbox={**team.inbox, sent.to: (*waiting, letter)})


def _told(team: Team, persona: str, heard: int, line: int) -> Team:
    left = tuple(one for one in team.inbox.get(persona, ()) if one.line > line)
    known = max(heard, team.heard.get(persona, 0))
    return replace(team, inbox={**team.inbox, persona: left}, heard={**team.heard, persona: known})


def _used(team: Team, persona: str, tokens: Iterable[Tokens]) -> Team:
    spent: Mapping[str, Tokens] = team.spent.get(persona, {})
    for used in tokens:
        spent = {**spent, used.model: spent[used.model] + used if used.model in spent else used}
    return replace(team, spent={**team.spent, persona: spent})
