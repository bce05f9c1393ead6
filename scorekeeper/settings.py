"""Settings of the site. The defaults are for production.

Values that differ between installations come from environment variables: the table in scorekeeper/environment.py.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from scorekeeper import __version__, lan, languages, places
from scorekeeper.environment import choice, env, flag, number, text, time_zone, words
from scorekeeper.web import mail, security_txt

BASE_DIR = places.BASE_DIR
CHANGELOG = places.FILES / "CHANGELOG.md"
VERSION = __version__
MANAGE = places.MANAGE

# ---------------------------------------------------------------- environment
DEBUG = flag("DEBUG")
# Plain HTTP between phones and one laptop, as on a club night. Cookies cannot be `Secure` then.
LAN_HTTP = flag("LAN_HTTP")
ENABLE_ADMIN = flag("ENABLE_ADMIN")
HTTPS = not (DEBUG or LAN_HTTP)

DATA_DIR = Path(text("DATA_DIR") or places.default_data_folder())
try:
    SECRET_KEY = text("SECRET_KEY") or lan.stored_secret(DATA_DIR / "secret_key")
except OSError as error:
    raise ImproperlyConfigured(f"Cannot save the secret key in DATA_DIR ({DATA_DIR}): {error.strerror}.") from error
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")

# The address of this computer for phones. Cards and QR codes show it if the page was opened at 127.0.0.1.
LAN_ADDRESS = text("LAN_ADDRESS")
ALLOWED_HOSTS = words("ALLOWED_HOSTS")
if LAN_HTTP or DEBUG:
    LAN_ADDRESS = LAN_ADDRESS or lan.lan_address() or ""
    ALLOWED_HOSTS += lan.local_hosts(LAN_ADDRESS)
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

# Where /.well-known/security.txt says that vulnerabilities are reported.
SECURITY_CONTACT = security_txt.checked_contact(text("SECURITY_CONTACT"))

# If off, phones delete what the site stored on them for offline use.
SERVICE_WORKER = flag("SERVICE_WORKER")

# The number of our own reverse proxies; with 0, X-Forwarded-* headers are not trusted.
TRUSTED_PROXIES = number("TRUSTED_PROXIES")
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
    "django_tasks_db",
    "scorekeeper",
    "people",
    "matches",
    "clubs",
    "tournaments",
    "api",
    "delivery",
    "webhooks",
    "notifications",
    "operations",
]

# Each middleware slows every request, so only those that pages need are listed.
MIDDLEWARE = [
    "scorekeeper.web.headers.HeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "people.accounts.sessions.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.web.errors.NotAllowedMiddleware",
]

CONTEXT_PROCESSORS = ["django.template.context_processors.request", "scorekeeper.web.views.site"]

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
        "DIRS": [places.FILES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": CONTEXT_PROCESSORS},
    }
]

# ---------------------------------------------------------------- database
# IMMEDIATE: a transaction takes the write lock when it begins, instead of failing later ("database is
# locked"). FULL: a saved hand survives a power cut. Both cost milliseconds. With ATOMIC_REQUESTS, every
# GET would take the write lock, so only actions open transactions.
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
# One connection pool per process. A thread borrows a connection for one request; broken connections (after a restart of
# PostgreSQL) are replaced. More connections than threads would be idle. `timeout`: seconds until "not saved yet".
POOL = {"min_size": 0, "max_size": number("DATABASE_POOL"), "timeout": 5, "reconnect_timeout": 3}
POSTGRESQL: dict[str, Any] = {
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {"options": "-c lock_timeout=5s -c statement_timeout=15s -c idle_in_transaction_session_timeout=30s"},
}
# For a DATABASE_URL with several servers, of which one accepts writes. A server that is switched off does not answer,
# so these limit the wait for it: two seconds to connect, about fifteen on an open connection.
SEVERAL_SERVERS = {
    "target_session_attrs": "read-write",
    "connect_timeout": 2,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
}


def _servers(config: dict[str, Any]) -> dict[str, Any]:
    """The settings, with the options for several servers if there are several; {} if only some of them have a port."""
    hosts, ports = str(config["HOST"]).split(","), str(config["PORT"]).split(",")
    if len(hosts) == 1:
        return config
    if not all(hosts) or (config["PORT"] and len(ports) != len(hosts)):
        return {}
    host = ",".join(host.strip("[]") for host in hosts)
    return {**config, "HOST": host, "OPTIONS": SEVERAL_SERVERS | config.get("OPTIONS", {})}


def _named_database(url: str) -> dict[str, Any]:
    """The settings from a DATABASE_URL. Raises `ImproperlyConfigured`; the message omits the URL and its password."""
    config: dict[str, Any] = {}
    try:
        known = urlsplit(url).scheme in ("postgres", "postgresql", "sqlite")
        wrong = "has no name of a database" if known else "begins with neither postgres:// nor sqlite://"
        if known:
            config = dict(env.db_url_config(url))
        if config.get("NAME") and not (config := _servers(config)):
            wrong = "names several servers, so each needs its host and port"
    except ValueError:  # such as a port that is not a number, or brackets
        wrong = "cannot be read (in a password : / ? # [ ] @ % are written %3A %2F %3F %23 %5B %5D %40 %25)"
    if config.get("NAME"):
        return config
    raise ImproperlyConfigured(
        f"DATABASE_URL {wrong if url.strip() else 'is empty'}: use postgres://user:password@host:5432/name or "
        "sqlite:////folder/file, or remove the line to use SQLite in DATA_DIR."
    )


def _database() -> dict[str, Any]:
    """The settings of the database in DATABASE_URL or of an SQLite file in DATA_DIR, with the options of its engine."""
    config: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA_DIR / "scorekeeper.sqlite3")}
    if "DATABASE_URL" in env:
        config = _named_database(text("DATABASE_URL"))
    ours: dict[str, Any] = SQLITE
    if not config["ENGINE"].endswith("sqlite3"):
        # Imported here: without PostgreSQL, psycopg need not be installed.
        pool = {**POOL, "connection_class": import_string("people.db.postgresql.BoundedConnection")}
        ours = {**POSTGRESQL, "OPTIONS": {**POSTGRESQL["OPTIONS"], "pool": pool}}
    return {**ours, **config, "OPTIONS": {**ours["OPTIONS"], **config.get("OPTIONS", {})}}


DATABASES = {"default": _database()}

# Megabytes of free space. Below the first limit, every page shows a warning; below the second, nothing is saved.
DISK_LOW_MB = number("DISK_LOW_MB")
DISK_FULL_MB = number("DISK_FULL_MB")
BACKUP_DIR = Path(text("BACKUP_DIR") or DATA_DIR / "backups")

# ---------------------------------------------------------------- tasks
# Tasks are database rows, stored in the transaction of the change that they are about. Server threads run them:
# delivery/worker.py.
TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": ["webhooks", "slow webhooks", "notifications", "slow notifications"],
    }
}
# Webhooks and other requests to URLs that users enter.
ALLOW_PRIVATE_ADDRESSES = flag("ALLOW_PRIVATE_ADDRESSES")
PUSH_HOSTS = words("PUSH_HOSTS")

# ---------------------------------------------------------------- email
# For notifications only. Without EMAIL_URL, pages don't offer email.
EMAIL_URL = text("EMAIL_URL").strip()
EMAIL_TIMEOUT = 20  # seconds
if EMAIL_URL:
    vars().update(mail.server_settings(EMAIL_URL))
DEFAULT_FROM_EMAIL = mail.sender(EMAIL_URL, text("EMAIL_FROM"))

# ---------------------------------------------------------------- cookies and transport
# Browsers accept a `__Host-` cookie only if it is Secure, without a domain and for the path "/", so another
# subdomain cannot set one. It cannot be used over plain HTTP.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_ENGINE = "people.accounts.session_store"
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sid"
SESSION_COOKIE_AGE = 180 * 24 * 3600
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "scorekeeper.web.errors.csrf_failure"
# The right to watch one match: limited to the match's path, which `__Host-` does not allow.
WATCH_COOKIE_NAME = "__Secure-watch" if HTTPS else "watch"
WATCH_COOKIE_AGE = 60 * 24 * 3600
WATCH_COOKIE_SECURE = HTTPS
THEME_COOKIE_NAME = f"{COOKIE_PREFIX}theme"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}lang"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

SECURE_SSL_REDIRECT = flag("SECURE_SSL_REDIRECT", HTTPS)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]  # probes connect to the process, not through the proxy
SECURE_HSTS_SECONDS = number("SECURE_HSTS_SECONDS", 31536000 if HTTPS else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", HTTPS)
# With `no-referrer`, plain forms would send "Origin: null", which the CSRF check rejects.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Sites that may show the embeddable page (/m/…/embed/) in a frame: "https://club.example", or 'self'.
FRAME_ANCESTORS = words("FRAME_ANCESTORS")
SILENCED_SYSTEM_CHECKS = [
    "security.W021"  # HSTS preload cannot be undone, so the owner of the domain must decide
]

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# ---------------------------------------------------------------- accounts
LOGIN_URL = "people:sign_in"
PASSWORD_HASHERS = [
    "people.accounts.passwords.Argon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # for passwords that were hashed without Argon2
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "people.accounts.passwords.TranslatedMinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "people.accounts.passwords.MaximumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "people.accounts.passwords.ContextValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600  # for the links that manage.py prints

# ---------------------------------------------------------------- language and time
LANGUAGE_CODE = "en"
LANGUAGES = [(language.code, language.name) for language in languages.LANGUAGES]
LOCALE_PATHS = [places.FILES / "locale"]
TIME_ZONE = time_zone("TIME_ZONE")  # pages show times in it; a script replaces them with local time (`data-time`)
FORMAT_MODULE_PATH = ["scorekeeper.languages"]

# ---------------------------------------------------------------- static files
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [places.FILES / "static"]
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATIC_STORAGE = (
    "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "scorekeeper.web.static_files.KnownFiles"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATIC_STORAGE},
}

# ---------------------------------------------------------------- log
LOG_LEVEL = choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "scorekeeper.web.logs.LineFormatter",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        },
        "json": {"()": "scorekeeper.web.logs.JsonFormatter"},
    },
    # LOG_FORMAT=json: one JSON object per line, for log processors.
    "handlers": {
        "nowhere": {"class": "logging.NullHandler"},
        "stderr": {"class": "logging.StreamHandler", "formatter": choice("LOG_FORMAT", ("line", "json"))},
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        # Django's default handlers would send e-mail and print each line twice.
        "django": {"handlers": [], "propagate": True, "level": LOG_LEVEL},
        "django.server": {"handlers": [], "propagate": True, "level": LOG_LEVEL},
        "fido2": {"level": "WARNING"},  # it would log an id for each use of a passkey
        # Any client can send an unknown host name. The response is 400; a traceback for each would fill the log.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}
