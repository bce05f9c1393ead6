"""Every setting of the site, in one file; what differs between machines comes from the environment.

docs/architecture.md lists the variables. Without any, these are production settings.
"""

from pathlib import Path
from typing import Any

import environ

from scorekeeper import lan

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# ---------------------------------------------------------------- where and how it runs
DEBUG = env.bool("DEBUG", default=False)
# A club evening: plain HTTP between phones and one laptop. Cookies then cannot be `Secure`.
LAN_HTTP = env.bool("LAN_HTTP", default=False)
ENABLE_ADMIN = env.bool("ENABLE_ADMIN", default=False)
HTTPS = not (DEBUG or LAN_HTTP)

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))
SECRET_KEY = env.str("SECRET_KEY", default="") or lan.kept_secret(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
if LAN_HTTP or DEBUG:
    ALLOWED_HOSTS += lan.local_hosts()
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# How many reverse proxies in front are ours; 0 means that X-Forwarded-* is somebody's claim.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "people.User"

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "scorekeeper",
    "people",
    "matches",
]

# Each one costs every request: nothing stands here that no page needs.
MIDDLEWARE = [
    "scorekeeper.headers.HeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

CONTEXT_PROCESSORS = [
    "django.template.context_processors.request",
    "scorekeeper.context.site",
]

if ENABLE_ADMIN:
    INSTALLED_APPS += ["django.contrib.messages", "django.contrib.admin"]
    MIDDLEWARE += ["django.contrib.messages.middleware.MessageMiddleware"]
    CONTEXT_PROCESSORS += [
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
    ]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    }
]

# ---------------------------------------------------------------- database
# IMMEDIATE: a write that reads first takes the lock at once, instead of failing half-way ("database
# is locked"). FULL: a saved hand survives a power cut. Both cost milliseconds. ATOMIC_REQUESTS
# would make every GET take the write lock: transactions are opened by the actions alone.
SQLITE = {
    "CONN_MAX_AGE": None,  # closing the last connection forces a checkpoint
    "OPTIONS": {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;"
            "PRAGMA wal_autocheckpoint=1000;PRAGMA journal_size_limit=67108864;"
        ),
    },
}
POSTGRESQL = {
    "CONN_MAX_AGE": 60,
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {"options": ("-c lock_timeout=5s -c statement_timeout=15s -c idle_in_transaction_session_timeout=30s")},
}


def _database() -> dict[str, Any]:
    """DATABASE_URL, or a SQLite file in DATA_DIR, with the settings that the engine needs."""
    url = env.str("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'scorekeeper.sqlite3'}")
    config: dict[str, Any] = dict(env.db_url_config(url))
    ours: dict[str, Any] = SQLITE if config["ENGINE"].endswith("sqlite3") else POSTGRESQL
    options = {**ours["OPTIONS"], **config.get("OPTIONS", {})}
    return {**ours, **config, "OPTIONS": options}


DATABASES = {"default": _database()}

# ---------------------------------------------------------------- cookies and transport
# The browser refuses a `__Host-` cookie that is not Secure, host-bound and from "/": no other site
# under the same domain can plant one. It cannot exist on plain HTTP.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sid"
SESSION_COOKIE_AGE = 180 * 24 * 3600
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "scorekeeper.errors.csrf_failure"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}lang"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=HTTPS)
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # a probe asks the process, not the proxy
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31536000 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=HTTPS)
# `no-referrer` would send "Origin: null" on a plain form, which the CSRF check must refuse.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = [
    "security.W021",  # HSTS preload cannot be taken back: the owner of a domain decides, not we
]

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# ---------------------------------------------------------------- language and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("cs", "Čeština")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# ---------------------------------------------------------------- static files
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# ---------------------------------------------------------------- log
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "scorekeeper.logs.LineFormatter",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Django's own handlers mail and print a second time.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
    },
}
