"""The voice that replays: the recorded words in pieces, at any pace, and ids that mean what they meant."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from roundtable_tui.domain.dossier.dossier import Change, Dossier, Op
from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Confirmed, Inferred, Source, Stated
from roundtable_tui.domain.dossier.questions import Question
from roundtable_tui.domain.journal.events import Outcome, Spoke
from roundtable_tui.domain.journal.values import Role, Utterance
from roundtable_tui.domain.knowledge.knowledge import Section, Step
from roundtable_tui.domain.talk.depth import Depth
from roundtable_tui.errors import VoiceError
from roundtable_tui.voices.protocol import Asked, Part, Ready, Recorded, Said, Settled
from roundtable_tui.voices.script import BREATH, THINKING, ScriptedTurn, ScriptVoice
from roundtable_tui.voices.tasks import OpenStep
from tests.support.voices.turns import MAYA, THIS_TURN, dossier_of, request_for, state_in

if TYPE_CHECKING:
    from collections.abc import Sequence

ALEX = "solutions-architect"
STEP = Step(
    id="01-06",
    title="Core Features",
    phase="01-requirements",
    persona=MAYA.key,
    depth=Depth.STANDARD,
    outputs=(),
    sections={Depth.STANDARD: Section("", ())},
    checks=(),
)
QUESTION = Question(STEP.id, "standard/2/FR-001", "When is FR-001 done?", about="FR-001")


def turn(
    *said: Utterance,
    changes: Sequence[Change] = (),
    settled: tuple[str, ...] = (),
    asked: Question | None = None,
    complete: bool = False,
    exchange: int = 1,
) -> ScriptedTurn:
    spoke = Spoke("script", "", Outcome.FINISHED, said, tuple(changes), (), settled, asked, complete)
    return ScriptedTurn(exchange, spoke)


def fr(number: int, title: str = "Pay by invoice", source: Source | None = None) -> Change:
    return Change(Op.RECORD, f"FR-{number:03d}", Kind.FR, {"title": title}, (source or Stated(0),))


def parts_of(voice: ScriptVoice, dossier: Dossier | None = None) -> list[Part]:
    request = request_for(STEP, state_in(STEP, Depth.STANDARD, dossier or Dossier()), OpenStep)

    async def collect() -> list[Part]:
        return [part async for part in voice.speak(request)]

    return asyncio.run(collect())


def recorded(parts: Sequence[Part]) -> list[Change]:
    return [part.change for part in parts if isinstance(part, Recorded)]


# Words


def test_words_come_in_pieces_that_make_up_the_utterance_and_the_question_is_said_before_it_is_asked() -> None:
    said = Utterance(ALEX, "Two callers:\n\n- one of them cheats")
    parts = parts_of(ScriptVoice([turn(said, asked=QUESTION)]))
    alex = [part for part in parts if isinstance(part, Said) and part.speaker == ALEX]
    question = [part for part in parts if isinstance(part, Said) and part.role is Role.QUESTION]
    assert "".join(part.text for part in alex) == said.text
    assert [part.more for part in alex] == [False] + [True] * (len(alex) - 1)
    assert "".join(part.text for part in question) == QUESTION.text
    assert parts[-1] == Asked(QUESTION)


def test_a_question_that_stands_among_the_words_too_is_said_once() -> None:
    words = Utterance(ALEX, QUESTION.text, Role.QUESTION)
    parts = parts_of(ScriptVoice([turn(words, asked=QUESTION)]))
    assert "".join(part.text for part in parts if isinstance(part, Said)) == QUESTION.text


def test_what_is_noted_down_is_there_at_once() -> None:
    noted = Utterance(MAYA.key, "Noted: FR-001 Pay by invoice", Role.CAPTURED)
    assert parts_of(ScriptVoice([turn(noted, complete=True)])) == [
        Said(MAYA.key, noted.text, Role.CAPTURED),
        Ready(),
    ]


def test_every_word_takes_its_time_by_the_clock_that_was_given() -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    parts_of(ScriptVoice([turn(Utterance(ALEX, "one two three"))], pace=0.5, wait=wait))
    assert waited == [0.5 * THINKING, 0.5, 0.5, 0.5, 0.5 * BREATH]


# One turn after the other


def test_a_turn_that_was_stopped_is_said_again_and_only_then_the_next() -> None:
    voice = ScriptVoice([turn(Utterance(ALEX, "first of all")), turn(Utterance(ALEX, "second"))])

    async def stopped_after_a_word() -> Part:
        request = request_for(STEP, state_in(STEP, Depth.STANDARD, Dossier()), OpenStep)
        speaking = voice.speak(request)
        part = await anext(speaking)
        await speaking.aclose()  # type: ignore[attr-defined]
        return part

    first = asyncio.run(stopped_after_a_word())
    assert first == Said(ALEX, "first ")
    assert parts_of(voice)[0] == first
    assert parts_of(voice) == [Said(ALEX, "second")]


def test_when_the_recording_is_over_it_says_so() -> None:
    with pytest.raises(VoiceError, match="ends here"):
        parts_of(ScriptVoice([]))


def test_a_recording_of_other_steps_is_not_played() -> None:
    other = Question("00-01", "standard/1", "How big is it?")
    with pytest.raises(VoiceError, match="step 00-01, but the analysis is at 01-06"):
        parts_of(ScriptVoice([turn(asked=other)]))


# Ids and turns


def test_ids_that_are_free_stay_as_they_were_recorded() -> None:
    [change] = recorded(parts_of(ScriptVoice([turn(changes=[fr(4)])])))
    assert change.id == "FR-004"


def test_ids_that_are_given_out_become_others_wherever_they_are_named() -> None:
    criterion = Change(
        Op.RECORD, "AC-001-01", Kind.AC, {"text": "FR-001 is done when FR-0011 says so", "fr": ("FR-001",)}
    )
    priority = Change(Op.REVISE, "FR-001", Kind.FR, {"priority": "Must Have"}, (Inferred((), ("FR-001",)),))
    script = turn(
        Utterance(ALEX, "See FR-001."),
        changes=[fr(1), fr(2, "Remind"), criterion, priority],
        settled=("standard/1", "standard/2/FR-001"),
        asked=QUESTION,
    )
    taken = dossier_of(("FR-001", Kind.FR, {"title": "Theirs"}))
    parts = parts_of(ScriptVoice([script]), taken)
    first, second, criterion, priority = recorded(parts)
    assert (first.id, second.id) == ("FR-002", "FR-003")
    assert (criterion.id, criterion.fields["fr"]) == ("AC-002-01", ("FR-002",))
    assert criterion.fields["text"] == "FR-002 is done when FR-0011 says so"
    assert (priority.id, priority.sources) == ("FR-002", (Inferred((), ("FR-002",)),))
    assert [part.key for part in parts if isinstance(part, Settled)] == ["standard/1", "standard/2/FR-002"]
    assert "See FR-002." in "".join(part.text for part in parts if isinstance(part, Said))
    [asked] = [part.question for part in parts if isinstance(part, Asked)]
    assert (asked.key, asked.about) == ("standard/2/FR-002", "FR-002")


def test_a_later_turn_knows_the_new_ids() -> None:
    confirm = Change(Op.CONFIRM, "FR-001", Kind.FR, {}, (Confirmed(0),))
    voice = ScriptVoice([turn(changes=[fr(1)]), turn(changes=[confirm], exchange=2)])
    taken = dossier_of(("FR-001", Kind.FR, {"title": "Theirs"}))
    parts_of(voice, taken)
    [change] = recorded(parts_of(voice, taken))
    assert change.id == "FR-002"


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        (Stated(0), Stated(THIS_TURN)),
        (Stated(7), Stated(THIS_TURN)),
        (Confirmed(0), Confirmed(THIS_TURN)),
        (Inferred((0, 99)), Inferred((THIS_TURN, 99))),
    ],
    ids=["this turn", "this turn by its number", "confirmed in this turn", "a turn nobody spoke in"],
)
def test_the_turns_of_sources_are_those_of_the_analysis_it_plays_in(source: Source, meant: Source) -> None:
    [change] = recorded(parts_of(ScriptVoice([turn(changes=[fr(1, source=source)], exchange=7)])))
    assert change.sources == (meant,)
