"""`python -m tools.write_openapi`: write the description of the API, `api/openapi.json`, from the code."""

import json
import os
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
DESCRIPTION = ROOT / "api" / "openapi.json"


def description() -> str:
    """Return the OpenAPI description as the file has it. Django must be set up."""
    from api.v1 import api

    return json.dumps(api.openapi(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    django.setup()
    DESCRIPTION.write_text(description())
