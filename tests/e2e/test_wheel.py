"""What users install is the wheel, not the checkout: it has to carry its assets and run anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement

import roundtable_tui

if TYPE_CHECKING:
    from collections.abc import Mapping

CHECKOUT = Path(__file__).resolve().parents[2]
ANSWERS = """\
description: Let customers pay by invoice
mode: guided
depth: brief
answers:
  - Accounting chases 40 customers by hand every month.
  - Accounting and the customers who order more than once a month.
  - C
"""

# One worker builds and installs; the tests share it.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def run_as_user(command: list[str], environment: Mapping[str, str], folder: Path) -> str:
    finished = subprocess.run(
        command,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert finished.returncode == 0, f"{command}\n{finished.stdout}\n{finished.stderr}"
    return finished.stdout


@pytest.fixture(scope="session")
def installing(outer_environment: Mapping[str, str]) -> Mapping[str, str]:
    """The user's own environment, where pip finds its registry, held to our pins."""
    pins = "constraints.txt"  # relative, because pip splits the variable at spaces
    return {**outer_environment, "PIP_CONSTRAINT": pins, "PIP_BUILD_CONSTRAINT": pins}


@pytest.fixture(scope="session")
def wheel(installing: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from the sdist, as a release would be."""
    dist = tmp_path_factory.mktemp("dist")
    run_as_user([sys.executable, "-m", "build", "--outdir", str(dist), "."], installing, CHECKOUT)
    (built,) = dist.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, installing: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in an empty environment far from the checkout, which holds what the wheel asks for and nothing else.

    What it asks for is lent from the environment of the tests: to fetch it again would prove nothing about the wheel.
    """
    environment = tmp_path_factory.mktemp("installed")
    venv.create(environment, with_pip=False, symlinks=os.name != "nt")
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(scripts / "python"),
        "install",
        "-qq",
        "--no-deps",
        "--no-index",
    ]
    run_as_user([*pip, str(wheel)], installing, CHECKOUT)
    bases = {"base": str(environment), "platbase": str(environment)}
    packages = Path(sysconfig.get_path("purelib", "venv", bases))
    _lend(_asked_for("roundtable-tui", str(packages)), packages)
    return scripts / "roundtable-tui"


def _asked_for(program: str, packages: str) -> set[str]:
    """The names of everything the program needs, and of what that needs."""
    (found,) = Distribution.discover(name=program, path=[packages])
    names: set[str] = set()
    wanted = [*(found.requires or ())]
    while wanted:
        one = Requirement(wanted.pop())
        if one.name not in names and (one.marker is None or one.marker.evaluate({"extra": ""})):
            names.add(one.name)
            wanted += distribution(one.name).requires or ()
    return names


def _lend(names: set[str], packages: Path) -> None:
    for name in names:
        lent = distribution(name)
        for top in {file.parts[0] for file in lent.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(str(lent.locate_file(top)))


def test_the_wheel_carries_every_asset_of_the_checkout(wheel: Path) -> None:
    files = (path for path in (CHECKOUT / "assets").rglob("*") if path.is_file() and ".ruff_cache" not in path.parts)
    assets = {path.relative_to(CHECKOUT).as_posix() for path in files}
    packaged = set(zipfile.ZipFile(wheel).namelist())
    assert assets
    assert {f"roundtable_tui/{asset}" for asset in assets} <= packaged


def test_the_installed_program_knows_its_version(installed: Path, tmp_path: Path) -> None:
    printed = run_as_user([str(installed), "--version"], os.environ, tmp_path)
    assert roundtable_tui.__version__ in printed


def test_the_installed_program_runs_an_analysis_from_its_own_assets(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "answers.yaml").write_text(ANSWERS, encoding="utf-8")
    printed = run_as_user([str(installed), "run", "--answers", "answers.yaml"], os.environ, tmp_path)
    assert printed.splitlines()[-1] == "ROUNDTABLE_COMPLETE"
