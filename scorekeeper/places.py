"""The folders of the program's files and of its data, for a clone and for an installed package.

A clone has `templates/`, `static/` and the other folders beside `manage.py`. The package has them in
`scorekeeper/bundled/`, where pyproject.toml puts them.
"""

from pathlib import Path

from platformdirs import user_data_path

BASE_DIR = Path(__file__).resolve().parent.parent
_BUNDLED = BASE_DIR / "scorekeeper" / "bundled"
INSTALLED = _BUNDLED.is_dir()
# The folder that holds templates/, static/, locale/, deploy/ and CHANGELOG.md.
FILES = _BUNDLED if INSTALLED else BASE_DIR
# The start of a command line for Django commands, for messages.
MANAGE = "scorekeeper manage" if INSTALLED else "manage.py"


def default_data_folder() -> Path:
    """The data folder if DATA_DIR is not set; for an installed package, it is outside the program's own files."""
    return user_data_path("scorekeeper", appauthor=False) if INSTALLED else BASE_DIR / "var"
