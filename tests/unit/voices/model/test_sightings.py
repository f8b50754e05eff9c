"""Code that was looked at is remembered across turns: noted by the toolbox, kept by the fold, shown to the model."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from roundtable_tui.domain.dossier.kinds import Kind
from roundtable_tui.domain.dossier.provenance import Cited
from roundtable_tui.domain.journal.code_facts import Seen
from roundtable_tui.domain.journal.codec import from_wire, to_wire
from roundtable_tui.domain.journal.events import VOICE, Event, Outcome, Spoke
from roundtable_tui.domain.journal.fold.fold import fold
from roundtable_tui.voices.model.exchange import ToolCall
from roundtable_tui.voices.model.prompt.situation import situation
from roundtable_tui.voices.model.tools.sightings import seen_in_file, seen_in_search
from roundtable_tui.voices.model.tools.toolbox import LOOKING, RECORDING, Result, Toolbox
from tests.support.states import changed
from tests.support.voices.model_turns import Code, entry, known, recording, request_in

PAY_PY = "def pay():\n    return charge()\n"
PAY = Seen("src/pay.py", 1, 2, "def pay()")


def looking(**call: object) -> tuple[Toolbox, Result]:
    toolbox = Toolbox(request_in("02-01", "Look.", code=Code()), str, LOOKING)
    name = "search_code" if "words" in call else "read_code"
    (result,) = toolbox.take_all((ToolCall("l", name, call),))
    return toolbox, result


def spoke(seq: int, *seen: Seen) -> Event:
    return Event(seq, "2026-01-01T00:00:00Z", seq, VOICE, 0, Spoke("v", "1", Outcome.FINISHED, seen=seen))


def test_what_was_read_is_noted_with_its_lines_and_what_it_defines() -> None:
    toolbox, _ = looking(path="src/pay.py", start=1, end=200)
    assert toolbox.seen == [PAY]


def test_what_a_search_showed_is_noted_line_by_line() -> None:
    toolbox, _ = looking(words="charge")
    assert toolbox.seen == [Seen("src/pay.py", 2, 2, "return charge()")]


def test_how_a_word_was_found_is_no_part_of_what_the_line_says() -> None:
    found = "a.py:3: def pay_invoice():  (a part of a name)\nb.py:4: invoices  (another form of the word)"
    assert [one.gist for one in seen_in_search(found)] == ["def pay_invoice():", "invoices"]


def test_a_file_that_is_not_there_is_an_answer_and_was_not_seen() -> None:
    toolbox, result = looking(path="src/gone.py", start=1, end=9)
    assert not result.bad
    assert "it is not there" in result.text
    assert toolbox.seen == []


def test_the_numbers_before_the_lines_say_which_were_shown() -> None:
    shown = "   40  # nothing\n   41  class Ledger:\n   42      def close(self):\n(There is more than can be shown.)"
    assert list(seen_in_file("ledger.py", 40, shown)) == [Seen("ledger.py", 40, 42, "class Ledger; def close(self)")]


def test_a_gist_names_definitions_and_no_line_that_only_looks_like_one() -> None:
    shown = "    1      type=click.Path(),\n    2  async def cli(ctx):\n    3  const = 4\n    4  type Name = str"
    assert [one.gist for one in seen_in_file("cli.py", 1, shown)] == ["async def cli(ctx); type Name = str"]


def test_a_search_without_hits_has_shown_nothing() -> None:
    assert list(seen_in_search("None of these words occurs in the code.")) == []


def test_it_survives_the_journal_and_an_old_line_has_none() -> None:
    event = spoke(1, PAY)
    assert from_wire(to_wire(event)) == event
    assert "seen" not in to_wire(spoke(1))


def test_the_state_keeps_each_passage_once_and_the_latest_of_many() -> None:
    many = [spoke(number, Seen(f"src/{number}.py", 1, 9, "x")) for number in range(1, 260)]
    state = fold([*many, spoke(260, PAY, Seen("src/pay.py", 1, 40, "all of it"))])
    assert len(state.code.seen) == 200
    assert state.code.seen[-1] == Seen("src/pay.py", 1, 40, "all of it")
    assert PAY not in state.code.seen


def test_the_model_is_shown_what_it_saw_in_earlier_turns() -> None:
    brief = request_in("02-01", "Go on.", code=Code())
    state = changed(brief.state)
    state = replace(state, code=replace(state.code, seen=(PAY,)))
    assert "src/pay.py:1-2: def pay()" in situation(replace(brief, state=state), str)
    assert "Code you have seen" not in situation(brief, str)


# Citing


def citing(toolbox: Toolbox, path: str, start: int, end: int) -> Result:
    evidence = {"said": [], "code": [{"path": path, "start": start, "end": end}], "entries": []}
    (result,) = toolbox.take_all((recording(entry("zone", evidence, text=f"{path} is fragile")),))
    return result


def at_table(*calls: ToolCall, code: Code | None = None, seen: tuple[Seen, ...] = ()) -> Toolbox:
    brief = request_in("02-01", "Look.", code=code or Code())
    brief = replace(brief, state=replace(brief.state, code=replace(brief.state.code, seen=seen)))
    toolbox = Toolbox(brief, str, LOOKING | RECORDING)
    toolbox.take_all(calls)
    return toolbox


READ = ToolCall("l", "read_code", {"path": "./src/pay.py", "start": 1, "end": 9})
SEARCHED = ToolCall("l", "search_code", {"words": "pay charge"})


@pytest.mark.parametrize(
    ("calls", "seen"), [((READ,), ()), ((SEARCHED,), ()), ((), (PAY,))], ids=["read", "searched", "in an earlier turn"]
)
def test_lines_that_were_seen_can_be_cited(calls: tuple[ToolCall, ...], seen: tuple[Seen, ...]) -> None:
    code = Code({"src/pay.py": PAY_PY, "./src/pay.py": PAY_PY})
    assert not citing(at_table(*calls, code=code, seen=seen), "src/pay.py", 1, 2).bad


def test_lines_that_nobody_has_seen_are_shown_instead_of_cited_and_can_be_cited_then() -> None:
    toolbox = at_table()
    first = citing(toolbox, "src/pay.py", 1, 2)
    assert first.bad
    assert "You have not seen all of src/pay.py:1-2" in first.text
    assert "return charge()" in first.text
    assert not toolbox.recorder.changes
    assert not citing(toolbox, "src/pay.py", 1, 2).bad
    assert toolbox.seen == [PAY]


def test_of_a_long_passage_only_what_was_shown_can_be_cited() -> None:
    toolbox = at_table(code=Code({"long.py": "line\n" * 90}))
    assert citing(toolbox, "long.py", 1, 90).bad
    assert citing(toolbox, "long.py", 1, 41).bad
    assert not citing(toolbox, "long.py", 3, 40).bad


def test_what_an_entry_rests_on_already_can_be_cited_again() -> None:
    cited = Cited("src/pay.py", 1, 2, "digest", "abc1234")
    brief = request_in("02-01", "Look.", code=Code(), entries=[known(Kind.ZONE, "ZONE-001", cited, text="Paying")])
    assert not citing(Toolbox(brief, str, RECORDING), "src/pay.py", 2, 2).bad


def test_of_a_search_whole_words_and_different_files_are_remembered_first() -> None:
    parts = [f"a.py:{number}: get_{number}()  (a part of a name)" for number in range(1, 9)]
    found = "\n".join((*parts, "a.py:20: get", "b.py:4: get", "b.py:9: get"))
    places = [f"{one.path}:{one.start}" for one in seen_in_search(found)]
    assert places == ["a.py:20", "b.py:4", "b.py:9", "a.py:1", "a.py:2"]
