"""Draws the edges between files: what is imported, what is passed on, what is used, what tests what."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from roundtable_tui.codebase.graph.dependencies import Tie
from roundtable_tui.codebase.graph.imports.resolver import Imports
from roundtable_tui.codebase.graph.reexports import PassingOn
from roundtable_tui.codebase.graph.test_pairs import tests_by_name
from roundtable_tui.codebase.parse.languages import family_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roundtable_tui.codebase.graph.imports.resolution import Resolution
    from roundtable_tui.codebase.graph.outlines import Outline
    from roundtable_tui.codebase.graph.project_tree import ProjectTree
    from roundtable_tui.codebase.parse.file_facts import Import

    Drawn = tuple[str, str, Tie, int, str]
    Resolved = tuple[tuple[Import, Resolution], ...]

_ONLY_TYPES = frozenset({"jvm", "csharp", "ruby"})
_SHORTEST_METHOD = 4
_MOST_DEFINERS = 20
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".cuh")


def linked(tree: ProjectTree, outlines: Mapping[str, Outline]) -> tuple[tuple[Drawn, ...], PassingOn]:
    """Every edge of the project, and who passes on what."""
    linking = _Linking(tree, outlines)
    edges: list[Drawn] = []
    for draw in (linking.imported, linking.seen, linking.called):
        drawn = [edge for name in outlines for edge in draw(name)]
        linking.remember(drawn)
        edges += drawn
    imported = linking.needed
    edges += ((test, tested, Tie.TEST, 0, "") for test, tested in tests_by_name(outlines, imported))
    return tuple(edges), linking.passing_on


class _Linking:
    def __init__(self, tree: ProjectTree, outlines: Mapping[str, Outline]) -> None:
        self._outlines = outlines
        self._imports = Imports(tree, outlines)
        self._family = {name: family_of(outline.language) for name, outline in outlines.items()}
        self._resolved: dict[str, Resolved] = {}
        for name in outlines:
            self._resolved[name] = self._imports.of(name)
        self.passing_on = PassingOn(outlines, self._resolved)
        self._definers = self._who_defines()
        self._method_of = self._who_has_methods()
        self._spaces: dict[str, frozenset[str]] = {}
        self.needed: dict[str, set[str]] = defaultdict(set)

    def remember(self, drawn: list[Drawn]) -> None:
        """Keeps in mind what is drawn: later edges depend on who can reach whom."""
        for source, target, *_ in drawn:
            self.needed[source].add(target)

    def _who_defines(self) -> Mapping[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, outline in self._outlines.items():
            family = self._family[name]
            for one in outline.classes if family in _ONLY_TYPES else outline.top:
                found[family, one].append(name)
        return found

    def _who_has_methods(self) -> Mapping[tuple[str, str], str]:
        """Methods that only one file has; empty where several have it."""
        found: dict[tuple[str, str], str] = {}
        for name, outline in self._outlines.items():
            for method in set(outline.methods):
                key = (self._family[name], method)
                found[key] = "" if key in found else name
        return found

    def imported(self, name: str) -> Iterator[Drawn]:
        """Files named by an import, and files whose names another file passes on."""
        for one, resolution in self._resolved[name]:
            for file in resolution.files:
                yield name, file, Tie.IMPORT, one.line, one.target
        yield from ((name, file, Tie.THROUGH, line, what) for file, line, what in self.passing_on.behind(name))

    def seen(self, name: str) -> Iterator[Drawn]:
        """Names that are used and defined in a space the file belongs to or imports."""
        family, outline = self._family[name], self._outlines[name]
        if family == "c":
            yield from self._seen_by_header(name)
            return
        own = frozenset(self._imports.resolver(name).seen_from(name))
        imported = frozenset(found.space for _, found in self._resolved[name] if found.space)
        if not own and not imported:
            return
        named = {one.target.replace("\\", ".").rpartition(".")[2] for one, found in self._resolved[name] if found.files}
        for use, line, member in zip(outline.uses, outline.use_lines, outline.members, strict=True):
            spaces = (imported if member else own) if family == "go" else own | imported
            if (member and family != "go") or use in outline.top or (use in named and family != "go"):
                continue
            definers = [one for one in self._definers.get((family, use), ()) if one != name]
            if family == "ruby" and len(definers) > 1:
                continue
            for definer in definers[:_MOST_DEFINERS]:
                if not spaces.isdisjoint(self._spaces_of(definer)):
                    yield name, definer, Tie.USE, line, use

    def _spaces_of(self, name: str) -> frozenset[str]:
        if name not in self._spaces:
            self._spaces[name] = frozenset(self._imports.resolver(name).spaces_of(name))
        return self._spaces[name]

    def _seen_by_header(self, name: str) -> Iterator[Drawn]:
        """C's way: what a file defines is seen by those who include a header that the file includes too."""
        outline = self._outlines[name]
        headers: set[str] | None = None
        for use, line in zip(outline.uses, outline.use_lines, strict=True):
            definers = self._definers.get(("c", use), ())
            sources = [one for one in definers if not one.endswith(_HEADERS)]
            if len(sources) != 1 or sources[0] == name or use in outline.top:
                continue
            headers = self._headers_of(name) if headers is None else headers
            if not headers.isdisjoint(self.needed.get(sources[0], ())):
                yield name, sources[0], Tie.USE, line, use

    def _headers_of(self, name: str) -> set[str]:
        reached = set(self.needed.get(name, ()))
        for header in tuple(reached):
            reached |= self.needed.get(header, set())
        return reached

    def called(self, name: str) -> Iterator[Drawn]:
        """Methods that only one file has, called on something that came from a file next to that one."""
        family, outline = self._family[name], self._outlines[name]
        direct, own = self.needed.get(name, set()), frozenset(outline.methods)
        for use, line, member in zip(outline.uses, outline.use_lines, outline.members, strict=True):
            if not member or len(use) < _SHORTEST_METHOD or use in COMMON_METHODS or use in own or use[0] == "_":
                continue
            owner = self._method_of.get((family, use), "")
            if not owner or owner == name or owner in direct or use in outline.top:
                continue
            if any(owner in self.needed.get(one, ()) for one in direct):
                yield name, owner, Tie.USE, line, use


