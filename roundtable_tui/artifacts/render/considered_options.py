"""Which options a decision was made between, which of them it took, and whether the user has accepted that."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roundtable_tui.artifacts.render.phrasing import title_of
from roundtable_tui.domain.dossier.footing import is_guess
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.journal.state import TALKING_MODES
from roundtable_tui.domain.journal.values import Stage
from roundtable_tui.domain.talk.sanitize import one_line

if TYPE_CHECKING:
    from roundtable_tui.artifacts.render.template_view import View
    from roundtable_tui.domain.dossier.dossier import Entry

_WORD = re.compile(r"\w{3,}")


def considered(view: View, decision: Entry) -> tuple[Entry, ...]:
    """The options a decision refers to; where it is the only decision, all there are."""
    taken = chosen(view, decision)
    if len(view.of[Kind.DECISION]) == 1:
        return view.of[Kind.OPTION] if taken else ()
    return view.named(decision, "options", Kind.OPTION) or taken


def chosen(view: View, decision: Entry) -> tuple[Entry, ...]:
    """The only option a decision refers to, or those that its words name."""
    named = view.named(decision, "options", Kind.OPTION)
    if len(named) == 1:
        return named
    text = f"{title_of(decision)} {one_line(decision.text('decision'))}".casefold()
    by_title = tuple(option for option in named or view.of[Kind.OPTION] if title_of(option).casefold() in text)
    by_words = tuple(option for option in named if _words(title_of(option)) <= _words(text))
    return by_title or (by_words if len(by_words) == 1 else ())


def decision_status(view: View, decision: Entry) -> str:
    """What the record says; what stood in the accepted summary as it stands now is accepted, but for a guess."""
    return view.ask(_status, decision.id)


def _status(view: View, decision_id: str) -> str:
    decision, told = view.entry(decision_id), view.state.conversation
    said = (decision.text("status") if decision else "") or "proposed"
    stood = decision is not None and Stage.ARCHITECTURE in told.domains and decision.changed <= told.ended
    if decision is not None and view.state.mode in TALKING_MODES and is_guess(decision):
        return "proposed" if said == "accepted" else said
    return "accepted" if stood and said == "proposed" else said


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
