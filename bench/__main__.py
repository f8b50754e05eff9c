"""Runs what is measured: `python -m bench`, or `python -m bench resume` for some of it."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench

_NOT_A_MEASURE = ("__main__", "measuring", "ranking")


def main() -> None:
    every = [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in _NOT_A_MEASURE]
    wanted = sys.argv[1:] or every
    if unknown := [name for name in wanted if name not in every]:
        sys.exit(f"There is no measure {', '.join(unknown)}; there are {', '.join(every)}.")
    for name in wanted:
        importlib.import_module(f"bench.{name}").main()


main()
