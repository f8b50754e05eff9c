"""Users can replace a template; what it can reach and how much it can do stays bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roundtable_tui.artifacts.render.renderer import Renderer, TemplateFailedError
from roundtable_tui.library.assets import shipped_assets
from roundtable_tui.library.loader import load_knowledge
from tests.support.dossiers import small

if TYPE_CHECKING:
    from pathlib import Path


def renderer(place: Path, template: str, name: str = "data-flow.md.j2") -> Renderer:
    folder = place / "templates"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(template)
    return Renderer(load_knowledge([shipped_assets()]), [place, shipped_assets()])


def test_a_template_of_the_project_replaces_the_shipped_one(tmp_path: Path) -> None:
    text = renderer(tmp_path, "{{ of.flow|length }} flow in {{ item.slug }}").render("data-flow.md", small())
    assert text == "1 flow in pay-by-invoice\n"


def test_an_empty_template_stands_for_the_shipped_one(tmp_path: Path) -> None:
    assert renderer(tmp_path, "").render("data-flow.md", small()).startswith("# Data Flow: ")


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ item.__init__.__globals__ }}",
        "{{ [link]|join(attribute='__globals__') }}",
        "{{ view.holds.__func__.__globals__ }}",
        "{{ self._TemplateReference__context }}{{ cycler.__init__ }}",
        "{% for a in range(10**9) %}x{% endfor %}",
        "{% for a in range(1000000000) %}x{% endfor %}",
        "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}",
        "{{ 'x' * 1000000000 }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ 'x'.ljust(1000000000) }}",
        "{{ 'x'|center(1000000000) }}",
        "{% include '../../../etc/passwd' %}",
        "{% include '/etc/passwd' %}",
        "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}",
        "{% if %}",
        "{{ nothing_of_the_kind }}",
        "{{ of.flow[7].id }}",
        "{{ 1 / 0 }}",
        "{% set _ = of.clear() %}",
    ],
)
def test_a_template_that_breaks_or_reaches_out_fails_by_its_name(tmp_path: Path, template: str) -> None:
    with pytest.raises(TemplateFailedError, match=r"data-flow\.md") as failed:
        renderer(tmp_path, template).render("data-flow.md", small())
    assert "templates/data-flow.md.j2" in failed.value.hint


def test_a_template_cannot_be_a_link_to_a_file_elsewhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hunter2")
    place = tmp_path / "place"
    (place / "templates").mkdir(parents=True)
    (place / "templates" / "data-flow.md.j2").symlink_to(secret)
    broken = Renderer(load_knowledge([shipped_assets()]), [place, shipped_assets()])
    with pytest.raises(TemplateFailedError, match="leads out of its folder"):
        broken.render("data-flow.md", small())


def test_what_the_user_wrote_is_never_run_as_a_template(tmp_path: Path) -> None:
    place = renderer(tmp_path, "{{ one.problem.text()|prose }} {{ '{{ 7 * 7 }}'|inline }}")
    assert "{{ 7 * 7 }}" in place.render("data-flow.md", small())
