"""Processes with production settings."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def production(**environment: str) -> dict[str, str]:
    """Environment variables of a process with production settings."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME", "DATA_DIR") if name in os.environ}
    return {
        **keep,
        "SECRET_KEY": "a key of production " * 4 + "0123456789",
        "ALLOWED_HOSTS": "example.org",
        **environment,
    }


def in_production(*code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process with production settings."""
    told = production(**environment)
    return subprocess.run([sys.executable, *code], cwd=ROOT, env=told, capture_output=True, text=True)
