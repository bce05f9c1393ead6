"""Phones that press Save in the same instant, on several processes.

*One hand twice*: the same form from every phone. *Two hands*: each its own, for the same place. *Undo*: all take back
the same hand. Of each exactly one event comes, and everybody is answered.
"""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

from proofs.phones import Phone
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

AT_ONCE, PROCESSES = 6, 4
SUITE = "races"
# Per match: hands from one form, hands from six forms, an undo after each second.
ROUNDS = ("same", "own", "undo") * 8


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """With the locks, then without them."""
    yield _raced(place.site(), place.database, size.races)
    yield _raced(place.site(), place.database, max(20, size.races // 5), careless=True)


def _raced(site: Site, database: str, rounds: int, careless: bool = False) -> Found:
    site.workers = PROCESSES
    matches = -(-rounds // len(ROUNDS))
    told = site.prepare(1, matches)["phones"][0]
    site.start(app="proofs.careless" if careless else "scorekeeper.wsgi")
    try:
        answers, run, wrong = Counter[str](), 0, 0
        phones = [Phone(site.port, told, number) for number in range(AT_ONCE)]
        for code in told["codes"]:
            for phone in phones:
                phone._until(lambda code=code, phone=phone: phone._get(f"/m/{code}/"))  # type: ignore[misc]
            events = 0
            for kind in ROUNDS[: rounds - run]:
                answers += _at_once(phones, code, kind, events + 1)
                run, events = run + 1, events + 1
            wrong += _events(site, code) != events
    finally:
        site.kill()
    found = site.judge({})
    facts: dict[str, Any] = {
        "rounds": run,
        "wrong matches": wrong,
        "not verified": found["wrong"],
        "answers": dict(answers),
    }
    broke = wrong or found["wrong"] or any(answers[each] for each in ("500", "503", "none"))
    if careless:
        return Found(SUITE, database, bool(broke), facts, sabotaged="locks")
    return Found(SUITE, database, not broke, facts)


def _at_once(phones: list[Phone], code: str, kind: str, seq: int) -> Counter[str]:
    barrier = threading.Barrier(len(phones))
    shared, answers = secrets.token_urlsafe(16), Counter[str]()

    def press(phone: Phone, number: int) -> None:
        key = shared if kind == "same" else secrets.token_urlsafe(16)
        if kind == "undo":
            where, fields = "undo", {"target": str(seq - 1)}
        else:
            points = "5" if kind == "same" else str(3 + number)
            where = "hand"
            fields = {"winner": "P1", "source": "wall", "way": "numbers", "points": points, "bonus": "5", "save": "1"}
        barrier.wait()
        answers[phone.press(f"/m/{code}/{where}/", fields | {"key": key, "expected_seq": str(seq)})] += 1

    threads = [threading.Thread(target=press, args=(phone, number)) for number, phone in enumerate(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


def _events(site: Site, code: str) -> int:
    from_database = f"from matches.models import Event; print(Event.objects.filter(match__code='{code}').count())"
    return int(site.manage("shell", "--verbosity=0", "-c", from_database))
