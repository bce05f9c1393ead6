"""The clock of a site is set forward and back while phones save hands, and passes daylight-saving changes. The order of
a match is that of its entries, never that of the clock."""

from __future__ import annotations

import json
import random
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from proofs.clocks import STEPS, YEAR, ZONES, Clock, library, moments, said
from proofs.phones import Phone, Table, hand_form
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

PHONES, HANDS_A_STEP, TURNS, PACE = 4, 8, 2, 0.1
SUITE = "clock"
PAGES = ("", "history/", "balance/", "sheet/", "match.csv", "match.xlsx", "match.json")
LINK = re.compile(rb"/t/([\w-]{22})")
Meant = dict[str, list[dict[str, Any]]]


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run the site as it is; then with entries that get any time of the clock, checked by their times."""
    library()
    site, clock = _site(place)
    told = site.prepare(PHONES, 2 + size.steps * HANDS_A_STEP // (27 * PHONES) + TURNS * size.zones)
    # Each part has separate matches.
    stepped, zoned, last = (_part(told, where) for where in _parts(TURNS * size.zones))
    try:
        meant, facts, answers = _stepped(site, clock, stepped, size.steps, seed)
        yield _judged(place, site, meant, facts, answers)
        yield _expired(place, site, clock, last["phones"][0])
        yield _paused(place, site, clock)
        yield _zoned(place, site, clock, zoned, random.Random(seed).sample(ZONES, size.zones), seed)
    finally:
        site.kill()
    if not place.whole:
        return
    yield _unordered(place, min(size.steps, 12), seed)


def _site(place: Place) -> tuple[Site, Clock]:
    site = place.site()
    clock = Clock(site.folder.with_name(f"{site.folder.name}.clock"))
    site.also = clock.environment
    return site, clock


def _parts(zoned: int) -> tuple[slice, slice, slice]:
    """The slices of a phone's matches for the steps, for daylight saving (`zoned`), and for the ended session."""
    return slice(None, -1 - zoned), slice(-1 - zoned, -1), slice(-1, None)


def _part(told: dict[str, Any], where: slice) -> dict[str, Any]:
    return {"phones": [{**each, "codes": each["codes"][where]} for each in told["phones"]]}


# ── steps ─────────────────────────────────────────────────────────────────────


def _stepped(
    site: Site, clock: Clock, told: dict[str, Any], steps: int, seed: int, app: str = "scorekeeper.wsgi"
) -> tuple[Meant, dict[str, Any], dict[str, int]]:
    """Set the clock while phones play: every second step starts from the right time, the others from the last one."""
    chance, offset, made = random.Random(seed), 0, 0
    site.start(app=app)
    table = Table(site.port, told, seed)
    names = list(STEPS)
    for number in range(steps):
        _wait(table, HANDS_A_STEP)
        time.sleep(chance.random() * 0.02)  # at any point of a save
        offset = offset + STEPS[names[number % len(names)]] if number % 2 else STEPS[names[number % len(names)]]
        clock.set(offset)
        made += table.playing
    _wait(table, HANDS_A_STEP)
    meant = table.stop()
    clock.set(0)
    return meant, {"steps": made}, table.answers


def _wait(table: Table, hands: int) -> None:
    before, deadline = table.acked, time.monotonic() + 40
    while table.acked - before < hands and table.playing and time.monotonic() < deadline:
        time.sleep(0.002)


def _judged(place: Place, site: Site, meant: Meant, facts: dict[str, Any], answers: dict[str, int]) -> Found:
    found, by_time = site.judge(meant), site.judge(meant, "at")
    facts |= {**found, "stood": by_time["stood"], "swapped by time": by_time["swapped"], "answers": answers}
    right = _right(found) and _right(by_time) and found["acked"] > 0 and by_time["stood"] > 0
    return Found("clock steps", place.database, right and not _failures(answers), facts)


def _right(found: dict[str, Any]) -> bool:
    return bool(found["lost"] == found["doubled"] == found["swapped"] == found["wrong"] == 0)


def _failures(answers: Mapping[str, int]) -> int:
    """The number of 5xx responses and of connections without a response."""
    return sum(many for status, many in answers.items() if status == "none" or status.startswith("5"))


