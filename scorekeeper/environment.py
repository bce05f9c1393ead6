"""The environment variables that configure a site: a table, which docs/settings.md shows, and functions to read them.

An invalid value raises `ImproperlyConfigured` with one sentence that names the variable and the allowed values.
"""

import difflib
from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

SIMILAR = 0.85  # how similar a name must be to one in the table to count as misspelt
ON, OFF = ("1", "on", "true", "yes", "y", "ok"), ("0", "off", "false", "no", "n", "")


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable.

    `default`: the value if the variable is not set; its type is the type of the setting. `meaning`: a sentence for
    people who host a site. `default_text`: the default in words, if it depends on something.
    """

    name: str
    default: bool | int | str
    meaning: str
    default_text: str = ""
    secret: bool = False

    @property
    def shown_default(self) -> str:
        """The default as the documentation shows it."""
        if self.default_text:
            return self.default_text
        if isinstance(self.default, bool):
            return "on" if self.default else "off"
        return str(self.default) or "none"


VARIABLES = {
    variable.name: variable
    for variable in (
        Variable(
            "ALLOWED_HOSTS",
            "",
            "The names of the site, separated by commas.",
            "none; on plain HTTP the names of this machine",
        ),
        Variable(
            "ALLOW_PRIVATE_ADDRESSES",
            False,
            "Webhooks and notifications may send to private addresses, such as a program in the network of the club. "
            "Organisers of all clubs can then read the first 300 characters of what programs in this network answer.",
        ),
        Variable(
            "BACKUP_DIR", "", "The folder for backups, which can be on another disk.", "`backups` in the data folder"
        ),
        Variable(
            "CSRF_TRUSTED_ORIGINS",
            "",
            "Other origins that may send forms, such as `https://club.example`, separated by commas.",
        ),
        Variable(
            "DATABASE_POOL",
            20,
            "With PostgreSQL: the connections that each process may keep. At least 19: one for each of its 8 threads "
            "for requests and 11 threads in the background.",
        ),
        Variable(
            "DATABASE_URL",
            "",
            "The database: `postgres://user:password@host:5432/name` or `sqlite:////folder/file`. With a standby: "
            "`postgres://user:password@host:5432,other:5432/name`; the server that accepts writes is used.",
            "SQLite in the data folder",
            secret=True,
        ),
        Variable(
            "DATA_DIR",
            "",
            "The data folder: the database, the secret key and the static files.",
            "`var` in a clone; otherwise the user's data folder, which `scorekeeper doctor` names",
        ),
        Variable("DEBUG", False, "For development. `serve` refuses it."),
        Variable("DISK_FULL_MB", 50, "With SQLite: with less free space than this, nothing is saved."),
        Variable("DISK_LOW_MB", 200, "With SQLite: with less free space than this, every page shows a warning."),
        Variable(
            "EMAIL_FROM",
            "",
            "The sender of emails, such as `Scorekeeper <mahjong@club.example>`.",
            "the user in `EMAIL_URL`, if it is an address",
        ),
        Variable(
            "EMAIL_URL",
            "",
            "The mail server for notifications by email: `smtp+tls://user:password@host:587` (STARTTLS), "
            "`smtp+ssl://user:password@host:465` or `smtp://host:25`. Without it, the site sends no email.",
            secret=True,
        ),
        Variable("ENABLE_ADMIN", False, "Django's admin under `/admin/`."),
        Variable(
            "FRAME_ANCESTORS",
            "",
            "Sites that may show `/m/…/embed/` in a frame, such as `https://club.example`, separated by commas.",
        ),
        Variable(
            "LAN_ADDRESS",
            "",
            "The address of this machine on the local network, for cards and QR codes.",
            "none; on plain HTTP the address in the routing table at start-up",
        ),
        Variable(
            "LAN_HTTP",
            False,
            "Plain HTTP on a local network.",
            "off; on for `make run`, and for `scorekeeper` without `ALLOWED_HOSTS`",
        ),
        Variable("LOG_FORMAT", "line", "The format of the log: `line`, or `json` for one JSON object a line."),
        Variable(
            "LOG_LEVEL", "INFO", "The lowest level in the log: `DEBUG`, `INFO`, `WARNING`, `ERROR` or `CRITICAL`."
        ),
        Variable(
            "PUSH_HOSTS",
            "fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com",
            "The push services to which notifications for phones may go, separated by commas. `*` stands for any text.",
            "`fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com`",
        ),
        Variable(
            "SECRET_KEY",
            "",
            "Signs sessions and links. It has at least 50 random characters.",
            "created on first use and kept in the data folder",
            secret=True,
        ),
        Variable("SECRET_KEY_FALLBACKS", "", "Older keys whose links still work, separated by commas.", secret=True),
        Variable("SECURE_HSTS_INCLUDE_SUBDOMAINS", True, "HSTS for subdomains too.", "on; off on plain HTTP"),
        Variable(
            "SECURE_HSTS_SECONDS",
            31536000,
            "How long browsers remember to use HTTPS only. Set it to 0 if the proxy sends the header.",
            "31536000 (a year); 0 on plain HTTP",
        ),
        Variable(
            "SECURE_SSL_REDIRECT",
            True,
            "Redirects from HTTP to HTTPS. Switch it off if the proxy does this.",
            "on; off on plain HTTP",
        ),
        Variable(
            "SECURITY_CONTACT",
            "",
            "Where people report a vulnerability, for `/.well-known/security.txt`: a `mailto:` or `https:` address.",
            "none, and no such file",
        ),
        Variable("SERVICE_WORKER", True, "Pages for offline use on phones. If off, phones delete what they kept."),
        Variable(
            "TIME_ZONE",
            "UTC",
            "The time zone in which the clubs of the site play, such as `Europe/Prague`. It decides when a club night "
            "is over, when its reminders are sent, and on which day a match was played.",
        ),
        Variable("TRUSTED_PROXIES", 0, "The number of your own proxies. With 0, `X-Forwarded-…` headers are ignored."),
    )
}


def text(name: str, default: str | None = None) -> str:
    """The value of a variable. `default` replaces the default of the table where it depends on other settings."""
    fallback = str(VARIABLES[name].default) if default is None else default
    return str(env.str(name, default=fallback))


def words(name: str) -> list[str]:
    """The values of a variable that is a list, without surrounding spaces."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def choice(name: str, allowed: tuple[str, ...]) -> str:
    """The value of a variable that takes one of these values."""
    value = text(name).strip()
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be {', '.join(allowed[:-1])} or {allowed[-1]}, not “{value}”.")
    return value


