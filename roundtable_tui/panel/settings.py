"""Reads how a project wants its panels run from `.s2s/config.yaml`; what does not fit is named and left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from roundtable_tui.domain.knowledge.panel import AD_HOC
from roundtable_tui.domain.talk.sanitize import neutral, one_line
from roundtable_tui.errors import StorageError
from roundtable_tui.formats.yaml import Value, YamlError, read_yaml
from roundtable_tui.panel.record.ballots import texts_in
from roundtable_tui.panel.record.session import Limits
from roundtable_tui.storage.disk import MEGABYTE, read_if_there, shown

if TYPE_CHECKING:
    from roundtable_tui.storage.disk import Disk
    from roundtable_tui.storage.paths import ProjectPaths

FILE_NAME = "config.yaml"


class PanelSettings(Struct, frozen=True):
    strategy: str = ""
    strategies: Mapping[str, str] = field(default_factory=dict)
    """By workflow."""
    participants: tuple[str, ...] = ()
    participants_by_workflow: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    verbose: bool = False
    interactive: bool = False
    warnings: tuple[str, ...] = ()

    def strategy_for(self, workflow: str) -> str:
        """The default is that of panels without a workflow of their own."""
        return self.strategies.get(workflow) or (self.strategy if workflow == AD_HOC else "")

    def seats_for(self, workflow: str) -> tuple[str, ...]:
        return self.participants_by_workflow.get(workflow) or (self.participants if workflow == AD_HOC else ())


def load_panel_settings(disk: Disk, paths: ProjectPaths) -> PanelSettings:
    path = paths.contained(paths.panels, FILE_NAME)
    name = shown(path)
    try:
        data = read_if_there(disk, path, MEGABYTE)
        found = read_yaml(data.decode("utf-8-sig"), neutral) if data else None
    except StorageError as error:
        return PanelSettings(warnings=(f"{error} Its settings are not used.",))
    except UnicodeDecodeError:
        return PanelSettings(warnings=(f"{name} is not UTF-8 text, so its settings are not used. Save it as UTF-8.",))
    except YamlError as error:
        return PanelSettings(warnings=(f"{name} {error}, so its settings are not used. Mend that line.",))
    if found is None:
        return PanelSettings()
    if not isinstance(found, dict):
        return PanelSettings(warnings=(f"{name} is not a list of 'setting: value' lines, so nothing in it is used.",))
    return _Reading(name).settings(found)


class _Reading:
    def __init__(self, name: str) -> None:
        self._name = name
        self._warnings: list[str] = []

    def settings(self, found: Mapping[str, Value]) -> PanelSettings:
        """The panel's part stands below `roundtable`; some keys are read at the top too, as older files have them."""
        inside = self._map("roundtable", found.get("roundtable"))
        whole = {**found, **inside}
        strategy = whole.get("strategy")
        chosen = {"default": strategy} if isinstance(strategy, str) else self._map("strategy", strategy)
        people = whole.get("participants")
        seated = {"default": people} if isinstance(people, list) else self._map("participants", people)
        read = PanelSettings(
            strategy=self._text("strategy.default", chosen.get("default")),
            strategies={
                name: self._text(f"strategy.by_workflow_type.{name}", value)
                for name, value in self._map("strategy.by_workflow_type", chosen.get("by_workflow_type")).items()
            },
            participants=texts_in(seated.get("default")),
            participants_by_workflow={
                name: texts_in(value)
                for name, value in self._map("participants.by_workflow_type", seated.get("by_workflow_type")).items()
            },
            limits=self._limits(whole, chosen),
            verbose=self._yes("verbose", whole.get("verbose")),
            interactive=self._yes("interactive", whole.get("interactive")),
        )
        return replace(read, warnings=tuple(self._warnings))

    def _limits(self, whole: Mapping[str, Value], strategy: Mapping[str, Value]) -> Limits:
        usual = Limits()
        limits = self._map("limits", whole.get("limits"))
        escalation = self._map("escalation", whole.get("escalation"))
        triggers = {**escalation, **self._map("escalation.triggers", escalation.get("triggers"))}
        consensus = self._map("strategy.consensus", strategy.get("consensus"))
        words = triggers.get("critical_keywords")
        return Limits(
            min_rounds=self._rounds("limits.min_rounds", limits.get("min_rounds"), usual.min_rounds),
            max_rounds=self._rounds("limits.max_rounds", limits.get("max_rounds"), usual.max_rounds),
            max_rounds_per_phase=self._rounds(
                "limits.max_rounds_per_phase", limits.get("max_rounds_per_phase"), usual.max_rounds_per_phase
            ),
            threshold=self._share("strategy.consensus.threshold", consensus.get("threshold"), usual.threshold),
            escalation=escalation.get("enabled") is None or self._yes("escalation.enabled", escalation["enabled"]),
            max_rounds_per_conflict=self._rounds(
                "escalation.triggers.max_rounds_per_conflict",
                triggers.get("max_rounds_per_conflict"),
                usual.max_rounds_per_conflict,
            ),
            confidence_below=self._share(
                "escalation.triggers.confidence_below", triggers.get("confidence_below"), usual.confidence_below
            ),
            critical_keywords=usual.critical_keywords if words is None else texts_in(words),
        )

    def _rounds(self, name: str, value: Value, otherwise: int) -> int:
        number = self._number(name, value, otherwise, 1, 1000, "a whole number of rounds, 1 or more")
        return int(number)

    def _share(self, name: str, value: Value, otherwise: float) -> float:
        return self._number(name, value, otherwise, 0, 1, "a number from 0 to 1")

    def _number(self, name: str, value: Value, otherwise: float, least: float, most: float, form: str) -> float:
        if value is None:
            return otherwise
        try:
            number = float(value) if isinstance(value, str) else -1.0
        except ValueError:
            number = -1.0
        if least <= number <= most:
            return number
        self._warn(name, f"it should be {form}")
        return otherwise

    def _yes(self, name: str, value: Value) -> bool:
        match value.lower() if isinstance(value, str) else value:
            case None | "false" | "no":
                return False
            case "true" | "yes":
                return True
        self._warn(name, "it should be true or false")
        return False

    def _text(self, name: str, value: Value) -> str:
        if value is None or isinstance(value, str):
            return one_line(value or "")
        self._warn(name, "it should be a name")
        return ""

    def _map(self, name: str, value: Value) -> dict[str, Value]:
        if value is None or isinstance(value, dict):
            return value or {}
        self._warn(name, "it should hold settings of its own")
        return {}

    def _warn(self, name: str, reason: str) -> None:
        self._warnings.append(f"{self._name}: '{one_line(name, 60)}' does not fit ({reason}); it is not used.")
