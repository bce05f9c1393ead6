"""One of several processes that write to the same match simultaneously; started by test_log_processes.py.

Arguments: this writer's number, and the number of entries per match. For each line on standard input, with a match code
and "same" or "own" keys, it prints the outcome of each entry.
"""

import json
import os
import sys


def main(number, count):
    import django

    django.setup()
    from django.db import connection

    connection.ensure_connection()
    say("ready")
    for line in sys.stdin:
        say(json.dumps(written(*line.split(), number, count)))


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def written(code, keys, number, count):
    """The outcome of each entry."""
    from matches import actions
    from matches.models import Match
    from tests.matches.table import PHONE

    match = Match.objects.get(code=code)
    told = []
    for seq in range(1, count + 1):
        key = f"{'writer' if keys == 'same' else f'wrt{number:03d}'}-entry-{seq:09d}"
        try:
            outcome = actions.record_entry(
                kind="draw", payload={"draw": True}, match=match, device=PHONE, key=key, expected_seq=seq
            )
            told.append(type(outcome).__name__)
        except actions.Conflict:
            told.append("Conflict")
    return told


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    main(int(sys.argv[1]), int(sys.argv[2]))
