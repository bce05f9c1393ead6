"""The command `scorekeeper`, which the package installs; in a clone, `python -m scorekeeper`."""

import argparse
import difflib
import os
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from operations import probe
from scorekeeper import __version__
from scorekeeper.environment import flag, words

# The subcommands that users type, and the names of the Django commands.
COMMANDS = {
    "serve": "serve",
    "migrate": "upgrade",
    "backup": "backup",
    "restore": "restore",
    "verify": "verify_ledger",
    "score": "score",
    "seat": "seat",
    "demo": "load_examples",
    "make-admin": "make_admin",
    "doctor": "doctor",
}
SUMMARIES = {
    "serve": "start the site; phones on the same network can open it",
    "migrate": "bring the data to this version, after a backup; serve does it too",
    "backup": "write the whole site to one file, while it is used",
    "restore": "restore the site from a backup",
    "verify": "recompute every match and tournament from its entries",
    "score": "score hands, claims and matches from JSON Lines",
    "seat": "print a seating schedule and how good it is",
    "demo": "create a match, a club season and a tournament to look at",
    "make-admin": "create an administrator and print a link to set the password",
    "doctor": "say what is configured and what is wrong",
    "ready": "ask the running server whether it is ready; the health check of a container",
    "manage": "run any other command of Django or of the site",
}


DATA_FOLDER = "the data folder; without it, the one that doctor names"
# Commands that need existing data of this version.
NEED_A_SITE = ("verify", "demo", "make-admin")
# Options of every Django command that are hidden here; `scorekeeper manage` shows them.
HIDDEN = {"--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color"}


def main(arguments: list[str] | None = None) -> None:
    """Run a command. Exits with the status of the command, or with 1 and a sentence if a setting is wrong."""
    parser = _parser()
    options, rest = parser.parse_known_args(sys.argv[1:] if arguments is None else arguments)
    if options.command in (None, "help"):
        parser.print_help()
        return
    if options.command not in SUMMARIES:
        alike = difflib.get_close_matches(options.command, SUMMARIES, n=1)
        parser.error(f"There is no command “{options.command}”." + (f" Did you mean {alike[0]}?" if alike else ""))
    if options.command == "ready":  # without loading Django, because a container runs it every 30 seconds
        probe.main(rest)
    if options.data:
        os.environ["DATA_DIR"] = str(Path(options.data).expanduser().resolve())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        if not (words("ALLOWED_HOSTS") or flag("DEBUG")):
            os.environ.setdefault("LAN_HTTP", "1")  # no host name is set: a club evening on a local network
        _run(options.command, rest)
    except ImproperlyConfigured as wrong:
        sys.exit(f"scorekeeper: {wrong}")


def _parser() -> argparse.ArgumentParser:
    width = max(map(len, SUMMARIES)) + 2
    commands = "\n".join(f"  {name:<{width}}{summary}" for name, summary in SUMMARIES.items())
    parser = argparse.ArgumentParser(
        prog="scorekeeper",
        usage="scorekeeper COMMAND [--data FOLDER] [options]",
        description="Keeps the score of three-player mahjong.",
        epilog=f"commands:\n{commands}\n\nscorekeeper COMMAND --help shows the options of a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Scorekeeper {__version__}")
    parser.add_argument("--data", metavar="FOLDER", help=DATA_FOLDER)
    parser.add_argument("command", nargs="?", metavar="COMMAND", help=argparse.SUPPRESS)
    return parser


def _run(name: str, arguments: list[str]) -> None:
    # Imported here, because Django reads the settings, which need the environment.
    import django
    from django.core.management import execute_from_command_line, get_commands, load_command_class

    if name == "manage":
        execute_from_command_line(["scorekeeper manage", *arguments])
        return
    django.setup()
    own = COMMANDS[name]
    command = load_command_class(get_commands()[own], own)
    command.suppressed_base_arguments = HIDDEN
    if {"-h", "--help"} & set(arguments):
        _print_help(command.create_parser("scorekeeper", name))
        return
    if name in NEED_A_SITE:
        _refuse_without_site()
    command.run_from_argv(["scorekeeper", name, *arguments])


def _print_help(parser: argparse.ArgumentParser) -> None:
    """Print the help of a command, including the option that `main` has already read."""
    parser.add_argument("--data", metavar="FOLDER", help=DATA_FOLDER)
    parser.print_help()


def _refuse_without_site() -> None:
    from django.conf import settings

    from operations.backups import databases

    if not databases.is_there():
        sys.exit(f"There is no site in {settings.DATA_DIR} yet. Start it with scorekeeper serve.")
    if databases.known_migrations() - databases.applied_migrations():
        sys.exit(f"The data in {settings.DATA_DIR} is of an older version. Run scorekeeper migrate first.")


if __name__ == "__main__":
    main()
