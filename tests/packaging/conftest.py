"""The wheel of this tree, built once in a run of these tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def build_wheel(source: Path, into: Path) -> Path:
    """Build the wheel of a source folder, and return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(into)]
    subprocess.run(command, cwd=source, capture_output=True, check=True)
    return next(into.glob("*.whl"))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    """The wheel of this tree."""
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))
