"""Phones that save at the same instant, on several processes.

Each phone is a separate device at the match. "same": all send the same form with the same key, and each response says
that it is saved. "own": each sends another hand for the same place; "undo": all undo the same hand: one is saved, and
the others are shown what was saved first. Each round must add exactly one event, the acknowledged one.
"""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from proofs.phones import Phone, hand_form
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

AT_ONCE, PROCESSES = 6, 4
SUITE = "races"
# Rounds per match: a hand from one form, a hand from six forms, and an undo after these two.
ROUNDS = ("same", "own", "undo") * 8
SAVED, CONFLICT = "303", "409"
ERRORS = ("500", "503", "none")
Sent = dict[str, Any]


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run with the locks, then without them."""
    yield _raced(place.site(), place.database, size.races)
    yield _raced(place.site(), place.database, max(20, size.races // 5), careless=True)


def _raced(site: Site, database: str, rounds: int, careless: bool = False) -> Found:
    site.workers = PROCESSES
    told = site.prepare(1, -(-rounds // len(ROUNDS)), joined=AT_ONCE - 1)["phones"][0]
    site.start(app="proofs.careless" if careless else "scorekeeper.wsgi")
    try:
        phones = [
            Phone(site.port, {"cookies": cookies, "codes": []}, number)
            for number, cookies in enumerate([told["cookies"], *told["others"]])
        ]
        meant, answers, wrong = _played(phones, told["codes"], rounds)
    finally:
        site.kill()
    found = site.judge(meant)
    facts = {"rounds": rounds, "phones": len(phones), "wrong rounds": wrong, **found, "answers": dict(answers)}
    # An event that was refused but saved shows as one more than was acknowledged.
    disturbed = found["lost"] or found["doubled"] or found["swapped"] or found["wrong"]
    if careless:
        broke = bool(disturbed or any(answers[each] for each in ERRORS))
        return Found(SUITE, database, broke, facts, sabotaged="locks")
    right = not disturbed and wrong == 0 and found["stored"] == found["acked"] == rounds
    return Found(SUITE, database, right, facts)


def _played(phones: list[Phone], codes: list[str], rounds: int) -> tuple[dict[str, list[Sent]], Counter[str], int]:
    """The entries sent to each match, the counts of all responses, and the number of rounds with wrong responses."""
    meant: dict[str, list[Sent]] = {}
    answers, wrong = Counter[str](), 0
    for number, code in enumerate(codes):
        for phone in phones:
            phone._until(lambda phone=phone, code=code: phone._get(f"/m/{code}/"))
        meant[code], seq = [], 1
        for kind in ROUNDS[: rounds - number * len(ROUNDS)]:
            came = at_once(phones, code, kind, seq)
            meant[code] += came
            told = Counter(answer for sent in came for answer in sent.pop("answers"))
            answers += told
            wrong += told != expected(kind)
            seq += any(sent["acked"] for sent in came)
    return meant, answers, wrong


def expected(kind: str) -> Mapping[str, int]:
    """The expected responses: six saves or, with different forms, one save and five conflicts."""
    return Counter({SAVED: AT_ONCE} if kind == "same" else {SAVED: 1, CONFLICT: AT_ONCE - 1})


def at_once(phones: list[Phone], code: str, kind: str, seq: int) -> list[Sent]:
    """Send from all phones at the same time; return the entries with their responses: one for all, or one each."""
    barrier = threading.Barrier(len(phones))
    entries = [_entry(kind, number) for number in range(1 if kind == "same" else len(phones))]

    def press(phone: Phone, sent: Sent) -> None:
        where, fields = "hand", hand_form("P1", sent["points"] or 0, sent["key"], seq)
        if kind == "undo":
            where, fields = "undo", {"target": str(seq - 1), "key": sent["key"], "expected_seq": str(seq)}
        barrier.wait()
        sent["answers"].append(phone.press(f"/m/{code}/{where}/", fields))

    pressed = [(phone, entries[number % len(entries)]) for number, phone in enumerate(phones)]
    threads = [threading.Thread(target=press, args=each) for each in pressed]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for sent in entries:
        sent["acked"] = SAVED in sent["answers"]
    return entries


def _entry(kind: str, number: int) -> Sent:
    """A new entry. No two phones send the same hand here, and none sends the hand that all phones share."""
    hand: Sent = {"winner": None, "points": None} if kind == "undo" else {"winner": "P1", "points": 9}
    if kind == "own":
        hand["points"] = 3 + number
    return {"key": secrets.token_urlsafe(16), "answers": [], **hand}