def time_zone(name: str) -> str:
    """The value of a variable that is a time zone."""
    value = text(name).strip()
    try:
        ZoneInfo(value)
    except (ValueError, OSError, ZoneInfoNotFoundError) as error:
        raise ImproperlyConfigured(f"{name} must be a time zone such as Europe/Prague, not “{value}”.") from error
    return value


def number(name: str, default: int | None = None) -> int:
    """The value of a variable that is a whole number, 0 or more."""
    fallback = int(VARIABLES[name].default) if default is None else default
    value = text(name, str(fallback)).strip()
    if not (value.isascii() and value.isdecimal()):
        raise ImproperlyConfigured(f"{name} must be a whole number such as {fallback}, not “{value}”.")
    return int(value)


def flag(name: str, default: bool | None = None) -> bool:
    """The value of a variable that is on or off."""
    fallback = bool(VARIABLES[name].default) if default is None else default
    value = text(name, str(int(fallback))).strip().lower()
    if value not in (*ON, *OFF):
        raise ImproperlyConfigured(f"{name} must be on (1) or off (0), not “{value}”.")
    return value in ON


def misspelt() -> list[str]:
    """Sentences about environment variables whose names are almost those in the table."""
    unknown = sorted(set(env.ENVIRON) - set(VARIABLES))
    alike = {name: difflib.get_close_matches(name, VARIABLES, n=1, cutoff=SIMILAR) for name in unknown}
    return [f"{name} is not a setting. Is {close[0]} meant?" for name, close in alike.items() if close]


def markdown_table() -> str:
    """The table of all variables for docs/settings.md."""
    rows = [f"| `{each.name}` | {each.shown_default} | {each.meaning} |" for each in VARIABLES.values()]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows]) + "\n"
