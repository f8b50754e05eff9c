"""Where templates run: they see the dossier and nothing else, and one that came with a cloned project cannot hang."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Any

from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, nodes
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from roundtable_tui.artifacts.render.template_digest import LARGEST_TEMPLATE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from jinja2 import Environment

_LONGEST_VALUE = 1_000_000
_MOST_LOOPS = 1_000_000
_GROWING_METHODS = frozenset("center expandtabs format format_map ljust rjust zfill replace join translate".split())
_GROWING_FILTERS = (
    "batch", "center", "format", "indent", "join", "pprint", "replace", "slice", "sum", "tojson", "urlize", "wordwrap",
    "xmlattr",
)  # fmt: skip
_MOST_WRITTEN = 20_000_000
"""Characters that a template may write and put together for one document."""
_SECONDS = 2.0
"""Of computing for one document."""


class TemplateEnvironment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox with bounds on what an expression can grow to."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, places: Iterable[Path]) -> None:
        super().__init__(
            loader=ChoiceLoader([_ContainedLoader(place) for place in places]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
            cache_size=100,
            finalize=self._written,
        )
        self._loops = self._characters = 0
        self._until = thread_time() + _SECONDS
        self._verdicts: dict[tuple[type, str], bool] = {}
        """Whether an attribute is safe depends on the type alone, and asking costs more than rendering."""
        self.globals["range"] = self._bounded_range
        for name in ("lipsum", "cycler"):
            self.globals.pop(name, None)
        for name in _GROWING_FILTERS:
            self.filters.pop(name, None)
        self.filters["join"] = self._joined_by

    def begin(self) -> None:
        """A new document starts with a new allowance."""
        self._loops = self._characters = 0
        self._until = thread_time() + _SECONDS

    def spend(self, characters: int) -> None:
        """Called at every turn of a loop, every macro and whatever is written or put together."""
        self._characters += characters
        if self._characters > _MOST_WRITTEN:
            raise OverflowError("it writes too much")
        if thread_time() > self._until:
            raise OverflowError("it takes too long")

    def joined(self, *parts: object) -> str:
        texts = [str(part) for part in parts]
        self.spend(sum(map(len, texts)))
        return "".join(texts)

    def _joined_by(self, values: Iterable[object], between: str = "", attribute: str | None = None) -> str:
        texts = [str(self.getattr(value, attribute) if attribute else value) for value in values]
        self.spend(sum(map(len, texts)) + len(between) * len(texts))
        return between.join(texts)

    def _written(self, value: object) -> object:
        self.spend(len(value) if isinstance(value, str) else 1)
        return value

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        counted: nodes.Template = _Counted(self).visit(super()._parse(source, name, filename))
        return counted

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = (type(obj), attr)
        if (known := self._verdicts.get(key)) is None:
            grows = isinstance(obj, str) and attr in _GROWING_METHODS
            known = self._verdicts[key] = not grows and super().is_safe_attribute(obj, attr, value)
        return known

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "+":
            self.spend(sum(len(side) for side in (left, right) if isinstance(side, str | list | tuple)))
            return super().call_binop(context, operator, left, right)
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


class _Counted(NodeTransformer):
    """Lets every turn of a loop, every call of a macro and every `~` count against the allowance."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def visit(self, node: nodes.Node, *given: Any, **named: Any) -> Any:
        self.generic_visit(node, *given, **named)
        match node:
            case nodes.For() | nodes.Macro() | nodes.CallBlock():
                words = sum(len(text.data) for part in node.body for text in part.find_all(nodes.TemplateData))
                step = nodes.ExprStmt(self._call("spend", [nodes.Const(1 + words)]))
                node.body.insert(0, self._placed(step, node))
            case nodes.Concat():
                return self._placed(self._call("joined", node.nodes), node)
        return node

    def _call(self, method: str, given: list[nodes.Expr]) -> nodes.Call:
        return nodes.Call(nodes.EnvironmentAttribute(method), given, [], None, None)

    def _placed(self, made: nodes.Node, place: nodes.Node) -> nodes.Node:
        return made.set_lineno(place.lineno).set_environment(self._environment)


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
        if path.stat().st_size > LARGEST_TEMPLATE:
            raise TemplateError(f"templates/{template} is too large for a template")
        return super().get_source(environment, template)
