"""Settings for the tests: plain HTTP, static files without hashes, a separate database."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ.setdefault("LAN_HTTP", "1")
os.environ.setdefault("LAN_ADDRESS", "localhost")  # the test browser plays the phones, on this machine
os.environ.setdefault("SECRET_KEY", "tests only " * 8)
if "DATA_DIR" not in os.environ:  # pytest-xdist's workers inherit it from their parent
    # In memory where possible: every test that commits waits for the disk.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="scorekeeper-tests-", dir=memory)
    atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
os.environ.setdefault("LOG_LEVEL", "ERROR")

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATA_DIR, DATABASES, STATIC_ROOT, STORAGES

ALLOWED_HOSTS = ["*"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # WhiteNoise warns about a missing folder
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# A file, not memory, so that the live server's threads get their own connections, as in production.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / f"test-{os.getpid()}.sqlite3")}
else:
    # Two runs at once must not drop each other's database.
    DATABASES["default"]["TEST"] = {"NAME": f"test_scorekeeper_{os.getpid()}"}
