"""The five phases of an analysis, in order, and who leads each."""

from __future__ import annotations

from msgspec import Struct

MAYA = "business-analyst"
ALEX = "solutions-architect"
JORDAN = "system-designer"


class Phase(Struct, frozen=True):
    key: str
    name: str
    persona: str
    subject: str
    """What the phase is about, as said in a greeting: "I'll be guiding you through {subject}"."""
    task: str
    """What the phase's persona will do, as said in a handoff: "who will {task}"."""

    @property
    def number(self) -> str:
        return self.key[:2]

    @property
    def label(self) -> str:
        return f"Phase {self.number} ({self.name})"


PHASES = (
    Phase("00-quick-scan", "Quick Scan", MAYA, "a quick scan of the change", "size up the change"),
    Phase("01-requirements", "Requirements", MAYA, "requirements discovery", "draw out the requirements"),
    Phase(
        "02-impact-analysis",
        "Impact Analysis",
        ALEX,
        "impact analysis",
        "assess the impact and design the architecture",
    ),
    Phase("03-architecture", "Architecture", ALEX, "the architecture", "design the architecture"),
    Phase("04-design", "Design", JORDAN, "the detailed design", "turn the architecture into a detailed design"),
)
PHASE_KEYS = tuple(phase.key for phase in PHASES)
_BY_KEY = {phase.key: phase for phase in PHASES}


def known_phase(key: str) -> bool:
    return key in _BY_KEY


def phase(key: str) -> Phase:
    """The phase of that key; an unknown key is a phase of its own that Maya leads."""
    if found := _BY_KEY.get(key):
        return found
    name = key[3:].replace("-", " ").title() if key[:2].isdigit() else key.replace("-", " ").title()
    return Phase(key, name or key, MAYA, name.lower() or key, "go on from here")


def phases_for(tier: str) -> tuple[Phase, ...]:
    """The phases an analysis of this tier goes through: light asks no architecture, trivial only what and why."""
    left_out = {"light": (3,), "trivial": (2, 3, 4)}.get(tier, ())
    return tuple(about for number, about in enumerate(PHASES) if number not in left_out)


def steps_asked(tier: str) -> tuple[str, ...]:
    """The steps that are enough for an analysis of this tier; none named means all of them."""
    return ("00-01", "01-01", "01-06") if tier == "trivial" else ()


def next_phase(key: str, tier: str = "standard") -> Phase | None:
    """The phase after this one, or None after the last."""
    return next((other for other in phases_for(tier) if other.key > key), None)
