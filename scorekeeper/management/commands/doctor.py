"""`manage.py doctor`: say what is configured and what is wrong, in words."""

import os
import platform
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.checks import ERROR, run_checks
from django.core.management.base import BaseCommand
from django.db import Error, connection

from delivery import worker
from operations import server_lock
from operations.backups import databases
from operations.readiness import readiness_checks
from scorekeeper import __version__, environment, places, server


class Command(BaseCommand):
    help = "Say what is configured and what is wrong, in words. Exits with 1 if something is wrong. Changes no data."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--settings-table", action="store_true", help="print every setting as a Markdown table")

    def handle(self, *args: Any, settings_table: bool = False, **options: Any) -> None:
        if settings_table:
            self.stdout.write(environment.markdown_table(), ending="")
            return
        for name, value in [*_installation(), *_configuration()]:
            self.stdout.write(f"{name + ':':<16}{value}")
        problems = [*environment.misspelt(), *_without_proxy(), *_small_pool(), *_failures()]
        self.stdout.write("")
        for problem in problems:
            self.stdout.write(f"Problem: {problem}")
        if problems:
            sys.exit(1)
        self.stdout.write("Everything is in order.")


def _installation() -> list[tuple[str, str]]:
    how = "installed as a package" if places.INSTALLED else "in a clone"
    return [
        ("Scorekeeper", f"{__version__}, {how} at {places.BASE_DIR}"),
        ("Python", f"{platform.python_version()} at {sys.executable}"),
        ("Data folder", str(settings.DATA_DIR)),
        ("Database", _database()),
        ("Backups", str(settings.BACKUP_DIR)),
        ("Server", _server()),
        ("Site", _site()),
    ]


def _database() -> str:
    if connection.vendor == "sqlite":
        new = "" if databases.is_there() else " (created when the site is first served)"
        return f"SQLite, {settings.DATABASES['default']['NAME']}{new}"
    config = settings.DATABASES["default"]
    return f"PostgreSQL, {config['NAME']} on {config['HOST'] or 'this machine'}, as {config['USER']}"


def _server() -> str:
    try:
        return "running" if server_lock.is_serving() else "not running"
    except OSError as error:
        return f"unknown ({error.strerror})"


def _site() -> str:
    if settings.LAN_HTTP:
        return f"plain HTTP on the local network, for {settings.LAN_ADDRESS or 'this machine only'}"
    if not settings.ALLOWED_HOSTS:
        return "no name yet: set ALLOWED_HOSTS for a site with HTTPS, or LAN_HTTP=1 for an evening"
    proxies = f"{settings.TRUSTED_PROXIES} trusted proxies" if settings.TRUSTED_PROXIES else "no trusted proxy"
    return f"HTTPS, as {', '.join(settings.ALLOWED_HOSTS)}, behind {proxies}"


def _configuration() -> list[tuple[str, str]]:
    """The variables that are set, without the values of secret ones."""
    return [
        (name, "(secret)" if variable.secret else os.environ[name])
        for name, variable in environment.VARIABLES.items()
        if name in os.environ
    ]


def _without_proxy() -> list[str]:
    if settings.LAN_HTTP or settings.DEBUG or settings.TRUSTED_PROXIES or not settings.SECURE_SSL_REDIRECT:
        return []
    return [
        "TRUSTED_PROXIES is 0: the site does not believe its proxy that a request came by HTTPS, and sends it to HTTPS "
        "again and again. Set it to the number of your proxies."
    ]


def _small_pool() -> list[str]:
    needed = server.THREADS + worker.thread_count()
    if connection.vendor != "postgresql" or settings.POOL["max_size"] >= needed:
        return []
    return [f"DATABASE_POOL is less than {needed}, the number of threads of each process: pages may have to wait."]


def _failures() -> list[str]:
    """Start-up checks that fail, and the checks that /readyz reports as failed."""
    try:
        served = databases.is_there()
        # Django keeps its checks in a set, so their order would differ from process to process.
        checks = sorted(run_checks(databases=["default"] if served else []), key=lambda each: each.id or "")
        failed = [f"{each.msg} {each.hint or ''}".strip() for each in checks if each.level >= ERROR]
        ready = readiness_checks() if served else []
    except (Error, OSError) as error:
        return [f"The database does not answer: {str(error).strip().splitlines()[0]}."]
    return [*failed, *(f"{check.what}: {check.words}" for check in ready if check.state == "failed")]
