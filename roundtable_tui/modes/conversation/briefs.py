"""What conversation mode asks a voice for: a task, who speaks, what it is about and how deep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roundtable_tui.domain.dossier.questions import AMENDMENT, TopicSubject
from roundtable_tui.domain.journal.values import PointName, Role
from roundtable_tui.domain.knowledge.phases import MAYA
from roundtable_tui.domain.knowledge.points.agent_questions import points_of_agents
from roundtable_tui.domain.knowledge.points.open_points import depth_of, open_points
from roundtable_tui.domain.knowledge.points.point_names import topic_of
from roundtable_tui.domain.knowledge.seats import ANALYSTS, OWN_QUESTIONS, is_theirs
from roundtable_tui.session.moves import Speak
from roundtable_tui.voices.tasks import AskPoint, OpenTalk, Reply

if TYPE_CHECKING:
    from roundtable_tui.domain.dossier.questions import Question
    from roundtable_tui.domain.journal.state import State
    from roundtable_tui.domain.knowledge.knowledge import Knowledge
    from roundtable_tui.domain.knowledge.points.point_names import OpenPoint
    from roundtable_tui.voices.tasks import Task

_BEFORE_ALL_SPOKE = 2
"""Questions after which somebody who has not spoken yet asks the next one that is theirs to ask."""
_ALL_SPOKE = 4
"""By the third exchange: as many questions and silent ones together mean that one of those speaks now."""
_FOLLOWING = 8


def speak_about(task: Task, topic: str, lead: str, state: State) -> Speak:
    """The lead speaks first; the others may join in, those who were brought in too."""
    speakers = tuple(dict.fromkeys((lead, *ANALYSTS, *state.conversation.seated)))
    subject = TopicSubject(topic) if topic and topic != AMENDMENT else None
    return Speak(task, speakers, depth_of(state), subject, window=0)


def open_talk(point: OpenPoint, state: State) -> Speak:
    """Maya alone."""
    return Speak(OpenTalk(point), (MAYA,), depth_of(state), TopicSubject(point.name.topic))


def ask(point: OpenPoint, state: State, knowledge: Knowledge) -> Speak:
    following = _following(point.name, state, knowledge)
    lead = _asking(point, state, knowledge)
    return speak_about(AskPoint(point, following), point.name.topic, lead, state)


def reply(words: str, question: Question, state: State, knowledge: Knowledge) -> Speak:
    name = PointName(question.topic, question.criterion, question.key)
    following = _following(name, state, knowledge)
    lead = _silent_by_now(name, state, knowledge) or _last_asking(question, state) or persona_of(name, knowledge)
    return speak_about(Reply(words, question, following), question.topic, lead, state)


def _following(name: PointName, state: State, knowledge: Knowledge) -> tuple[OpenPoint, ...]:
    """What may be asked next; after the end only what a coding agent waits for."""
    points = points_of_agents(state, knowledge) if state.talk.ending else open_points(state, knowledge)
    return tuple(one for one in points if one.name != name)[:_FOLLOWING]


def _silent_by_now(name: PointName, state: State, knowledge: Knowledge) -> str:
    """Who has to speak now, whatever a model would say; where the search brings Alex in, the questions see to it."""
    spoken = {line.utterance.speaker for line in state.talk.transcript}
    topic = topic_of(name, knowledge)
    likely = (*(topic.contributing if topic else ()), *ANALYSTS)
    silent = [key for key in dict.fromkeys(likely) if key in ANALYSTS and key not in spoken]
    due = state.talk.ledger.topic_questions + len(silent) >= _ALL_SPOKE
    return silent[0] if silent and due and state.conversation.look_depth else ""


def persona_of(name: PointName, knowledge: Knowledge) -> str:
    topic = topic_of(name, knowledge)
    return topic.primary if topic else MAYA


def _asking(point: OpenPoint, state: State, knowledge: Knowledge) -> str:
    """Who was brought in for it, else whose topic it is, or one of its others who has not said anything yet."""
    for persona in state.conversation.seated:
        if is_theirs(persona, point) and _asked_by(persona, state) < OWN_QUESTIONS:
            return persona
    if state.talk.ledger.topic_questions < _BEFORE_ALL_SPOKE:
        return point.persona
    spoken = {line.utterance.speaker for line in state.talk.transcript}
    topic = topic_of(point.name, knowledge)
    silent = [key for key in (topic.contributing if topic else ()) if key in ANALYSTS and key not in spoken]
    return silent[-1] if silent else point.persona


def _asked_by(persona: str, state: State) -> int:
    lines = (line.utterance for line in state.talk.transcript)
    return sum(line.speaker == persona and line.role is Role.QUESTION for line in lines)


def _last_asking(question: Question, state: State) -> str:
    """Who put the question."""
    lines = reversed(state.talk.transcript)
    return next((line.utterance.speaker for line in lines if line.utterance.text == question.text), "")
