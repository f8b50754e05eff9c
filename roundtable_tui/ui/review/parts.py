"""What the helpers of the review may ask of its screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roundtable_tui.ui.keys.screen_base import AnyScreen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable_tui.domain.dossier.dossier import Entry
    from roundtable_tui.domain.dossier.provenance import Cited
    from roundtable_tui.review.rules import Placed
    from roundtable_tui.ui.comments.commenting import Commenting
    from roundtable_tui.ui.program import GoTo
    from roundtable_tui.ui.review.amend_form import AmendForm


class ReviewParts(AnyScreen, Protocol):
    """The entry in view, the form it is written in, and what the screen can be told to show."""

    form: AmendForm
    commenting: Commenting
    shown: Entry | None
    """The entry on the screen, as it is shown there."""

    @property
    def walk(self) -> tuple[Placed, ...]:
        """The part of the dossier that is walked now."""
        ...

    @property
    def is_attached(self) -> bool: ...

    @property
    def is_current(self) -> bool: ...

    def comments_changed(self) -> None: ...

    def accepted_at_a_glance(self, entry: Entry) -> None:
        """It may have been: the screen knows for how long it was shown."""
        ...

    def show_all(self, entry: str = "") -> None: ...

    def unmark(self) -> None:
        """No entry is marked any more."""
        ...

    def show_entry_pane(self) -> None:
        """The entry itself, where something else was shown in its place."""
        ...

    def reveal(self, entry: str) -> None: ...

    def look_later(self) -> None: ...

    def documents_followed(self, names: Sequence[str], before: Mapping[str, bytes]) -> None: ...

    def show_document(self, name: str) -> None: ...

    def show_code(self, cited: Cited) -> None: ...

    def dismiss(self, result: GoTo | None = None) -> object: ...
