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
    "only_says_to_stop",
    "passes",
    "phrases",
    "takes_back",
    "wants_to_continue",
    "wants_to_stop",
    "words_of",
    "yes_or_no",
]

_LEAD_IN = phrases(
    "ok, okay, alright, all right, right, great, good, fine, cool, nice, perfect, well, so, then, anyway, guys"
)
_FOR_NOW = phrases(
    "for (now|today|the day|tonight), now, today, tonight, then, here, for the moment, folks, everyone, all, bye"
)
_ASKING = phrases("I think, I guess, can we, could we, can you, could you, can I, could I, let me, let us, I want to")

_WE_MAY = "(let us|can we|can we please|could we|we can|i want to|i would like to|i need to|time to)"
_PRAISE = phrases("that was [very] (helpful|useful|great|good|interesting), very (helpful|useful|interesting)")
_STOP = each(
    True,
    "that is enough [for (me|us|today|now)], enough for (today|now), enough is enough, "
    "(I am|we are) [all] done [here|for (today|now)], finish (up|it up|this up|things up), "
    "(I am|we are) [all] finished [here|for (today|now)], "
    f"{_WE_MAY} (stop|quit|finish|wrap up) [here|now|there], {_WE_MAY} wrap (it|this|things) up, let us "
    "(stop|finish|end) (it|this) [here|now|there], let us finish up, let us (stop|end) (here|there), "
    "stop here, i have to (stop|go|leave) [here|now], I need to (go|leave) [now], "
    "that will do for (today|now), let us continue (tomorrow|later|another (day|time)|next (week|time)), "
    "stop for (now|today|the day|tonight), "
    "enough for (one day|one day now|this time|this session), (let us|we can|we could|we should) "
    "(leave|end|finish|stop) "
    "(it|this) [here|there|now|for (today|now)], (let us|we can|we should) (finish|end|stop) for (today|now), "
    "[let us] call it a day, let us leave it (there|here|at that), [let us|just] ship it, wrap up [now|here], wrap "
    "(it|this|things) up [now|here], (enough|no more) questions [for (now|today)], stop asking [questions], i have had "
    "enough [for (now|today)], (that is|that was) (it|all) for (now|today)",
)
_STOP_ALONE = each(True, "stop, quit, exit, end, finish, end it, finish it, stop it, bye, goodbye, see you")
_MY_LAST = "((last|the last|my last|that last|my) answer|my last (message|reply|response))"
_THE_LAST = "the last [one|thing|bit|part|entry|step|change]"
_WHAT_I_SAID = "what I [just] (said|wrote|typed|answered)"
_END_ELABORATION = each(
    True,
    "done, done here, all done, (I am|we are) [all] (done|finished), finished, exit, quit, wrap up, wrap-up, wrap "
    "(it|this|things) up, [go] back [to menu], sum [it] up, let us sum up, finish (up|here), let us finish, end it "
    "here, (exit|end|leave|stop|close|finish|quit) [the|this] (elaboration|discussion|debate), stop discussing, that "
    "is enough [talk|for (now|me)], enough [of (that|this)|for now|talk], [let us] stop here, let us leave it at that, "
    "finish, stop, leave, [to] [the] menu, "
    "[let us] (end|close|finish|stop|leave) (it|this) [here|now], [let us] [get|go] back to (work|it|business), "
    "(that is|that was) enough (discussion|debate|talking|discussing), enough (discussion|debate|talking), [let us] "
    "get out [of here], (we can|we could|we should|let us) (leave|end|finish|stop) (it|this) (here|there|at that), "
    "leave it (there|here|at that)",
)
# "well done", "done right" and "I'm back" are talk, so "well", "right" and "I'm" are no filler here.
_END_FILLER = phrases(
    "ok, okay, alright, all right, great, cool, so, then, let's, let us, I think, I guess, can we, could we, we can, "
    "we could, you can, and, time to, to the (menu|step|questions), let me, for now, now, here, guys, folks, team, "
    "everyone, I am good, that's it, that's all, for me, from me, we should, I'd like to, please"
)
_CONTINUE = each(
    True,
    "[let us] (continue|keep going|go on|carry on|keep talking|move on|proceed), keep on, resume, [I am] not "
    "(done|finished) [yet], not yet finished",
)
_TAKE_BACK = each(
    True,
    f"undo, (undo|revert) (that|this|it|last|{_THE_LAST}|my last|{_MY_LAST}|{_WHAT_I_SAID}), rewind, "
    f"[i] take (that|it|this|{_MY_LAST}|{_WHAT_I_SAID}) back, take back ({_MY_LAST}|{_WHAT_I_SAID}), (scratch|strike) "
    f"(that|it|{_MY_LAST}), forget ({_MY_LAST}|{_WHAT_I_SAID}), (ignore|delete|remove|cancel|discard|withdraw|erase) "
    f"({_MY_LAST}|{_WHAT_I_SAID}), "
    "[go|step|one] back (one|a) (question|answer|step|message), go back one, [go] one (question|answer|step) back, go "
    "[back] to the (previous|last) question, [to the] previous question, i did not mean (that|it|to say (that|it)) go "
    "back, (oops|ups|sorry) (wrong|that was the wrong|i gave the wrong) (answer|key), that was not what i (meant|"
    "wanted) to (say|type|write|answer), i (mistyped|misclicked), i answered the wrong question",
)
_BRING_BACK = each(
    True,
    f"redo, redo (that|this|it|last|{_THE_LAST}|{_MY_LAST}), bring (that|it|{_MY_LAST}) back, bring back {_MY_LAST}, "
    f"put (that|it) back, restore (that|it|{_MY_LAST}), undo (the|that|my) undo",
)
_UNDOING = phrases(
    "wait, actually, no wait, wrong, sorry, oh no, hold on, damn, argh, my (bad|mistake), go back, "
    "(wrong|that was the wrong) (answer|key), that was (wrong|a mistake|a typo|an accident), i made a mistake, "
    "please, just, again"
)

