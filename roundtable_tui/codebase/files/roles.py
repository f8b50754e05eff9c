"""What part a file plays in a project, told by its name: code, a test of it, a document, delivery."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache


class Role(StrEnum):
    CODE = "code"
    TEST = "test"
    DOCUMENT = "document"
    DELIVERY = "delivery"
    OTHER = "other"
    """Templates, styles, data, settings: read by code, and changed along with it."""


_CODE = frozenset(
    "py pyi pyx js jsx mjs cjs ts tsx mts cts vue svelte go rs java kt kts scala groovy c h cc cpp cxx hpp hh hxx m mm"
    " rb php cs fs vb swift dart lua pl pm r jl ex exs erl hrl clj cljs hs ml mli nim zig sh bash zsh fish ps1 bat sql"
    " proto graphql thrift asm s f90 f95 cob elm".split()
)
_DOCUMENTS = frozenset("md rst txt adoc asciidoc org tex rdoc pod mdx markdown po pot xlf xliff".split())
"""Texts for people; catalogues of translations, too, follow the code they are drawn from."""
_DOCUMENT_FOLDERS = frozenset("doc docs documentation".split())
_DOCUMENT_NAMES = re.compile(
    r"readme|change(s|log)|history|news|authors|contribut\w*|licen[cs]e|copying|notice|security|code_of_conduct"
)
_TEST_FOLDERS = frozenset("test tests testing __tests__ spec specs e2e testdata fixtures __mocks__".split())
_TEST_NAMES = re.compile(
    r"test_.*|tests?\.\w+|conftest\.py|.*_tests?\.\w+|.*[._-](test|spec)\.\w+|.*(Test|Tests|Spec|IT)\.(java|kt|cs|scala|php|groovy|swift)"
)
_DELIVERY = re.compile(
    r"(^|.*/)(\.github/workflows/.*|\.gitlab-ci.*\.yml|\.circleci/.*|\.ci/.*|jenkinsfile.*|dockerfile.*|.*\.dockerfile"
    r"|docker-compose.*\.ya?ml|compose\.ya?ml|makefile|gnumakefile|justfile|tox\.ini|noxfile\.py|azure-pipelines.*\.yml"
    r"|\.travis\.yml|appveyor\.yml|bitbucket-pipelines\.yml|setup\.(py|cfg)|pyproject\.toml|package\.json|cargo\.toml"
    r"|go\.mod|pom\.xml|build\.gradle(\.kts)?|cmakelists\.txt|gemfile|.*\.gemspec|composer\.json|.*\.csproj|.*\.sln"
    r"|manifest\.in|requirements.*\.txt|\.pre-commit-config\.yaml|\.readthedocs\.ya?ml)"
)


@lru_cache(maxsize=1 << 17)
def role_of(name: str) -> Role:
    """By the file's place and name alone; tests first, because a test of the build is a test."""
    folders, base = name.split("/")[:-1], name.rpartition("/")[2]
    lowered = [folder.lower() for folder in folders]
    extension = base.rpartition(".")[2].lower() if "." in base else ""
    if _TEST_NAMES.fullmatch(base) or not _TEST_FOLDERS.isdisjoint(lowered):
        return Role.TEST
    if _DELIVERY.fullmatch(name.lower()):
        return Role.DELIVERY
    if extension in _DOCUMENTS or _DOCUMENT_NAMES.fullmatch(base.lower()) or not _DOCUMENT_FOLDERS.isdisjoint(lowered):
        return Role.DOCUMENT
    return Role.CODE if extension in _CODE else Role.OTHER
