"""What the user can do with the entry in view: accept it, write it anew, drop it."""

from __future__ import annotations

import asyncio
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.kinds import SPECS
from roundtable_tui.domain.dossier.provenance import Confidence
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import RoundtableError, UsageError
from roundtable_tui.review.amend_text import amendable, amended, as_text, from_edited, to_edit
from roundtable_tui.review.rules import (
    Acceptance,
    Filter,
    acceptance,
    amending,
    dropping,
    mendable,
    mending,
    next_to_accept,
    passes,
    proposed,
)
from roundtable_tui.review.walk_order import family_of
from roundtable_tui.ui.review.amend_form import FormField
from roundtable_tui.ui.review.page import left_out, some_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.ui.review.amend_form import Texts
    from roundtable_tui.ui.review.controller import ReviewController
    from roundtable_tui.ui.review.parts import ReviewParts

_AMEND = "Amend"
_NONE = "none"


class EntryActions:
    """What the user writes is theirs: where it cannot be kept it is given back, never thrown away."""

    def __init__(self, screen: ReviewParts, link: ReviewController) -> None:
        self._screen = screen
        self._link = link

    def decide(self, what: str, entry: Entry) -> None:
        """By the names the keys give to it."""
        match what:
            case "accept":
                self.accept(entry)
            case "amend":
                self.amend(entry)
            case "edit":
                self.edit(entry)
            case "drop":
                self.drop(entry)

    def accept(self, entry: Entry) -> None:
        """Exactly as it is shown, and on to the next; what changed under the reader's eyes is shown again first."""
        screen, link = self._screen, self._link
        if entry.id in link.altered:
            link.altered.discard(entry.id)
            screen.notify(f"{entry.id} has just changed. Read it again, then accept it.", markup=False)
            screen.show_all()
            return
        walk = screen.walk
        if acceptance(entry) is not Acceptance.ACCEPTED and entry.id not in link.taken:
            link.accept(entry)
            screen.accepted_at_a_glance(entry)
        following = next_to_accept(walk, entry.id, link.taken)
        screen.show_all(following)
        if not following:
            self.say_nothing_is_left()

    def accept_family(self, entry: Entry) -> None:
        """What is shown with all that stands below it, in one decision, and on to the next."""
        screen, link = self._screen, self._link
        open_ones = [
            placed.entry
            for placed in family_of(entry.id, link.walk)
            if passes(placed.entry, Filter.OPEN, {}, link.taken)
        ]
        read = [one for one in open_ones if one.id not in link.altered]
        walk = screen.walk
        if read:
            link.accept_all(read)
        if len(read) < len(open_ones):
            screen.notify(left_out([one.id for one in open_ones if one not in read]), markup=False)
        following = next_to_accept(walk, entry.id, link.taken)
        screen.show_all(following)
        if not following:
            self.say_nothing_is_left()

    def accept_several(self, entry: Entry, marked: Set[str]) -> None:
        """Asks which, and accepts them in one decision: the marked, all that are walked, or all of this kind.

        Enter alone accepts none: a group has to be chosen.
        """
        from roundtable_tui.ui.dialogs.choice import ChooseScreen

        open_ones = [one.entry for one in self._screen.walk if passes(one.entry, Filter.OPEN, {}, self._link.taken)]
        kind = SPECS[entry.kind]
        groups = {
            "The {} marked": [one for one in open_ones if one.id in marked],
            "All {} that are shown here": open_ones,
            f"The {{}} {kind.many}": [one for one in open_ones if one.kind is entry.kind],
        }
        groups = {
            words: group for words, group in groups.items() if len(group) > 1 or (group and group[0].id in marked)
        }
        if not groups:
            self._screen.notify("There is no group to accept here. Space accepts one entry.", markup=False)
            return
        answers = {words: _offered(words, group) for words, group in groups.items()}
        chosen = partial(self._several_chosen, groups)
        told = f"They count as read and agreed to. {self._screen.key_for('review.undo')} takes all of it back at once."
        question = ChooseScreen("Accept several at once?", [told], {_NONE: "None of them", **answers})
        self._screen.app.push_screen(question, chosen)

    def _several_chosen(self, groups: Mapping[str, Sequence[Entry]], answer: str | None) -> None:
        group = groups.get(answer or "")
        if not group:
            return
        read = [one for one in group if one.id not in self._link.altered]
        if read:
            self._link.accept_all(read)
        if len(read) < len(group):
            self._screen.notify(left_out([one.id for one in group if one not in read]), markup=False)
        self._screen.unmark()
        self._screen.show_all(next_to_accept(self._screen.walk, read[-1].id if read else "", self._link.taken))

    def say_nothing_is_left(self) -> None:
        link = self._link
        if next_to_accept(link.walk, "", link.taken):
            self._screen.notify("Nothing is left to accept here. v shows the others.", markup=False)
        elif link.walk:
            said = f"All {len(link.walk)} entries are accepted. Esc goes back."
            self._screen.notify(said, markup=False)

    def amend(self, entry: Entry, problem: str = "") -> None:
        self._screen.show_entry_pane()
        fields = [
            FormField(field.name, neutral(as_text(entry.get(field.name))), field.choices)
            for field in amendable(entry.kind)
        ]
        self._screen.form.open(_AMEND, entry.id, fields, partial(self._amended, entry), problem)

    def _amended(self, entry: Entry, texts: Texts) -> str:
        """Why these texts cannot stand; else they are on their way to the journal."""
        link = self._link
        try:
            fields = amended(entry, texts, link.state.dossier)
        except UsageError as error:
            return str(error)
        if fields:
            link.decide(amending(entry, fields), entry.id, partial(self._give_back, entry, texts))
        return ""

    def _give_back(self, entry: Entry, texts: Texts, problem: str) -> None:
        """The form again with what was written, on the entry as it is now."""
        self._screen.form.drafts[_AMEND, entry.id] = texts
        now = self._link.state.dossier.get(entry.id)
        if now and self._screen.is_current and self._screen.shown and self._screen.shown.id == entry.id:
            self.amend(now, problem)

    def mend(self, entry: Entry) -> None:
        """What the first finding that can be mended proposes; done once, however often it is asked for."""
        link = self._link
        found = mendable(link.findings.get(entry.id, ()))
        if found and found.change:
            link.settled(found)
            link.decide(mending(entry, found.change), entry.id)
            said = (
                f"{entry.id}: {proposed(found.change, entry)}. {self._screen.key_for('review.undo')} takes that back."
            )
            self._screen.notify(said, markup=False)

    def drop(self, entry: Entry) -> None:
        from roundtable_tui.ui.dialogs.choice import ConfirmScreen

        naming = [other.id for _, other in self._link.traces(entry).into]
        sentences = [f"{entry.id}: {one_line(entry.text(), 200)}", ""]
        if naming:
            shown = ", ".join(naming[:8]) + (" …" if len(naming) > 8 else "")
            sentences.append(f"{shown} will name something that is gone, and turn up under the findings.")
        sentences.append(
            f"The documents leave it out from now on. {self._screen.key_for('review.undo')} takes that back."
        )
        question = f"Drop this {SPECS[entry.kind].one}?"
        self._screen.app.push_screen(ConfirmScreen(question, sentences, "Drop it"), partial(self._dropped, entry))

    def _dropped(self, entry: Entry, yes: bool | None) -> None:
        if yes:
            self._link.decide(dropping(entry), entry.id)

    def edit(self, entry: Entry) -> None:
        self._screen.run_worker(self._edited(entry), group="editing", exclusive=True)

    async def _edited(self, entry: Entry) -> None:
        from roundtable_tui.ui.external_editor import edit

        path = await asyncio.to_thread(_file_for, entry)
        try:
            changed = await edit(self._screen.app, path)
            texts = from_edited(path.read_text("utf-8", "replace"), entry.kind) if changed else {}
        except (RoundtableError, OSError) as error:
            self._screen.fail(error)
            return
        problem = self._amended(entry, texts)
        if problem:
            self._screen.form.drafts[_AMEND, entry.id] = texts
            self.amend(entry, problem)
        await asyncio.to_thread(_remove, path)


def _file_for(entry: Entry) -> Path:
    """In a folder of the user's own that nobody else can read."""
    folder = Path(tempfile.mkdtemp(prefix="roundtable-"))
    path = folder / f"{entry.id}.md"
    path.write_text(to_edit(entry), encoding="utf-8")
    return path


def _remove(path: Path) -> None:
    try:
        path.unlink()
        path.parent.rmdir()
    except OSError:
        return  # the editor may have left something beside it; the system clears its temporary folder


def _offered(words: str, group: Sequence[Entry]) -> str:
    """One of the answers: how many these are, and which of them nobody has confirmed."""
    guessed = [one.id for one in group if one.confidence is Confidence.LOW]
    said = words.format(len(group))
    return f"{said} · guesses that nobody has confirmed: {some_of(guessed)}" if guessed else said
