"""A model's seat sends one prompt, without secrets, and its answer comes back with its proof."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from roundtable_tui.errors import VoiceError
from roundtable_tui.items.voices import without_secrets
from roundtable_tui.panel.record.ballots import Request
from roundtable_tui.panel.record.session import Limits, SeatKind
from roundtable_tui.panel.seats.model import ModelAnswer, ModelVoice
from roundtable_tui.panel.settings import PanelSettings
from tests.unit.panel.samples import SHIPPED
from tests.unit.panel.tables import findings_in, planned, seated_at

if TYPE_CHECKING:
    from pathlib import Path

    from roundtable_tui.panel.seats.prompts import PanelPrompt

ONCE = PanelSettings(limits=Limits(max_rounds=1))


class LoopbackModel:
    """Answers every prompt in its form, and keeps what it was sent."""

    def __init__(self, model: str, said: str = "A table.") -> None:
        self.model = model
        self.said = said
        self.sent: list[str] = []

    async def answer(self, prompt: PanelPrompt) -> ModelAnswer:
        self.sent.append(f"{prompt.system}\n{prompt.message}")
        if self.said == "nothing":
            raise VoiceError("Overloaded.")
        fields = {
            "question": "Queue or table?",
            "position": self.said,
            "confidence": 0.7,
            "synthesis": "A table.",
            "next_action": "continue",
        }
        return ModelAnswer(json.dumps(fields), Request(f"req_{len(self.sent)}", self.model, 50, 10, 0.5))


async def test_a_whole_panel_of_models_with_one_model_each(tmp_path: Path) -> None:
    plan = planned(settings=ONCE)
    models = {seat: LoopbackModel(f"model-{number}", f"Position {number}x.") for number, seat in enumerate(plan.seats)}
    facilitator = LoopbackModel("model-f")
    voices = {seat: ModelVoice(model, without_secrets) for seat, model in models.items()}
    played = seated_at(tmp_path, plan, voices, ModelVoice(facilitator, without_secrets))
    session = await played.run()
    (only,) = session.rounds
    assert {ballot.request.model for ballot in only.ballots.values()} == {"model-0", "model-1", "model-2"}
    assert voices["qa-lead"].seat.kind is SeatKind.MODEL
    for seat, model in models.items():
        others = [other.said for name, other in models.items() if name != seat]
        assert not any(said in sent for said in others for sent in model.sent)
    assert len(facilitator.sent) == 2
    assert not any(SHIPPED.participant(seat).name in sent for seat in plan.seats for sent in facilitator.sent)
    assert findings_in(tmp_path) == []


async def test_a_secret_in_the_project_is_not_sent(tmp_path: Path) -> None:
    plan = planned(settings=ONCE)
    model = LoopbackModel("m")
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    voices = {"qa-lead": ModelVoice(model, without_secrets)}
    await seated_at(tmp_path, plan, voices, context=f"Our token is {secret}.").run()
    assert model.sent
    assert not any(secret in sent for sent in model.sent)


async def test_a_model_that_cannot_answer_is_missing(tmp_path: Path) -> None:
    plan = planned(settings=ONCE)
    voices = {"qa-lead": ModelVoice(LoopbackModel("m", "nothing"), without_secrets)}
    session = await seated_at(tmp_path, plan, voices).run()
    assert session.rounds[0].missing == {"qa-lead": "No answer: Overloaded."}
