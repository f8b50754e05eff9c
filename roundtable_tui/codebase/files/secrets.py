"""The one filter for secrets: which files are never opened, and what is taken out of text before others see it."""

from __future__ import annotations

import fnmatch
import re
from typing import TYPE_CHECKING

from msgspec import Struct

from roundtable_tui.codebase.files.secret_patterns import (
    ASSIGNED,
    CUT_OFF,
    EMBEDDED,
    KEPT_BLOCK,
    KEPT_BY_KUBERNETES,
    KEPT_VALUE,
    KEY_BLOCK,
    MARK,
    SETTING,
    SHAPED,
    SIGNS,
    VARIABLE,
    holds_a_key,
    is_reference,
    is_secret_setting,
    is_secret_value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECRET_NAMES = (
    ".env", ".env.*", "*.env", ".envrc", "*.pem", "*.key", "*.p8", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.ppk",
    "*.asc", "*.gpg", "*.kdbx", "*.kdb", "*.ovpn", "*.secret", "*.secrets", "id_rsa*", "id_dsa*", "id_ecdsa*",
    "id_ed25519*", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", ".my.cnf", ".htpasswd", ".git-credentials",
    ".dockercfg", "credentials", "credentials.json", "credentials.y*ml", "credentials.ini", "credentials.toml",
    "credentials.csv", "client_secret*.json", "service[-_]account*.json", "secret.json", "secret.y*ml", "secrets.json",
    "secrets.y*ml", "secrets.toml", "secrets.ini", "*.tfstate", "*.tfstate.backup", "*.tfvars", "wallet.dat",
)  # fmt: skip
_SECRET_FOLDERS = frozenset((".ssh", ".aws", ".gnupg", ".azure", ".kube", ".docker"))
_SAMPLES = ("example", "sample", "template", "tmpl", "dist", "defaults")
_SECRET_NAME = re.compile("|".join(fnmatch.translate(pattern) for pattern in _SECRET_NAMES))
_SETTINGS = re.compile(r".*\.(?:ya?ml|ini|cfg|conf|cnf|config|properties|prefs|desktop|service|env\.\w+)")
_WORDING = re.compile(
    r"(?:.*/)?(?:locales?|i18n|l10n|lang|langs|languages|translations?|messages)/.*"
    r"|(?:.*/)?(?:messages|translations?|strings|labels|locale|lang)(?:[._-][\w-]+)?\.\w+|.*[._](?:de|en|es|fr|it|ja|nl|pt|zh)(?:[_-]\w\w)?\.\w+"
)
"""Files of words in the user's language: what stands beside `password` there is how it is called."""
_PARTS = re.compile(r"(?m)(?=^---)")
_PUBLIC_KEY = re.compile(r"id_\w+\.pub|(?:.*[._-])?pub(?:lic)?(?:[._-].*)?\.(?:asc|pem|key|gpg)")


class Redacted(Struct, frozen=True):
    text: str
    count: int
    """How many secrets were taken out."""


def is_secret_file(name: str) -> bool:
    """Whether a file of this name is never opened, whatever it holds."""
    *folders, base = name.lower().split("/")
    if not _SECRET_FOLDERS.isdisjoint(folders):
        return True
    if not _SECRET_NAME.match(base):
        return False
    return base.rsplit(".", 1)[-1] not in _SAMPLES and not _PUBLIC_KEY.fullmatch(base)


def redact(text: str, name: str = "") -> Redacted:
    """The text with every credential-shaped value replaced by a mark; its lines stay where they were.

    An ordinary word that stands without quotes as a password looks like any variable, and stays; in a settings file,
    known by the `name` of the file, it is the password.
    """
    removed = _Removed()
    text = KEY_BLOCK.sub(removed.key, text)
    lowered = text.lower()
    signs = tuple(sign for sign in SIGNS if sign in lowered)
    if not signs:
        return Redacted(text, removed.count)
    text = "".join(_without_values(block, removed) for block in _blocks(text, signs))
    return Redacted(_without_settings(text, name.lower(), removed), removed.count)


def _without_settings(text: str, name: str, removed: _Removed) -> str:
    """What only the kind of the file tells to be a secret."""
    if name.endswith(".tf"):
        text = VARIABLE.sub(removed.value, text)
    if name.endswith((".yaml", ".yml")):
        text = "".join(_without_kept(part, removed) for part in _PARTS.split(text))
    return SETTING.sub(removed.setting, text) if _holds_settings(name) else text


def _without_kept(document: str, removed: _Removed) -> str:
    if not KEPT_BY_KUBERNETES.search(document):
        return document
    return KEPT_BLOCK.sub(lambda block: KEPT_VALUE.sub(removed.kept, block.group()), document)


def _holds_settings(name: str) -> bool:
    return bool(_SETTINGS.fullmatch(name)) and not _WORDING.fullmatch(name)


def _blocks(text: str, signs: tuple[str, ...]) -> Iterator[tuple[bool, str]]:
    """The text in order, parted into lines that may hold a secret, each with the line after it, and the others."""
    kept: list[str] = []
    telling, next_belongs = False, False
    for line in text.splitlines(keepends=True):
        lowered = line.lower()
        has_sign = any(sign in lowered for sign in signs)
        if (has_sign or next_belongs) != telling:
            yield telling, "".join(kept)
            kept, telling = [], not telling
        kept.append(line)
        next_belongs = has_sign
    yield telling, "".join(kept)


def _without_values(block: tuple[bool, str], removed: _Removed) -> str:
    telling, text = block
    if not telling:
        return text
    text = SHAPED.sub(removed.shaped, text)
    for pattern in (*EMBEDDED, *ASSIGNED, *(CUT_OFF if "…" in text else ())):
        text = pattern.sub(removed.value, text)
    return text


class _Removed:
    """Puts the mark in place of what was found, and counts."""

    def __init__(self) -> None:
        self.count = 0

    def key(self, found: re.Match[str]) -> str:
        return self._marked(found["before"], found["value"]) if holds_a_key(found["value"]) else found.group()

    def shaped(self, found: re.Match[str]) -> str:
        return self._marked("", found.group())

    def value(self, found: re.Match[str]) -> str:
        return self._marked(found["before"], found["value"]) if is_secret_value(found) else found.group()

    def setting(self, found: re.Match[str]) -> str:
        return self._marked(found["before"], found["value"]) if is_secret_setting(found) else found.group()

    def kept(self, found: re.Match[str]) -> str:
        return found.group() if is_reference(found["value"]) else self._marked(found["before"], found["value"])

    def _marked(self, before: str, value: str) -> str:
        self.count += 1
        return before + MARK + "\n" * value.count("\n")
