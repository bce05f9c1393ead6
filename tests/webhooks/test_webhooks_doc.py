"""docs/webhooks.md: the receiver works, and the examples are real messages. WRITE_DOCS=1 updates the examples."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from matches import actions as play
from matches.models import Match
from tests.matches.table import at, discard
from tests.tournaments.table_cast import Hall
from tests.webhooks.cast import House, documents, run
from tests.webhooks.receivers import receiver
from tournaments.draw.write_rounds import publish_rounds
from tournaments.play import results
from webhooks import actions, deliveries
from webhooks.models import EventType

pytestmark = pytest.mark.django_db(transaction=True)
DOC = Path(__file__).resolve().parent.parent.parent / "docs/webhooks.md"
BEGIN, END = "<!-- examples -->\n", "<!-- end of the examples -->"


def test_the_receiver_of_the_docs_accepts_signed_messages_and_refuses_others(house, tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", DOC.read_text(), re.DOTALL)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    endpoint = house.endpoint(f"http://127.0.0.1:{port}/", events=[EventType.HAND_RECORDED.value])
    program = tmp_path / "receiver.py"
    program.write_text(code.replace("whsec_…", endpoint.secret).replace("9000", str(port)))
    process = subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        deadline = time.monotonic() + 30
        while not _listens(port) and time.monotonic() < deadline:
            time.sleep(0.05)
        match = house.match()
        house.hand(match)
        run()
        delivery = endpoint.deliveries.get()
        house.act(actions.send_again, endpoint, delivery=delivery.pk)
        run()
        endpoint.deliveries.all().delete()
        endpoint.secret = actions.new_secret()
        endpoint.save()
        house.hand(match)
        run()
        assert [each.status for each in endpoint.deliveries.all()] == [401]
    finally:
        process.kill()
    printed = process.communicate()[0].splitlines()
    assert len(printed) == 1, "the repetition was ignored"
    assert printed[0].startswith('hand.recorded {"match": {')


def _listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def examples():
    """One message of each type, without values that change from run to run."""
    with receiver() as hook:
        house = House()
        house.endpoint(hook.url)
        match = house.match()
        house.hand(match, discard("P1", "P2"))
        play.close_match(balances=Match.objects.get(pk=match.pk).balances, **at(match))
        run()
        hall = Hall(public=True, drawn=2)
        house.owner, house.club = hall.owner, hall.club
        house.endpoint(hook.url)
        publish_rounds(upto=2, tournament=hall.tournament, by=hall.owner.user)
        first, second = hall.numbers()[:2]
        result = results.enter_result(**hall.at(entrant=first), points=[30, 0, -30])
        results.dispute_result(**hall.at(entrant=second), number=result.number, reason="a hand is missing")
        results.enter_result(**hall.at(2, by=hall.referee, device=""), points=[30, 0, -30])
        run()
        sent = documents(hook)
    told = {}
    for document in sent:
        told.setdefault((document["type"], document["data"].get("of", "")), document)
    order = [*EventType.values]
    return [told[key] for key in sorted(told, key=lambda key: (order.index(key[0]), key[1]))]


def plain(value):
    """Make a message the same in every run: example codes and times, and only one item in each list."""
    if isinstance(value, dict):
        return {key: 1 if key in ("player", "other") else plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value[:1]]
    if isinstance(value, str):
        value = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)", "2026-11-26T19:30:00Z", value)
        value = re.sub(r"^[A-Za-z0-9_-]{22}$", "Kq0TQn8vVb1w3d5ZxY2u7A", value)
    return value


def test_the_examples_are_real_messages(settings):
    settings.ALLOW_PRIVATE_ADDRESSES = True
    sent = [(each["type"], plain(each)) for each in examples()]
    before, _begin, rest = DOC.read_text().partition(BEGIN)
    shown, end, after = rest.partition(END)
    if os.environ.get("WRITE_DOCS"):
        shown = "\n".join(
            f"\n`{kind}`\n\n```json\n{json.dumps(message, ensure_ascii=False, indent=2)}\n```" for kind, message in sent
        )
        DOC.write_text(f"{before}{BEGIN}{shown}\n{end}{after}")
    # As objects, because PostgreSQL stores the keys of an entry in an order of its own.
    documented = re.findall(r"`([a-z.]+)`\n\n```json\n(.*?)```", shown, re.DOTALL)
    assert [(kind, json.loads(message)) for kind, message in documented] == sent


def test_the_schedule_of_the_docs_is_the_one_in_use():
    words = {5: "5 s", 300: "5 min", 1800: "30 min", **{hours * 3600: f"{hours} h" for hours in (2, 5, 10, 14, 20, 24)}}
    pauses = [words[int(pause.total_seconds())] for pause in deliveries.PAUSES]
    assert f"{', '.join(pauses[:-1])} and {pauses[-1]}" in " ".join(DOC.read_text().split())


def test_every_type_of_event_is_in_the_table():
    table = set(re.findall(r"^\| `([a-z.]+)` \|", DOC.read_text(), re.MULTILINE))
    assert table == {*EventType.values, "webhook.test"}