_PYTHON = frozenset(
    name for kind in (str, bytes, list, dict, set, int, float, tuple) for name in dir(kind) if not name.startswith("_")
)
_OTHERS = frozenset(
    """
    accept acquire addEventListener addListener afterEach apply assert assertEqual assertEquals assertTrue assign attach
    await beforeEach begin bind build call callback cancel catch charAt charCodeAt child children clone close collect
    commit compare compile concat connect contains containsKey containsValue context create cursor debug decode delete
    destroy detach dispatch dispose done each emit enable encode entries entrySet equals error every exec execute exists
    exit expect fatal fetch fill filter finally find findAll findIndex first flatMap flatten flush forEach forall format
    from getAttribute getClass getElementById getItem getLogger getName getValue group handle hasNext hasOwnProperty
    hashCode head includes indexOf info init initialize insert invoke isArray isEmpty isEqual isInstance isPresent
    iterator keySet last lastIndexOf lazy length listen load lock lower main map mapTo match matches measure message
    next notify notifyAll observe once open opens orElse orElseThrow parent parse parseFloat parseInt patch peek
    pipe post print printf println process publish push putIfAbsent query querySelector querySelectorAll quit raise
    random range read readAsync readFile readLine readline readlines recv reduce register reject release reload render
    require reset resize resolve rest result resume reverse rollback run save scan search seek select send serialize
    serve setAttribute setItem setState setTimeout setUp setup shift should show size skip sleep slice some splice
    start stat status step stop stream stringify submit subscribe substr substring success sum tearDown tell test
    then throw timeout times toArray toBe toBytes toEqual toFixed toISOString toJSON toList toLowerCase toMap
    toSet toString toUpperCase transform trigger trim trimEnd trimStart truncate unbind unlock unshift unsubscribe
    unwrap unwrap_or use valueOf validate value values verify view visit wait walk warn warning where wrap write
    writeFile writeLine writelines yield
    """.split()
)
COMMON_METHODS = _PYTHON | _OTHERS
