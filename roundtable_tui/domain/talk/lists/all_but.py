"""A value that all entries of a list get but some: "all must have except FR-004, which is a could"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.domain.talk.lists.named_values import value_of
from roundtable_tui.domain.talk.lists.part_names import called_by_a_part
from roundtable_tui.domain.talk.lists.selections import select

if TYPE_CHECKING:
    from roundtable_tui.domain.talk.lists.operations import ListQuestion

_ALL = r"(?:all of them|all of these|all|everything|every one|each of them|each|they all|these all)"
_FORM = re.compile(
    rf"(?:{_ALL}\b[\s:=]*(?:(?:are|is|as|should be|a)\s+)*(?P<value>[\w' -]+?)"
    rf"|(?P<first>[\w' -]+?)[\s:]+(?:(?:for|to|is|are)\s+)?{_ALL})"
    r"[\s,]+(?:except(?: for)?|but(?: not)?|apart from|other than|save|without|not)\s+(?P<but>.+)",
    re.IGNORECASE,
)
_WHICH_IS = re.compile(r"\A[\s,(]*(?:(?:which|that|those)\s+)?(?:(?:is|are|as|to|a|be)\s+)*", re.IGNORECASE)


class AllBut(Struct, frozen=True):
    values: Mapping[str, str]
    """The value of each entry that gets one."""
    unknown: tuple[str, ...] = ()


def all_but(text: str, question: ListQuestion) -> AllBut | None:
    """What each entry gets; None where the text says nothing of the kind."""
    found = _FORM.fullmatch(text) if question.values else None
    if found is None:
        return None
    value = value_of(found["value"] or found["first"], question.values)
    left_out = select(found["but"], question.listed)
    left_out = left_out if left_out.names_something else called_by_a_part(found["but"], question.listed)
    other = _WHICH_IS.sub("", found["but"][left_out.length :]).strip(" .!:=,()")
    otherwise = value_of(other, question.values)
    if not value or not left_out.names_something or (other and not otherwise):
        return None
    values = {entry.id: value for entry in question.listed if entry.id not in left_out.ids}
    return AllBut(values | (dict.fromkeys(left_out.ids, otherwise) if otherwise else {}), left_out.unknown)
