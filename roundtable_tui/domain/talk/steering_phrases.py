"""Recognises the few short messages that steer the talk, so that everything else stays an answer."""

from __future__ import annotations

from roundtable_tui.domain.journal.values import Verdict
from roundtable_tui.domain.talk.address import addressed
from roundtable_tui.domain.talk.replies import yes_or_no
from roundtable_tui.domain.talk.reply_phrases import dont_know, passes
from roundtable_tui.domain.talk.spoken_words import Vocabulary, each, only_says, phrases, words_of
from roundtable_tui.domain.talk.verdicts import accept_or_amend

__all__ = [
    "Verdict",
    "accept_or_amend",
    "addressed",
    "brings_back",
    "dont_know",
    "ends_elaboration",
    "only_says",
    "passes",
    "phrases",
    "takes_back",
    "wants_to_continue",
    "wants_to_stop",
    "words_of",
    "yes_or_no",
]

_LEAD_IN = phrases(
    "ok, okay, alright, all right, right, great, good, cool, nice, perfect, well, so, then, anyway, guys"
)
_FOR_NOW = phrases("for now, for today, now, today, tonight, then, here, for the moment, folks, everyone, all, bye")
_ASKING = phrases("I think, I guess, can we, could we, can you, could you, can I, could I, let me, let us, I want to")

_STOP = each(
    True,
    "that's enough, that is enough, that's enough for me, enough for today, enough for now, enough is enough, "
    "I'm done, I am done, I'm done here, we're done here, I'm done for today, we are done for today, I'm all done, "
    "I'm finished, I am finished, we're finished, I'm finished here, let's stop, let us stop, let's stop this, "
    "let's stop there, let's stop it here, stop here, can we stop, can we stop here, can we please stop, could we stop "
    "here, we can stop here, we can stop now, I want to stop, I'd like to stop, I would like to stop here, I need to "
    "stop, I have to stop, I have to stop here, I want to stop here, time to stop, let's wrap up, I want to wrap up, "
    "I'd like to wrap up, can we wrap up, "
    "could we wrap up, we can wrap up, let us wrap up, "
    "let's wrap it up, let's wrap this up, let's finish, let's finish here, let's finish up, let's finish it, let's "
    "finish this, let's end here, let's end it here, let's end this, let's end this here, let's call it a day, call "
    "it a day, let's leave it there, let's leave it at that, let's leave it here, I have to go, I have to go now, "
    "I need to go, I have to leave, let's quit, I want to quit, ship it, let's ship it, just ship it",
)
_END_ELABORATION = each(
    True,
    "done, all done, I'm done, I am done, we're done, we are done, I'm all done, we're all done, done here, exit, "
    "exit elaboration, end elaboration, end it here, wrap up, wrap-up, wrap it up, wrap this up, back, go back, back "
    "to menu, sum up, sum it up, let's sum up, I'm finished, I am finished, we're finished, we are finished, "
    "finished, finish up, finish here, let's finish, quit, leave elaboration, stop the discussion, stop discussing, "
    "stop the elaboration, end the discussion, end the elaboration, leave the elaboration, exit the elaboration, "
    "leave the discussion, close the discussion, that's enough, that is enough, enough, enough of that, enough of "
    "this, "
    "enough for now, enough talk, that's enough talk, let's stop here, stop here, let's leave it at that",
)
# "well done", "done right" and "I'm back" are talk, so "well", "right" and "I'm" are no filler here.
_END_FILLER = phrases(
    "ok, okay, alright, all right, great, cool, so, then, let's, let us, I think, I guess, can we, could we, we can, "
    "we could, you can, and, time to, to the menu, to the step, let me, for now, now, here, guys, folks, team, "
    "everyone, that's it, that's all, for me, from me, we should, I'd like to, please"
)
_CONTINUE = each(
    True,
    "continue, let's continue, keep going, let's keep going, go on, let's go on, carry on, let's carry on, keep on, "
    "keep talking, let's keep talking, proceed, resume, move on, let's move on, not done yet, I'm not done, I'm not "
    "done yet, not finished yet, I'm not finished, not yet finished",
)
_TAKE_BACK = each(
    True,
    "undo, undo that, undo this, undo it, undo last, undo the last, undo the last one, undo my last answer, undo the "
    "last answer, undo last answer, undo my answer, undo my last message, undo my last, revert that, revert it, revert "
    "this, revert my last answer, revert the last answer, take that back, take it back, take this back, I take that "
    "back, I take it back, take back my last answer, take back the last answer, take back my answer, take back what I "
    "said, take back what I just said, take what I said back, take my last answer back, scratch that, strike that, "
    "forget what I said, forget my last answer, forget what "
    "I just said, forget the last answer, ignore my last answer, ignore my last message, ignore what I said, delete my "
    "last answer, remove my last answer, cancel my last answer",
)
_BRING_BACK = each(
    True,
    "redo, redo that, redo this, redo it, redo last, redo the last one, redo my last answer, redo the last answer, "
    "bring that back, bring it back, bring back my answer, bring back my last answer, bring my answer back, "
    "put that back, put it back, restore that, restore it, restore my answer, restore my last answer, undo the undo, "
    "undo that undo, undo my undo",
)
_UNDOING = phrases(
    "wait, actually, no wait, oh no, hold on, damn, argh, my bad, my mistake, wrong answer, please, just, again"
)

_STOPS = Vocabulary(_STOP, _LEAD_IN | _FOR_NOW | phrases("I think, I guess, please, thanks for today, see you"))
_CONTINUES = Vocabulary(_CONTINUE, _LEAD_IN | _FOR_NOW | phrases("no, nope, let's, wait, not yet, with it, talking"))
_ENDS = Vocabulary(_END_ELABORATION, _END_FILLER)
_TAKES_BACK = Vocabulary(_TAKE_BACK, _LEAD_IN | _FOR_NOW | _ASKING | _UNDOING)
_BRINGS_BACK = Vocabulary(_BRING_BACK, _LEAD_IN | _FOR_NOW | _ASKING | _UNDOING)


def wants_to_stop(message: str) -> bool:
    """Whether the whole message says to end the analysis here."""
    return bool(_STOPS.only(message))


def wants_to_continue(message: str) -> bool:
    """Whether the whole message says to go on talking, as an answer to "You'd like to wrap up?"."""
    return bool(_CONTINUES.only(message))


def ends_elaboration(message: str) -> bool:
    """Whether the whole message says to leave the elaboration and go back to the menu."""
    return bool(_ENDS.only(message))


def takes_back(message: str) -> bool:
    """Whether the whole message says to undo the last answer."""
    return bool(_TAKES_BACK.only(message))


def brings_back(message: str) -> bool:
    """Whether the whole message says to redo what was just undone."""
    return bool(_BRINGS_BACK.only(message))
