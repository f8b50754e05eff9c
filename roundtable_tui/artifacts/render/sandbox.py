"""Where templates run: they see the dossier and nothing else, and one that came with a cloned project cannot hang."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from jinja2 import Environment

_LARGEST_TEMPLATE = 1_000_000
_LONGEST_VALUE = 1_000_000
_MOST_LOOPS = 1_000_000
_GROWING_METHODS = frozenset("center expandtabs format format_map ljust rjust zfill replace join translate".split())
_GROWING_FILTERS = ("center", "format", "indent", "replace", "wordwrap", "pprint")


class TemplateEnvironment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox with bounds on what an expression can grow to."""

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, places: Iterable[Path]) -> None:
        super().__init__(
            loader=ChoiceLoader([_ContainedLoader(place) for place in places]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
            cache_size=100,
        )
        self._loops = 0
        self._verdicts: dict[tuple[type, str], bool] = {}
        """Whether an attribute is safe depends on the type alone, and asking costs more than rendering."""
        self.globals["range"] = self._bounded_range
        for name in ("lipsum", "cycler"):
            self.globals.pop(name, None)
        for name in _GROWING_FILTERS:
            self.filters.pop(name, None)

    def begin(self) -> None:
        """A new document starts with a new allowance."""
        self._loops = 0

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = (type(obj), attr)
        if (known := self._verdicts.get(key)) is None:
            grows = isinstance(obj, str) and attr in _GROWING_METHODS
            known = self._verdicts[key] = not grows and super().is_safe_attribute(obj, attr, value)
        return known

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = all(isinstance(side, int | float) for side in (left, right))
        if not numbers or operator == "**" or any(abs(side) > _LONGEST_VALUE for side in (left, right)):
            raise TemplateError(f"'{operator}' works on small numbers only")
        return super().call_binop(context, operator, left, right)

    def _bounded_range(self, *arguments: int) -> range:
        numbers = range(*arguments)
        self._loops += len(numbers)
        if self._loops > _MOST_LOOPS:
            raise OverflowError("it loops too often")
        return numbers


class _ContainedLoader(FileSystemLoader):
    """Templates of one folder: an empty one stands for the next folder's, a link that leads out is refused."""

    def __init__(self, place: Path) -> None:
        super().__init__(place / "templates", followlinks=False)
        self._place = place
        self._folder = place / "templates"

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        path = self._folder.joinpath(*split_template_path(template))
        if not path.is_file() or not path.stat().st_size:
            raise TemplateNotFound(template)
        folder = self._folder.resolve()
        if not folder.is_relative_to(self._place.resolve()) or not path.resolve().is_relative_to(folder):
            raise TemplateError(f"templates/{template} leads out of its folder")
        if path.stat().st_size > _LARGEST_TEMPLATE:
            raise TemplateError(f"templates/{template} is too large for a template")
        return super().get_source(environment, template)
