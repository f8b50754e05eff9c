"""The kinds of entry a dossier can hold: their fields, their ids and the persona that owns each."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from roundtable_tui.domain.knowledge.phases import ALEX, JORDAN, MAYA

Value = str | int | tuple[str, ...]


class Kind(StrEnum):
    SCOPE = "scope"
    AREA = "area"
    KEYWORD = "keyword"
    ESTIMATE = "estimate"
    PROBLEM = "problem"
    USER = "user"
    METRIC = "metric"
    JOURNEY = "journey"
    CONSTRAINT = "constraint"
    QUALITY = "quality"
    RISK = "risk"
    FR = "fr"
    AC = "ac"
    STORY = "story"
    EXCLUSION = "exclusion"
    FILE = "file"
    ENTRY_POINT = "entry_point"
    BUILD_STEP = "build_step"
    ZONE = "zone"
    OPTION = "option"
    DECISION = "decision"
    TECHNOLOGY = "technology"
    INTEGRATION = "integration"
    MODULE = "module"
    INTERFACE = "interface"
    FLOW = "flow"
    ERROR = "error"
    REVIEW = "review"
    ASSUMPTION = "assumption"
    QUESTION = "question"
    NOTE = "note"
    TASK = "task"


class FieldType(StrEnum):
    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"
    LIST = "list"
    REFS = "refs"
    """Ids of other entries."""


class Field(Struct, frozen=True):
    name: str
    type: FieldType = FieldType.TEXT
    choices: tuple[str, ...] = ()
    raised: bool = False
    """Set only where a question is raised as an open point, by the tool for that."""
    theirs: bool = False
    """Only the user can say it: nobody guesses it."""


class KindSpec(Struct, frozen=True):
    """One row of the vocabulary: what an entry of this kind may say and how it is called."""

    kind: Kind
    prefix: str
    owner: str | None
    """The persona that owns the kind; None where whoever leads the step does."""
    one: str
    many: str
    fields: tuple[Field, ...]
    single: bool = False
    """At most one entry: later answers fill its fields instead of adding another."""

    @property
    def a_one(self) -> str:
        """`a risk`, `an open question`."""
        return f"{article(self.one)} {self.one}"

    @property
    def main(self) -> str:
        """The field that says what the entry is."""
        return self.fields[0].name

    def refers(self, name: str) -> bool:
        """Whether this field only names other entries."""
        field = self.field(name)
        return field is not None and field.type is FieldType.REFS

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


def article(noun: str) -> str:
    return "an" if noun[0] in "aeio" else "a"


def _texts(names: str) -> tuple[Field, ...]:
    return tuple(Field(name) for name in names.split())


def _choice(name: str, *choices: str) -> Field:
    return Field(name, FieldType.CHOICE, choices)


def _refs(name: str) -> Field:
    return Field(name, FieldType.REFS)


LEVELS = ("low", "medium", "high")
PRIORITIES = ("Must Have", "Should Have", "Could Have", "Won't Have")
ACTIONS = ("CREATE", "MODIFY", "DELETE", "NO CHANGE")
SCOPES = ("small", "medium", "large")
SORTS = (
    "contradiction", "never", "failure", "limit", "permission", "data", "compatibility", "scope", "visible", "quality",
    "background",
)  # fmt: skip
"""What a raised question is about, the dearest to get wrong first."""
KNOWERS = ("user", "code", "nobody")

_PRIORITY = _choice("priority", *PRIORITIES)
_ABOUT = _refs("about")
_RAISED = (
    Field("guess", raised=True),
    Field("stake", raised=True),
    Field("choices", FieldType.LIST, raised=True),
    Field("keeps", raised=True),
    Field("sort", FieldType.CHOICE, SORTS, raised=True),
    Field("loss", FieldType.CHOICE, LEVELS, raised=True),
    Field("sure", FieldType.CHOICE, LEVELS, raised=True),
    Field("knows", FieldType.CHOICE, KNOWERS, raised=True),
)
"""The guess that stands until it is answered, what hangs on it, answers to pick from, where the answer is kept, what
it is about, what a wrong guess costs, how sure the guess is, and who can know."""

_SPECS = (
    KindSpec(
        Kind.SCOPE,
        "SCOPE",
        MAYA,
        "scope",
        "scope",
        single=True,
        fields=(Field("text"), _choice("nature", "additive", "modifying", "both"), _choice("size", *SCOPES)),
    ),
    KindSpec(
        Kind.AREA, "AREA", MAYA, "area", "areas", (Field("text"), _choice("type", "area", "subsystem", "external"))
    ),
    KindSpec(
        Kind.KEYWORD,
        "KW",
        MAYA,
        "keyword",
        "keywords",
        (Field("text"), _choice("use", "search", "pattern", "avoid", "folder")),
    ),
    KindSpec(
        Kind.ESTIMATE,
        "EST",
        MAYA,
        "file estimate",
        "file estimates",
        single=True,
        fields=(
            Field("text"),
            Field("modified", FieldType.NUMBER),
            Field("new", FieldType.NUMBER),
            *_texts("tests config chain"),
            _choice("certainty", *LEVELS),
        ),
    ),
    KindSpec(Kind.PROBLEM, "PROB", MAYA, "problem", "problems", single=True, fields=_texts("text today cost why_now")),
    KindSpec(
        Kind.USER,
        "USER",
        MAYA,
        "user type",
        "user types",
        (
            Field("text"),
            _choice("role", "primary", "secondary", "stakeholder"),
            *_texts("pain workflow recovery accessibility"),
        ),
    ),
    KindSpec(Kind.METRIC, "MET", MAYA, "success metric", "success metrics", _texts("text baseline target")),
    KindSpec(
        Kind.JOURNEY,
        "JRN",
        MAYA,
        "user journey",
        "user journeys",
        _texts("text entry flow exit alternates errors resume"),
    ),
    KindSpec(
        Kind.CONSTRAINT,
        "CON",
        MAYA,
        "constraint",
        "constraints",
        (
            Field("text"),
            _choice("type", "limit", "convention", "integration", "version", "debt", "deadline", "compliance"),
        ),
    ),
    KindSpec(
        Kind.QUALITY,
        "NFR",
        MAYA,
        "quality attribute",
        "quality attributes",
        (Field("text"), Field("threshold"), _choice("rating", *LEVELS)),
    ),
    KindSpec(
        Kind.RISK,
        "RISK",
        MAYA,
        "risk",
        "risks",
        (Field("text"), _choice("likelihood", *LEVELS), _choice("impact", *LEVELS), Field("mitigation")),
    ),
    KindSpec(
        Kind.FR,
        "FR",
        MAYA,
        "functional requirement",
        "functional requirements",
        (*_texts("title text"), _PRIORITY, Field("mvp", theirs=True)),
    ),
    KindSpec(Kind.AC, "AC", MAYA, "acceptance criterion", "acceptance criteria", (Field("text"), _refs("fr"))),
    KindSpec(
        Kind.STORY,
        "US",
        MAYA,
        "user story",
        "user stories",
        (
            *_texts("title role want so_that"),
            _PRIORITY,
            _choice("type", "normal", "cross-cutting", "negative"),
            _refs("traces"),
        ),
    ),
    KindSpec(Kind.EXCLUSION, "EXC", MAYA, "exclusion", "exclusions", _texts("text why")),
    KindSpec(
        Kind.FILE,
        "FILE",
        ALEX,
        "affected file",
        "affected files",
        (Field("path"), _choice("action", *ACTIONS), _choice("tier", "1", "2", "3"), Field("why"), _refs("traces")),
    ),
    KindSpec(Kind.ENTRY_POINT, "ENTRY", ALEX, "entry point", "entry points", _texts("text path")),
    KindSpec(
        Kind.BUILD_STEP, "BUILD", ALEX, "build step", "build steps", (*_texts("text parallel"), _refs("depends_on"))
    ),
    KindSpec(
        Kind.ZONE,
        "ZONE",
        ALEX,
        "risk zone",
        "risk zones",
        (
            Field("text"),
            _choice("type", "fragile", "critical", "rollback", "race", "data", "compatibility"),
            _choice("likelihood", *LEVELS),
            _choice("impact", *LEVELS),
            Field("mitigation"),
        ),
    ),
    KindSpec(
        Kind.OPTION,
        "OPT",
        ALEX,
        "architecture option",
        "architecture options",
        _texts("title text pros cons fit risk reversibility"),
    ),
    KindSpec(
        Kind.DECISION,
        "ADR",
        ALEX,
        "decision",
        "decisions",
        (
            *_texts("title context decision consequences"),
            _choice("status", "proposed", "accepted", "contested"),
            _refs("options"),
        ),
    ),
    KindSpec(Kind.TECHNOLOGY, "TECH", ALEX, "technology", "technologies", _texts("text version why licence")),
    KindSpec(
        Kind.INTEGRATION,
        "INT",
        ALEX,
        "integration point",
        "integration points",
        (*_texts("text flow contract failure migration"), _choice("style", "synchronous", "asynchronous")),
    ),
    KindSpec(
        Kind.MODULE,
        "MOD",
        JORDAN,
        "module",
        "modules",
        (
            *_texts("text responsibility boundary data signatures seams"),
            _refs("depends_on"),
            _refs("traces"),
            _refs("files"),
        ),
    ),
    KindSpec(
        Kind.INTERFACE,
        "IF",
        JORDAN,
        "interface",
        "interfaces",
        (*_texts("text schema pattern constraints versioning"), _refs("module")),
    ),
    KindSpec(Kind.FLOW, "FLOW", JORDAN, "data flow", "data flows", _texts("text source sink state cache paths races")),
    KindSpec(
        Kind.ERROR, "ERR", JORDAN, "error", "errors", _texts("text code response recovery validation propagation")
    ),
    KindSpec(
        Kind.REVIEW,
        "REV",
        None,
        "review",
        "reviews",
        (
            Field("text"),
            _choice("subject", "impact", "architecture", "design"),
            _choice("verdict", "go", "go with changes", "no-go"),
            *_texts("revisit concerns surprises"),
        ),
    ),
    KindSpec(Kind.ASSUMPTION, "ASM", None, "assumption", "assumptions", (Field("text"), _ABOUT)),
    KindSpec(Kind.QUESTION, "Q", None, "open question", "open questions", (Field("text"), _ABOUT, *_RAISED)),
    KindSpec(Kind.NOTE, "NOTE", None, "note", "notes", (Field("text"), _ABOUT)),
    KindSpec(
        Kind.TASK,
        "T",
        None,
        "task",
        "tasks",
        (
            *_texts("title stage"),
            _refs("traces"),
            Field("files", FieldType.LIST),
            _refs("blocked_by"),
            _choice("done", "no", "yes"),
            _ABOUT,
        ),
    ),
)
SPECS = {spec.kind: spec for spec in _SPECS}
TALKED_OF = frozenset(Kind) - {Kind.TASK}
"""What a voice may record: tasks follow from it, and no talk is about them."""


def problem_with(kind: Kind, name: str, value: Value) -> str:
    """Why this value may not stand in this field, as part of a sentence; empty if it may."""
    field = SPECS[kind].field(name)
    if field is None:
        return f"{SPECS[kind].a_one} has no field '{name}'"
    match field.type:
        case FieldType.TEXT if not isinstance(value, str):
            return f"'{name}' must be text"
        case FieldType.NUMBER if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            return f"'{name}' must be a whole number"
        case FieldType.CHOICE if value not in field.choices:
            return f"'{name}' must be one of {', '.join(field.choices)}"
        case FieldType.LIST | FieldType.REFS if not isinstance(value, tuple) or not all(
            isinstance(part, str) for part in value
        ):
            return f"'{name}' must be a list of texts"
    return ""