_WHY_STOP = phrases(
    "i am out, "
    "[i|we] have to (run|leave|go|catch a train|pick up the kids), (i am|we are) (out of time|tired|late|running late|"
    "running out of time|exhausted|hungry), (i|we) have no [more] time [left], it is (late|getting late), my head is "
    "full, lunch time, time is up, meeting in five"
)
_STOPS = Vocabulary(
    _STOP,
    _LEAD_IN | _FOR_NOW | phrases("I think, I guess, thanks for today, see you, and, wrap up") | _PRAISE | _WHY_STOP,
)
_STOPS_ALONE = Vocabulary(_STOP_ALONE, _LEAD_IN | _FOR_NOW | phrases("let us, can we, let me, I think"))
_CONTINUES = Vocabulary(
    _CONTINUE,
    _LEAD_IN
    | _FOR_NOW
    | phrases(
        "no, nope, let's, wait, not yet, with it, talking, a (bit|little) [more|longer], a while [longer], some more"
    ),
)
_ENDS = Vocabulary(_END_ELABORATION, _END_FILLER | _PRAISE)
_TAKES_BACK = Vocabulary(_TAKE_BACK, _LEAD_IN | _FOR_NOW | _ASKING | _UNDOING)
_BRINGS_BACK = Vocabulary(_BRING_BACK, _LEAD_IN | _FOR_NOW | _ASKING | _UNDOING)


def wants_to_stop(message: str) -> bool:
    """Whether the whole message says to end the analysis here."""
    return bool(_STOPS.only(message))


def only_says_to_stop(message: str) -> bool:
    """Whether it is a lone "stop" or "quit", which could be an answer where something was asked."""
    return wants_to_stop(message) or bool(_STOPS_ALONE.only(message))


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
