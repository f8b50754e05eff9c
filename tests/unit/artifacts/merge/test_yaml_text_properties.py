"""What holds for every merge of YAML: what the user wrote stays to the letter wherever the analysis has no news."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from roundtable_tui.artifacts.merge.three_way import merge
from roundtable_tui.artifacts.merge.verdict import UnreadableError
from roundtable_tui.formats.yaml import read_yaml

NAME = "interface-spec.yaml"
FIELDS = ("name", "text", "version", "schema", "owner", "modules")
SPELLINGS = st.sampled_from(
    [
        *("1.10", "1.1", "no", "'no'", "false", "on", "~", "null", "", "2024-01-01", "010", "0x1F", "1e3", "12:30:00"),
        *("plain words", '"with # and: signs"', "'it''s'", '"tab\\tand \\u00e9"', "ein längerer Satz – 😀", "<<", "="),
        *("[]", "{}", "[a, b]", "[ a,b , 'c' ]", "{x: 1.10, y: no}", "[[1, 2], {z: ~}]", "!!str 12", "!own thing"),
        *("|\n{}one\n{}two # no comment", "|-\n{}one\n\n{}  two", ">\n{}folded\n{}text", '"over\n{}two lines"'),
    ]
)


@dataclass(frozen=True)
class Field:
    name: str
    spelling: str
    comment: str = ""
    above: str = ""


@dataclass(frozen=True)
class Record:
    id: str
    fields: tuple[Field, ...]
    above: str = ""
    as_flow: bool = False


@st.composite
def records(draw: st.DrawFn) -> tuple[Record, ...]:
    numbers = draw(st.lists(st.integers(1, 6), unique=True, max_size=4))
    return tuple(
        Record(
            f"IF-00{number}",
            tuple(Field(name, draw(SPELLINGS)) for name in draw(st.lists(st.sampled_from(FIELDS), unique=True))),
        )
        for number in numbers
    )


@st.composite
def developed(draw: st.DrawFn, before: tuple[Record, ...]) -> tuple[Record, ...]:
    """The records after the analysis went on: some changed, some gone, some new."""
    kept = [
        replace(record, fields=tuple(_developed(draw, record.fields))) for record in before if draw(st.integers(0, 5))
    ]
    known = {record.id for record in before}
    new = [record for record in draw(records()) if record.id not in known]
    return tuple(draw(st.permutations([*kept, *new]))) if draw(st.booleans()) else (*kept, *new)


def _developed(draw: st.DrawFn, fields: tuple[Field, ...]) -> list[Field]:
    kept = [
        field if draw(st.integers(0, 2)) else Field(field.name, draw(SPELLINGS))
        for field in fields
        if draw(st.integers(0, 5))
    ]
    known = {field.name for field in fields}
    return kept + [Field(name, draw(SPELLINGS)) for name in FIELDS if name not in known and not draw(st.integers(0, 3))]


@st.composite
def edited(draw: st.DrawFn, before: tuple[Record, ...]) -> tuple[Record, ...]:
    """The records after the user was at them, with remarks that are all different."""
    numbers = iter(range(10_000))

    def remark() -> str:
        return f"# my remark {next(numbers)}." if not draw(st.integers(0, 3)) else ""

    return tuple(
        replace(
            record,
            fields=tuple(replace(field, comment=remark(), above=remark()) for field in _developed(draw, record.fields)),
            above=remark(),
        )
        for record in draw(developed(before))
    )


def written(all_records: tuple[Record, ...], margin: int = 2) -> str:
    """The records as a file, the list so many columns in."""
    lines = ["item: pay"]
    lines.append("interfaces:" if all_records else "interfaces: []")
    for record in all_records:
        if record.above:
            lines.append(f"{' ' * margin}{record.above}")
        lines.append(f"{' ' * margin}- id: {record.id}")
        inner = " " * (margin + 2)
        for field in record.fields:
            if field.above:
                lines.append(inner + field.above)
            lines += _field_lines(field, inner)
    return "\n".join(lines) + "\n"


def _field_lines(field: Field, margin: str) -> list[str]:
    first, *rest = f"{field.name}: {field.spelling}".rstrip(" ").replace("{}", f"{margin}  ", 9).split("\n")
    if field.spelling == "{}":
        first = f"{field.name}: {{}}"
    if field.comment and not rest:
        first += f"  {field.comment}"
    elif field.comment:
        return [f"{margin}{field.comment}", margin + first, *rest]
    return [margin + first, *rest]


def news(before: tuple[Record, ...], now: tuple[Record, ...], record: Record, field: Field) -> bool:
    """Whether the analysis has changed this field since."""

    def said(side: tuple[Record, ...]) -> str | None:
        return next(
            (f.spelling for one in side if one.id == record.id for f in one.fields if f.name == field.name), None
        )

    return said(before) != said(now)


MARGINS = st.integers(0, 4)


@given(st.data(), records(), MARGINS)
def test_what_the_user_wrote_stays_to_the_letter_where_the_analysis_has_no_news(
    data: st.DataObject, base: tuple[Record, ...], margin: int
) -> None:
    theirs, ours = data.draw(edited(base)), data.draw(developed(base))
    text = merge(NAME, written(base), written(theirs, margin), written(ours)).text
    kept = {record.id for record in ours} | {record.id for record in theirs if record.id not in {r.id for r in base}}
    lost = [
        line
        for record in theirs
        for field in record.fields
        if record.id in kept and not news(base, ours, record, field)
        for line in _field_lines(field, " " * (margin + 2))
        if line not in text.split("\n")
    ]
    assert lost == []


@given(st.data(), records(), MARGINS)
def test_no_remark_of_the_users_is_lost(data: st.DataObject, base: tuple[Record, ...], margin: int) -> None:
    theirs = written(data.draw(edited(base)), margin)
    text = merge(NAME, written(base), theirs, written(data.draw(developed(base)))).text
    remarks = [f"# my remark {number}." for number in range(60) if f"# my remark {number}." in theirs]
    assert [remark for remark in remarks if remark not in text] == []


@given(st.data(), records(), MARGINS)
def test_without_news_from_the_analysis_no_character_changes(
    data: st.DataObject, base: tuple[Record, ...], margin: int
) -> None:
    theirs = written(data.draw(edited(base)), margin)
    assert merge(NAME, written(base), theirs, written(base)).text == theirs


@given(st.data(), records())
def test_an_entry_the_user_left_alone_says_what_the_analysis_says(
    data: st.DataObject, base: tuple[Record, ...]
) -> None:
    ours = data.draw(developed(base))
    theirs = "# mine\n" + written(base, 4)
    assert read_yaml(merge(NAME, written(base), theirs, written(ours)).text) == read_yaml(written(ours))


@given(st.data(), records(), MARGINS)
def test_merging_twice_changes_nothing(data: st.DataObject, base: tuple[Record, ...], margin: int) -> None:
    theirs, ours = written(data.draw(edited(base)), margin), written(data.draw(developed(base)))
    once = merge(NAME, written(base), theirs, ours).text
    assert merge(NAME, ours, once, ours).text == once


@given(st.text(st.sampled_from("ab:{}[]-,&*#'\"|>~? \n"), max_size=40))
def test_any_text_is_merged_or_refused_and_keeps_what_is_its_own(text: str) -> None:
    base, ours = "a: a\nb:\n- b\n", "a: b\nb:\n- b\n- a\n"
    try:
        merged = merge(NAME, base, text, ours).text
    except UnreadableError:
        return
    after = read_yaml(merged)
    for name, value in before.items() if isinstance(before := read_yaml(text), dict) else ():
        if name not in ("a", "b"):
            assert isinstance(after, dict)
            assert after[name] == value
