"""Run a Django command in its own process, both from a clone and from the installed package."""

import os
import subprocess  # nosec B404 # runs this program
import sys
from collections.abc import Mapping

from django.conf import settings


def run(
    *words: str, environment: Mapping[str, str] | None = None, capture_output: bool = True
) -> "subprocess.CompletedProcess[str]":
    """Run `manage.py` with these arguments on the same data, and wait. `environment`: changes to this process's."""
    return subprocess.run(  # nosec B603 # fixed arguments
        [sys.executable, "-m", "django", *words],
        env={**own_environment(), **(environment or {})},
        capture_output=capture_output,
        text=True,
        check=False,
    )


def own_environment() -> dict[str, str]:
    """This process's environment, completed so that another Python finds this program from any folder."""
    path = os.pathsep.join(filter(None, [str(settings.BASE_DIR), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
