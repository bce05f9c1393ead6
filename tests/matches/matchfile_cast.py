"""Match files for tests: of a match, of one with every kind of entry, with a replaced value, and a small one."""

import json

from matches import actions
from matches.files import match_file
from tests.matches.table import at, discard, read, start, wall


def exported(match):
    return match_file.dump(match_file.document(read(match)))


def whole_file():
    """A file with every feature: a house rule, a goulash, notes, a correction, undo, a closed match."""
    match = start(options={"limit": 50})
    actions.record_entry(kind="hand", payload=wall("P2", 4, 7), **at(match))
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    actions.record_entry(kind="hand", payload={**discard("P1", "P3"), "waiting": {"P2": True}}, **at(match))
    actions.record_entry(
        kind="penalty",
        payload={"penalty": {"P1": -20, "P2": 10, "P3": 10}, "ends_hand": False},
        note="Řekl „ron“ <3",
        **at(match),
    )
    actions.correct_entry(target=1, kind="hand", payload=wall("P3"), note="misheard", **at(match))
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    actions.undo_last(target=6, **at(match))
    actions.close_match(balances=read(match).log.state.balances, **at(match))
    return exported(match)


def changed(data, *path, to):
    """The file with one value replaced (`to` may be a function of the old value)."""
    file = json.loads(data)
    place = file
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to(place[path[-1]]) if callable(to) else to
    return json.dumps(file).encode()


def _small():
    from engine import hash_chain

    events, previous = [], hash_chain.first_hash("korean_japanese", {})
    for seq, (kind, payload) in enumerate([("hand", wall()), ("draw", {"draw": True})], start=1):
        event = {"seq": seq, "key": f"{seq:022d}", "kind": kind, "payload": payload}
        event |= {"at": "2026-11-20T20:04:05.123456Z", "by": "d1", "previous_hash": previous}
        previous = event["hash"] = hash_chain.event_hash(previous, event)
        events.append(event)
    rows = [{"hand": n, "seq": n, "P1": 16, "P2": -8, "P3": -8} for n in (1, 2)]
    places = [(1, "P1", 16), (2, "P2", -8), (2, "P3", -8)]
    return json.dumps(
        {
            "format": "scorekeeper-match",
            "version": 1,
            "system": "korean_japanese",
            "rules_version": 1,
            "options": {},
            "players": {"P1": "Ann", "P2": "Bea", "P3": "Cho"},
            "events": events,
            "ledger": rows,
            "standings": [dict(zip(("rank", "player", "points"), place, strict=True)) for place in places],
        }
    )


SMALL = _small()
