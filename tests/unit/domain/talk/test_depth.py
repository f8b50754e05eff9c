"""Where the depth comes from, and which messages ask to change it."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from roundtable_tui.domain.knowledge.sizing import Size
from roundtable_tui.domain.talk import depth
from roundtable_tui.domain.talk.depth import BOTH, Depth, DepthChoice, DepthSource
from roundtable_tui.domain.talk.steering_phrases import phrases

BRIEF, STANDARD, DEEP = Depth.BRIEF, Depth.STANDARD, Depth.DEEP


@pytest.mark.parametrize(
    ("scope", "complexity", "files", "expected"),
    [
        ("small", "low", 3, BRIEF),
        ("small", "low", None, BRIEF),
        ("small", "low", 9, BRIEF),
        ("small", "high", 4, BRIEF),
        ("small", None, 0, BRIEF),
        ("small", "high", 5, STANDARD),
        ("small", "medium", None, STANDARD),
        ("small", None, None, STANDARD),
        ("medium", "low", 2, STANDARD),
        ("medium", "high", 40, STANDARD),
        ("medium", None, None, STANDARD),
        ("large", "high", 3, DEEP),
        ("large", "high", None, DEEP),
        ("large", "low", 16, DEEP),
        ("large", "low", 15, STANDARD),
        ("large", "medium", None, STANDARD),
        ("large", None, None, STANDARD),
    ],
)
def test_the_quick_scan_decides_over_the_step(
    scope: str, complexity: str | None, files: int | None, expected: Depth
) -> None:
    other = DEEP if expected is BRIEF else BRIEF
    choice = depth.determine_depth(None, Size(scope, complexity, files), other)
    assert choice == DepthChoice(expected, DepthSource.SCAN)


@pytest.mark.parametrize("size", [None, Size(), Size(None, "high", 99), Size("unknown", "low", 1)])
def test_an_unknown_scope_leaves_it_to_the_step(size: Size | None) -> None:
    assert depth.determine_depth(None, size, DEEP) == DepthChoice(DEEP, DepthSource.STEP)


def test_with_nothing_to_go_by_it_is_standard() -> None:
    assert depth.determine_depth(None, None, None) == DepthChoice(STANDARD, DepthSource.DEFAULT)


SIZES = st.builds(
    Size,
    st.sampled_from(["small", "medium", "large", "unknown", None]),
    st.sampled_from(["low", "medium", "high", None]),
    st.none() | st.integers(0, 100),
)


@given(st.sampled_from(Depth), SIZES, st.none() | st.sampled_from(Depth))
def test_an_override_always_wins(override: Depth, size: Size, step: Depth | None) -> None:
    assert depth.determine_depth(override, size, step) == DepthChoice(override, DepthSource.OVERRIDE)


@pytest.mark.parametrize("source", list(DepthSource))
def test_every_source_has_its_phrase(source: DepthSource) -> None:
    assert source.phrase


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (
            BRIEF,
            "This looks straightforward. I'll keep the analysis brief -- say 'deep' if you want the full treatment.",
        ),
        (STANDARD, ""),
        (
            DEEP,
            "This is a substantial change. I'll do a thorough analysis -- say 'brief' if you want to speed things up.",
        ),
    ],
)
def test_a_depth_is_announced_in_the_known_words(chosen: Depth, said: str) -> None:
    assert depth.announcement(chosen) == said


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (BRIEF, "Got it, switching to brief mode."),
        (STANDARD, "Got it, switching to standard mode."),
        (DEEP, "Got it, switching to thorough mode."),
    ],
)
def test_a_switch_is_acknowledged_in_the_known_words(chosen: Depth, said: str) -> None:
    assert depth.acknowledgement(chosen) == said


COMMANDS = {
    DEEP: """
        deep | Deep. | DEEPER! | deeper please | deep mode | deep mode now | ok, deep | 'deep' | “deep” | go deep
        let's dig in | Let's dig in, please | Let’s dig in, please. | lets dig in | dig in here | can we dig in?
        go deeper | Can we go deeper on this please? | let's go deeper | go deeper for this phase | go a bit deeper
        a little deeper | even deeper | much deeper, please | more detail | more detail, please | a bit more detail
        a little more detail please | can you go into more detail? | in more detail | I'd like more detail on this
        give me more detail | I want more detail | I need more detail here | thorough | be thorough | more thorough
        could you be more thorough | let's be thorough | make it thorough | yes, thorough | switch to deep
        full analysis | the full analysis, please | I'd like the full analysis | give me the full analysis
        do a full analysis | a deep dive | let's do a deep dive | deep analysis | deep… | deep, then
        deeper, more detail | actually, go deeper | thourough please
        more detial pls | go deeper 🙏 | pleeease go deeper
        dig deeper thx | Lets go deeper!! | deeper :) | could u be more thorough plz | more details please
    """,
    BRIEF: """
        brief | Brief! | BRIEF MODE | keep it brief | let's keep it brief | make it brief | please be brief
        keep this brief | can we make it brief? | back to brief | brief for now | skip ahead | let's skip ahead
        can we skip ahead please | okay, skip ahead then | keep it short | please keep it short | Let's keep it short.
        can you keep it short? | quick | quick, please | let's be quick | be quick about it | quick mode | fast
        go fast | let's go fast | fast mode | fast please | summarize | please summarize | just summarize
        summarize this | summarize for now | could you summarize it? | just the highlights | just the highlights, thanks
        give me just the highlights | ok just the highlights please | brief and quick | a brief analysis please
        the quick analysis | breif | shorter pls 🙂
        a bit shorter plz :-) | keep it short plz | sumarize please | summarise
        can we go a bit faster | short please | fewer questions pls | jsut the highlights | BRIEF 🙏🙏 | quick mode thx
    """,
    STANDARD: """
        standard | Standard. | standard mode | back to standard | normal | normal mode please | back to normal
        let's go back to normal | make it normal | switch to standard | switch back to standard mode | go standard
        normal depth | standard analysis | standard from here on
        standrd pls | swich to standard | back to normal pls...
    """,
}
ANSWERS = """
    fast search | a quick checkout that works over slow links | deep linking | deep-linking | deep copy
    standard deviation | brief description of the item | not too fast | don't go deeper | don’t go deeper | not deep
    do not summarize | no, deeper | never brief | not so quick | thorough tests | normal users | summarize the order
    quick question | quick scan | quickly | faster | briefly | deepest | thoroughly | normally | standards | highlights
    the highlights | more details of the order | detail | more | dig into the logs | dig | skip | skip ahead to payment
    keep it short and sweet | fast food | it should be fast | it must be quick | I want it fast | I want this fast
    very fast | really fast | as fast as possible | fast if possible | good and fast | fast and cheap | also fast
    the brief | a brief | the standard | a standard | our standard | the standard one | standard edition
    normal for us | fast enough | fast is important | search has to be fast | quick wins | brief outage
    deep in the call stack | full analysis of the logs | a full analysis report | fast_search | /fast | fast() == true
    $fast | fast/slow | 5 deep | deep 5 | deep learning | summarize button | standard and premium plans
    normal, priority and express shipping | customers want more detail | more detail on the invoice page
    users can skip ahead in the video | thorough review by accounting | yes | ok | please | let's | now | mode | make it
    can we? | a bit | | ? | ... | 👍 | deepfake | we need fast | everyone, be thorough about security
    faster | shorter sessions | make it faster | make search faster please | formal | through | sorter | sort | too deep
    too fast | too brief | a standards body | quirk
    brie | details | more details of it | short codes | quick, cheap, good
    quick-start | in-depth | one-time fast path | make it fast for mobile users
