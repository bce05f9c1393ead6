"""One of several processes that write the same match at once: started by test_log_processes.py.

Arguments: the match's code, this writer's number, how many entries, "same" or "own" keys. Waits for a
line on standard input, then prints what came of each entry.
"""

import json
import os
import sys


def main(code, number, count, keys):
    import django

    django.setup()
    from matches import actions
    from matches.models import Match
    from tests.matches.table import PHONE

    match = Match.objects.get(code=code)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    told = []
    for seq in range(1, count + 1):
        key = f"{'writer' if keys == 'same' else f'wrt{number:03d}'}-entry-{seq:09d}"
        try:
            outcome = actions.record_draw(match=match, device=PHONE, key=key, expected_seq=seq)
            told.append(type(outcome).__name__)
        except actions.Conflict:
            told.append("Conflict")
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
