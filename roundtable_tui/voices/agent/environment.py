"""What of our environment an agent is handed: where it lives and how it reaches the network, and no key of any kind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_HANDED = (
    # who and where
    *("HOME", "USER", "LOGNAME", "SHELL", "PATH", "TERM", "LANG", "LANGUAGE", "TZ", "TMPDIR"),
    *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"),
    # where agents keep what is theirs
    *("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR"),
    # the network between here and there
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"),
    # a keyring that an agent asks for its own sign-in
    "DBUS_SESSION_BUS_ADDRESS",
    # Windows
    *("APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "USERPROFILE", "USERNAME", "HOMEDRIVE", "HOMEPATH"),
    *("PATHEXT", "SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "TEMP", "TMP", "PROCESSOR_ARCHITECTURE"),
)


def handed_over(more: tuple[str, ...] = (), environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """`more` are names the user added; whatever else there is stays here, keys above all."""
    environ = os.environ if environ is None else environ
    names = [*_HANDED, *(name for name in environ if name.startswith("LC_")), *more]
    return {name: environ[name] for name in dict.fromkeys(names) if name in environ}