def _unordered(place: Place, steps: int, seed: int) -> Found:
    site, clock = _site(place)
    told = site.prepare(PHONES, 1 + steps * HANDS_A_STEP // (27 * PHONES))
    try:
        meant, facts, _answers = _stepped(site, clock, told, steps, seed, app="proofs.backwards")
    finally:
        site.kill()
    by_seq, by_time = site.judge(meant), site.judge(meant, "at")
    facts |= {"swapped": by_seq["swapped"], "swapped by time": by_time["swapped"]}
    broke = by_seq["swapped"] == 0 and by_time["swapped"] > 0
    return Found("clock steps", place.database, broke, facts, sabotaged="times kept in order")


# ── a session that the clock has ended ────────────────────────────────────────


def _expired(place: Place, site: Site, clock: Clock, told: dict[str, Any]) -> Found:
    """Let a phone join while the clock is ten years late, as after a battery failure, and then correct it."""
    owner, phone = Phone(site.port, told, 1), Phone(site.port, {"codes": told["codes"], "cookies": {}}, 2)
    code = told["codes"][0]
    owner._get(f"/m/{code}/")
    link = LINK.search(owner._get(f"/m/{code}/share/") or b"")
    clock.set(-10 * YEAR)
    join = f"/t/{link[1].decode()}" if link else "/t/none"
    answers = [_join(phone, join)]
    hands = [_hand(1, 5), _hand(2, 6)]
    answers.append(phone.press(f"/m/{code}/hand/", hands[0]))
    clock.set(0)
    status, page = phone.sent_form(f"/m/{code}/hand/", hands[1])
    answers += [status, _join(phone, join)]
    answers += [phone.press(f"/m/{code}/hand/", hands[1]) for _time in range(2)]
    sent = [{"key": each["key"], "winner": "P1", "points": int(each["points"]), "acked": True} for each in hands]
    found = site.judge({code: sent})
    facts = {**found, "answers": " ".join(answers), "said": f'"{said(page)}"'}
    right = answers == ["303", "303", "404", "303", "303", "303"] and bool(said(page)) and found["stored"] == 2
    return Found("ended session", place.database, right and _right(found), facts)


def _join(phone: Phone, join: str) -> str:
    phone._get(join)
    return phone.press(join, {"key": secrets.token_urlsafe(16)})


def _hand(seq: int, points: int) -> dict[str, str]:
    return hand_form("P1", points, secrets.token_urlsafe(16), seq)


# ── the clock for a round ──────────────────────────────────────────────────────


def _paused(place: Place, site: Site, clock: Clock) -> Found:
    """Start, pause, resume and reset a round's clock as the referee, and change the site's clock in between."""
    told = json.loads(site.run("proofs.hall"))
    referee = Phone(site.port, {"codes": [], "cookies": told["cookies"]}, 3)
    path = f"/e/{told['code']}/rounds/1/clock/"
    answers = ["200" if referee._get(path) else "none"]
    steps = [*STEPS.values(), 0]
    for step in steps:
        answers += [referee.press(path, {"do": do}) for do in ("start", "pause")]
        clock.set(step if step > -YEAR else -30 * 86400)  # a larger change signs the account out
        answers += [referee.press(path, {"do": do}) for do in ("go_on", "reset")]
        answers.append("200" if referee._get(path) else "none")
    clock.set(0)
    wrong = [each for each in answers if each not in ("200", "303")]
    facts = {"presses": len(answers), "refused": len(wrong), "answers": " ".join(sorted(set(answers)))}
    return Found("round's clock", place.database, not wrong, facts)


# ── summer time ───────────────────────────────────────────────────────────────


def _zoned(place: Place, site: Site, clock: Clock, told: dict[str, Any], zones: list[str], seed: int) -> Found:
    """Play over each clock change of each zone; then open every page and file, and restore a backup."""
    meant: Meant = {}
    answers: Counter[str] = Counter()
    places = iter(range(TURNS * len(zones)))
    turns = 0
    least = [10**6, 10**6]
    for zone in zones:
        site.kill()
        site.also = clock.environment | {"TZ": zone}
        if place.cluster:
            place.cluster.ask(f"ALTER DATABASE {site.url.rsplit('/', 1)[1]} SET timezone = '{zone}'")
        site.start()
        for turn, number in zip(moments(zone, datetime.now(UTC).year)[:TURNS], places, strict=False):
            played, saved = _played(site, clock, turn, _part(told, slice(number, number + 1)), seed, answers)
            meant |= played
            least = list(map(min, least, saved))
            turns += 1
    clock.set(0)
    found, by_time = site.judge(meant), site.judge(meant, "at")
    restored = _restored(site, meant)
    facts = {"zones": len(zones), "turns": turns, **found, "least before": least[0], "least after": least[1]}
    facts |= {"restored": restored, "answers": dict(answers)}
    right = _right(found) and _right(by_time) and min(least) >= PHONES and restored
    return Found("summer time", place.database, right and not _failures(answers), facts)


def _played(
    site: Site, clock: Clock, turn: datetime, told: dict[str, Any], seed: int, answers: Counter[str]
) -> tuple[Meant, tuple[int, int]]:
    """Enter hands before and after a clock change and open every page of a table; return the hands and both numbers."""
    clock.show(turn - timedelta(hours=3))
    table = Table(site.port, told, seed, pace=PACE)
    _wait(table, PHONES)  # the first responses are slow if many threads use libfaketime
    clock.show(turn - timedelta(seconds=0.7))
    time.sleep(1)
    before = table.acked
    _wait(table, PHONES)
    after, meant = table.acked - before, table.stop()
    answers.update(table.answers)
    phone = table.phones[0]
    for each in PAGES:
        answers["page" if phone._get(f"/m/{phone.codes[0]}/{each}") else "none"] += 1
    return meant, (before, after)


def _restored(site: Site, meant: Meant) -> bool:
    """Whether a new backup restores everything."""
    site.stop()
    folder = site.folder.parent / f"{site.folder.name}-backups"
    site.manage("backup", "--to", str(folder))
    (path,) = folder.glob("*.tar.gz")
    verified = "chains are unbroken" in site.manage("restore", str(path))
    return verified and _right(site.judge(meant))
