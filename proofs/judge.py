"""Compare a site's database with the entries that phones sent: lost, duplicated or reordered. Runs inside the site."""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import pairwise
from typing import Any

import django


def main() -> None:
    """Read {code: [{"key", "winner", "points", "acked"} …]} in the order of sending, and print the errors as JSON.
    Entries other than hands, such as an undo, have None as winner and points.

    With the argument `at`: order the entries of a match by time, and count those with the time of the previous one.
    """
    by_time = "at" in sys.argv[1:]
    meant: dict[str, list[dict[str, Any]]] = json.load(sys.stdin)
    from matches.models import Match

    found = Counter(acked=0, lost=0, doubled=0, swapped=0, stored=0)
    for code, sent in meant.items():
        events = list(Match.objects.get(code=code).events.order_by(*(("at", "seq") if by_time else ("seq",))))
        found.update(_judged(sent, events))
        if by_time:
            found["stood"] += sum(one.at == next_.at for one, next_ in pairwise(events))
    found["wrong"] = _verified()
    sys.stdout.write(json.dumps(found))


def _judged(sent: list[dict[str, Any]], events: list[Any]) -> Counter[str]:
    stored = [(event.payload.get("winner"), event.payload.get("hand_points")) for event in events]
    entered = [(each["winner"], each["points"]) for each in sent]
    keys = {event.key for event in events}
    acked = [each for each in sent if each["acked"]]
    # Consecutive hands differ, so that their order shows; the last may have been sent without a response.
    known = [hand for hand, each in zip(entered, sent, strict=True) if each["acked"] or each["key"] in keys]
    return Counter(
        acked=len(acked),
        stored=len(stored),
        lost=sum(1 for each in acked if each["key"] not in keys and not each.get("again")),
        doubled=max(0, len(stored) - len(known)),
        swapped=int(len(stored) == len(known) and stored != known),
    )


def _verified() -> int:
    """The number of errors that verify_ledger reports."""
    from operations import ledger_check

    return sum(len(wrong) for _many, wrong in ledger_check.verified(ledger_check.match_ids()))


if __name__ == "__main__":
    django.setup()
    main()
