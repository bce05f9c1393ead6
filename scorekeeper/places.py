"""Where the program's files and its data are: in a clone, or installed as a package.

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
# How people call one of Django's commands, for messages.
MANAGE = "scorekeeper manage" if INSTALLED else "manage.py"


def default_data_folder() -> Path:
    """The data folder where DATA_DIR names none: never among the program's own files once it is installed."""
    return user_data_path("scorekeeper", appauthor=False) if INSTALLED else BASE_DIR / "var"
