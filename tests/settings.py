"""The site's settings, as the tests need them: plain HTTP, unhashed static names, a database of their own."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ.setdefault("LAN_HTTP", "1")
os.environ.setdefault("LAN_ADDRESS", "localhost")  # the browser of the tests plays the phones, on this machine
os.environ.setdefault("SECRET_KEY", "tests only " * 8)
if "DATA_DIR" not in os.environ:  # pytest-xdist's workers inherit the one of their parent
    # In memory where there is such a disk: every test that commits waits for it.
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

# A file, not memory: the live server's threads then get connections of their own, as in life.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / f"test-{os.getpid()}.sqlite3")}
else:
    # Two runs at once must not drop each other's database.
    DATABASES["default"]["TEST"] = {"NAME": f"test_scorekeeper_{os.getpid()}"}