"""


def rows(table: str) -> list[str]:
    return [row.strip() for line in table.strip().split("\n") for row in line.split("|")]


@pytest.mark.parametrize(
    ("message", "expected"),
    [(row, wanted) for wanted, table in COMMANDS.items() for row in rows(table)],
)
def test_a_message_that_says_only_that_changes_the_depth(message: str, expected: Depth) -> None:
    assert depth.depth_request(message) is expected


@pytest.mark.parametrize("message", rows(ANSWERS))
def test_an_answer_is_never_taken_for_a_depth_change(message: str) -> None:
    assert depth.depth_request(message) is None


@pytest.mark.parametrize(
    "message",
    ["brief or deep?", "quick but thorough", "deep and fast", "normal, deep", "fast or standard mode?"],
)
def test_both_directions_have_to_be_asked_about(message: str) -> None:
    assert depth.depth_request(message) == BOTH


PHRASES = [(phrase, meant) for meant, spoken in depth.DEPTH_PHRASES.items() for phrase in spoken]
FILLERS = sorted(" ".join(words) for words in phrases(depth.DEPTH_FILLER))
CONTENT = ["search", "payment", "orders", "customers", "not", "never", "no", "don't", "very", "42", "/", "is"]


@pytest.mark.parametrize(("phrase", "meant"), PHRASES)
def test_every_phrase_with_every_filler_is_a_command(phrase: str, meant: Depth) -> None:
    assert depth.depth_request(phrase) is meant
    for filler in FILLERS:
        assert depth.depth_request(f"{filler}, {phrase}") is meant, filler
        assert depth.depth_request(f"{phrase} {filler}") is meant, filler


@given(
    st.sampled_from(PHRASES),
    st.lists(st.sampled_from(FILLERS), max_size=4),
    st.sampled_from(CONTENT),
    st.data(),
)
def test_one_word_of_content_makes_a_command_an_answer(
    spoken: tuple[str, Depth], fillers: list[str], content: str, data: st.DataObject
) -> None:
    words = " ".join([*fillers, spoken[0]]).split()
    place = data.draw(st.integers(0, len(words)))
    assert depth.depth_request(" ".join([*words[:place], content, *words[place:]])) is None


@given(st.sampled_from(PHRASES), st.sampled_from(["upper", "title", "lower"]), st.text(alphabet=" .,;:!?…\n\t"))
def test_case_and_punctuation_do_not_matter(spoken: tuple[str, Depth], case: str, marks: str) -> None:
    phrase, meant = spoken
    assert depth.depth_request(f"{marks}{getattr(phrase, case)()}{marks}") is meant


@given(st.lists(st.sampled_from(FILLERS), max_size=8))
def test_filler_alone_asks_for_nothing(fillers: list[str]) -> None:
    message = ", ".join(fillers)
    assume(not any(f" {phrase} " in f" {message.replace(',', '')} " for phrase, _ in PHRASES))
    assert depth.depth_request(message) is None


@given(st.text())
def test_any_text_is_understood_or_left_alone(message: str) -> None:
    assert depth.depth_request(message) in (None, BOTH, *Depth)
