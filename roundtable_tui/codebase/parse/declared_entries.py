"""Finds the ways in that one file declares: `main`, routes, commands, console scripts, the package's face, CI jobs."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

from roundtable_tui.codebase.parse.file_facts import Entry
from roundtable_tui.codebase.parse.languages import family_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MOST = 500
_VERBS = "get|post|put|delete|patch|head|options"
_MAINS = {
    "python": re.compile(r"^if\s+__name__\s*==\s*['\"]__main__['\"]", re.MULTILINE),
    "go": re.compile(r"^func\s+main\s*\(\s*\)", re.MULTILINE),
    "rust": re.compile(r"^(?:pub\s+)?(?:async\s+)?fn\s+main\s*\(", re.MULTILINE),
    "jvm": re.compile(
        r"\bstatic\s+(?:final\s+)?void\s+main\s*\(|^\s*fun\s+main\s*\(|\bobject\s+\w+\s+extends\s+App\b", re.M
    ),
    "c": re.compile(r"^\s*(?:extern\s+\"C\"\s+)?(?:int|void|auto)\s+(?:w?main|WinMain)\s*\(", re.MULTILINE),
    "csharp": re.compile(r"\bstatic\s+(?:async\s+)?(?:void|int|Task(?:<int>)?)\s+Main\s*\("),
    "dart": re.compile(r"^\s*(?:void\s+)?main\s*\(", re.MULTILINE),
}
_ROUTES: dict[str, tuple[re.Pattern[str], ...]] = {
    "python": (
        re.compile(rf"^[ \t]*@[\w.]+\.({_VERBS}|route|websocket|api_route)\(\s*[rbf]?['\"]([^'\"\n]*)['\"]", re.M),
        re.compile(rf"\bweb\.({_VERBS})\(\s*['\"]([^'\"\n]*)['\"]\s*,"),
        re.compile(rf"\.add_({_VERBS}|route)\(\s*['\"]([^'\"\n]*/[^'\"\n]*)['\"]"),
    ),
    "web": (
        re.compile(
            rf"\b(?:app|api|server|fastify|\w*[rR]outer|\w*[rR]outes?)\s*\.({_VERBS}|all|use|route)\(\s*['\"`](/[^'\"`\n]*)"
        ),
        re.compile(r"^\s*@(Get|Post|Put|Delete|Patch|All|Controller)\(\s*['\"`]?([^'\"`)\n]*)", re.MULTILINE),
    ),
    "go": (re.compile(rf"\.({_VERBS}|any|handle|handlefunc|method)\(\s*\"((?:[A-Z]+ )?/[^\"\n]*)\"", re.IGNORECASE),),
    "rust": (
        re.compile(rf"#\[({_VERBS}|route)\(\s*\"([^\"\n]+)\""),
        re.compile(r"\.(route|service)\(\s*\"(/[^\"\n]*)\""),
    ),
    "jvm": (
        re.compile(r"@(Get|Post|Put|Delete|Patch|Request)Mapping\b(?:\([^\"()\n]*\"([^\"\n]*)\")?"),
        re.compile(r"@(Path)\(\s*\"([^\"\n]*)\""),
    ),
    "csharp": (
        re.compile(r"\[(HttpGet|HttpPost|HttpPut|HttpDelete|HttpPatch|Route)\b(?:\(\s*\"([^\"\n]*)\")?"),
        re.compile(r"\.Map(Get|Post|Put|Delete|Patch)\(\s*\"([^\"\n]*)\""),
    ),
    "php": (
        re.compile(rf"\bRoute::({_VERBS}|any|match|resource|apiResource)\(\s*['\"]([^'\"\n]*)['\"]"),
        re.compile(rf"\$(?:app|router|group|r)->({_VERBS}|any|map)\(\s*['\"](/[^'\"\n]*)['\"]"),
        re.compile(r"#\[(Route)\(\s*(?:path:\s*)?['\"]([^'\"\n]*)['\"]"),
    ),
    "ruby": (re.compile(rf"^\s*({_VERBS})\s+['\"](/?[^'\"\n]*)['\"]\s*(?:,|=>|do\b|\{{|$)", re.MULTILINE),),
}
_RAILS = re.compile(rf"^\s*({_VERBS}|resources?|root|mount|match)\s*\(?\s*:?['\"]?([\w/:.#-]+)", re.MULTILINE)
_DJANGO = re.compile(r"\b(path|re_path|url)\(\s*r?['\"]([^'\"\n]*)['\"]\s*,")
_COMMANDS = {
    "python": re.compile(
        r"^[ \t]*@[\w.]+\.(command|group)\(\s*(?:(?:name\s*=\s*)?['\"]([\w-]+)['\"])?[^\n]*"
        r"(?:\n[ \t]*[@)\]}'\"\w#][^\n]*){0,30}?\n[ \t]*(?:async\s+)?def\s+(\w+)",
        re.MULTILINE,
    ),
    "web": re.compile(r"\.(command)\(\s*['\"`]([\w:-]+)[^'\"`\n]*['\"`]"),
}
_ALL = re.compile(r"^__all__\s*(?::[^=\n]*)?=\s*[\[(](.*?)[\])]", re.MULTILINE | re.DOTALL)
_CRATE_FACE = re.compile(
    r"^pub\s+(?:unsafe\s+|async\s+|const\s+)*(?:fn|struct|enum|trait|mod|type|static)\s+(\w+)", re.M
)
_SCRIPT_LANGUAGES = frozenset({"shell", "perl", "ruby", "python", "php", "lua", "javascript"})


def entries_in(
    name: str, language: str, text: str, silent: Callable[[int], bool] = lambda _: False
) -> tuple[Entry, ...]:
    """The ways in declared by a file; `silent` tells which places of the text are comments and strings."""
    found: dict[tuple[str, str], Entry] = {}
    for entry in (*_declared(name, language, text, silent), *ci_jobs(name, text)):
        found.setdefault((entry.kind, entry.name), entry)
        if len(found) >= _MOST:
            break
    return tuple(found.values())


def _declared(name: str, language: str, text: str, silent: Callable[[int], bool]) -> Iterator[Entry]:
    base = name.rsplit("/", 1)[-1]
    if reader := _MANIFESTS.get(base) or (_gemspec if base.endswith(".gemspec") else None):
        yield from reader(text)
    yield from _mains(base, language, text, silent)
    yield from _routes(name, base, language, text, silent)
    if (commands := _COMMANDS.get(family_of(language))) and "command" in text:
        for match in commands.finditer(text):
            if not silent(match.start(1)):
                command = match[2] or (match[3] if match.lastindex == 3 else "")
                yield Entry("command", command.replace("_", "-"), _line(text, match.start(1)))
    if base == "__init__.py" and (listed := _ALL.search(text)):
        for one in re.finditer(r"['\"](\w+)['\"]", listed[1]):
            yield Entry("api", one[1], _line(text, listed.start(1) + one.start()))
    if base == "lib.rs":
        for match in _CRATE_FACE.finditer(text):
            yield Entry("api", match[1], _line(text, match.start()))


def _mains(base: str, language: str, text: str, silent: Callable[[int], bool]) -> Iterator[Entry]:
    pattern = _MAINS.get(family_of(language))
    match = next((one for one in pattern.finditer(text) if not silent(one.start())), None) if pattern else None
    if match:
        yield Entry("main", "main", _line(text, match.start()))
    elif base == "__main__.py":
        yield Entry("main", "main", 1)
    elif text.startswith("#!") and language in _SCRIPT_LANGUAGES:
        yield Entry("main", base, 1)


def _routes(name: str, base: str, language: str, text: str, silent: Callable[[int], bool]) -> Iterator[Entry]:
    patterns = _ROUTES.get(family_of(language), ())
    if base == "routes.rb":
        patterns = (_RAILS,)
    if base == "urls.py" or base.endswith("_urls.py"):
        patterns = (*patterns, _DJANGO)
    for pattern in patterns:
        for match in pattern.finditer(text):
            if not silent(match.start(1)):
                yield Entry("route", _route(match[1], match[2] or ""), _line(text, match.start(1)))
    found = re.search(r"(?:^|/)(?:pages/api/(.+)|app/(.*?)/?route)\.[jt]sx?$", name)
    if found and family_of(language) == "web":
        yield Entry("route", f"/{'api/' + found[1] if found[1] else found[2] or ''}", 1)


def _route(verb: str, path: str) -> str:
    verb = verb.removeprefix("Http").upper()
    known = verb if verb.lower() in _VERBS.split("|") or verb == "WEBSOCKET" else ""
    return f"{known} {path}".strip() or "/"


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _line_with(text: str, *words: str) -> int:
    """The first line that holds all the words, else the first with the first word, else the top."""
    for wanted in (words, words[:1]):
        for number, line in enumerate(text.split("\n"), 1):
            if all(word in line for word in wanted):
                return number
    return 1


def _pyproject(text: str) -> Iterator[Entry]:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    project, poetry = _table(data, "project"), _table(data, "tool", "poetry")
    tables = [_table(project, "scripts"), _table(project, "gui-scripts"), _table(poetry, "scripts")]
    tables += [group for group in _table(project, "entry-points").values() if isinstance(group, dict)]
    for table in tables:
        for script, target in table.items():
            if isinstance(target, str):
                yield Entry("script", script, _line_with(text, script, target), target)


def _table(data: Any, *keys: str) -> dict[str, Any]:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


def _setup(text: str) -> Iterator[Entry]:
    """`setup.py` and `setup.cfg` write console scripts alike: name = package.module:function."""
    begin = text.find("console_scripts")
    if begin >= 0:
        for match in re.finditer(r"([\w.-]+)\s*=\s*([\w.]+:[\w.]+)", text[begin:]):
            yield Entry("script", match[1], _line(text, begin + match.start()), match[2])


def _package_json(text: str) -> Iterator[Entry]:
    data = _json(text)
    package = data.get("name") if isinstance(data.get("name"), str) else "package"
    bins = data.get("bin")
    for script, target in (bins if isinstance(bins, dict) else {package: bins}).items():
        if isinstance(target, str):
            yield Entry("script", str(script), _line_with(text, target), target)
    for key in ("main", "module", "types", "exports"):
        for target in _targets(data.get(key)):
            yield Entry("api", f"{package} {target.removeprefix('./')}", _line_with(text, target), target)


def _targets(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < 4:
        for one in value.values():
            yield from _targets(one, depth + 1)


def _json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _cargo(text: str) -> Iterator[Entry]:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    bins = data.get("bin")
    for one in bins if isinstance(bins, list) else ():
        if isinstance(one, dict) and isinstance(one.get("name"), str):
            path = one.get("path")
            yield Entry("script", one["name"], _line_with(text, one["name"]), path if isinstance(path, str) else "")


def _composer(text: str) -> Iterator[Entry]:
    bins = _json(text).get("bin")
    for target in bins if isinstance(bins, list) else (bins,):
        if isinstance(target, str):
            yield Entry("script", target.rsplit("/", 1)[-1], _line_with(text, target), target)


def _gemspec(text: str) -> Iterator[Entry]:
    if found := re.search(r"\.name\s*=\s*['\"]([\w-]+)['\"]", text):
        yield Entry("api", found[1], _line(text, found.start()), f"lib/{found[1].replace('-', '/')}.rb")


_MANIFESTS: dict[str, Callable[[str], Iterator[Entry]]] = {
    "pyproject.toml": _pyproject,
    "setup.cfg": _setup,
    "setup.py": _setup,
    "package.json": _package_json,
    "Cargo.toml": _cargo,
    "composer.json": _composer,
}


_KEY = re.compile(r"^( *)([\w.${} /:-]+?|\"[^\"]+\"|'[^']+')\s*:(?:\s|$)")
_GITLAB_WORDS = frozenset(
    "stages variables include default workflow image services before_script after_script cache pages spec".split()
)
_ONE_JOB = (".travis.yml", "bitbucket-pipelines.yml", "appveyor.yml", ".drone.yml", ".woodpecker.yml")
_STAGE = re.compile(r"\bstage\s*\(\s*['\"]([^'\"\n]+)['\"]")


def ci_jobs(name: str, text: str) -> Iterator[Entry]:
    """The jobs that a CI file declares; none for any other file."""
    base = name.rsplit("/", 1)[-1]
    if re.search(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows/[^/]+\.ya?ml$", name):
        for line, job in _keys_below(text, "jobs"):
            yield Entry("ci", f"{base}: {job}", line)
    elif base in (".gitlab-ci.yml", ".gitlab-ci.yaml"):
        yield from _gitlab(text)
    elif re.search(r"(?:^|/)\.circleci/config\.ya?ml$", name):
        for line, job in _keys_below(text, "jobs"):
            yield Entry("ci", job, line)
    elif base.startswith("azure-pipelines") and base.endswith((".yml", ".yaml")):
        for found in re.finditer(r"^\s*-\s*(?:job|deployment)\s*:\s*(\S+)", text, re.MULTILINE):
            yield Entry("ci", found[1], text.count("\n", 0, found.start(1)) + 1)
    elif base == "Jenkinsfile":
        for found in _STAGE.finditer(text):
            yield Entry("ci", found[1], text.count("\n", 0, found.start(1)) + 1)
    elif base in _ONE_JOB or (re.search(r"(?:^|/)(?:\.ci|ci)/[^/.]+(?:\.sh)?$", name) and text.startswith("#!")):
        yield Entry("ci", base, 1)


def _keys_below(text: str, parent: str) -> Iterator[tuple[int, str]]:
    """The keys one step in from a key at the margin."""
    inside, step = False, 0
    for number, line in enumerate(text.split("\n"), 1):
        found = _KEY.match(line)
        if not found:
            continue
        depth, key = len(found[1]), found[2].strip("\"'")
        if depth == 0:
            inside, step = key == parent, 0
        elif inside:
            step = step or depth
            if depth == step:
                yield number, key


def _gitlab(text: str) -> Iterator[Entry]:
    """Keys at the margin that run something, by `script`, `trigger` or what they extend."""
    job = ("", 0)
    for number, line in enumerate(text.split("\n"), 1):
        if not (found := _KEY.match(line)):
            continue
        key = found[2].strip("\"'")
        if not found[1]:
            job = (key, number)
        elif key in ("script", "trigger", "extends") and job[0] not in _GITLAB_WORDS and not job[0].startswith("."):
            yield Entry("ci", job[0], job[1])
