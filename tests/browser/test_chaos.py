"""Phones on a network that drops, delays, truncates and duplicates: every hand is saved once, in the right order.

`CHAOS_HANDS=400` plays that many (a few minutes); `SEED=…` repeats a run.
"""

import os
import random
import sys

import pytest

from engine.seats import PerSeat
from matches import actions
from matches.actions import append as log_writer
from matches.models import Match
from proofs import proxy
from tests.browser import later, pages
from tests.matches.table import new_key
from tests.thorough import SEED

HANDS = int(os.environ.get("CHAOS_HANDS") or 32)
PHONES, LONGEST = 4, 25  # hands of a match of 27

# Repeats the four taps of a hand as fast as the page allows.
PLAY = """async (hands) => {
  const until = async (found) => {
    for (;;) {
      const it = found();
      if (it) return it;
      await new Promise((then) => setTimeout(then, 10));
    }
  };
  const sheet = document.getElementById("sheet");
  const free = () => !sheet.open && !document.querySelector(".fresh");
  const live = (part) => part && (part["htmx-internal-data"] || {}).initHash;  // no finger is there before htmx is
  for (const [winner, source, points] of hands) {
    const card = () => document.querySelector(`a.player[href$="winner=${winner}"]`);
    await until(() => free() && live(card()));
    card().click();
    await until(() => sheet.open && live(sheet.querySelector("form")));
    document.getElementById(`source-${source}`).click();
    document.getElementById(`points-${points}`).click();
    sheet.querySelector("button[name=save]").click();
    await until(free);
  }
}"""


def dealt(chance: random.Random, count: int) -> list[tuple[str, str, int]]:
    """Hands that differ from their neighbours, so that a wrong order is visible."""
    chairs = ("P1", "P2", "P3")
    winners = [chance.choice(chairs) for _hand in range(count)]
    sources = [chance.choice(["wall", *(each for each in chairs if each != winner)]) for winner in winners]
    return [(winner, source, 3 + no % 11) for no, (winner, source) in enumerate(zip(winners, sources, strict=True))]


def tables(phone, count: int) -> list[str]:
    """Codes of `count` long matches of this phone."""
    first = pages.open_match(phone)
    device = Match.objects.get(code=first.code).started_by
    told = {"device": device, "name": "", "names": PerSeat(*pages.NAMES), "system": "korean_japanese"}
    long = {"options": {"match_length": 27}}
    return [actions.start_match(**told, **long, key=new_key()).code for _match in range(count)]


def lost_and_doubled(meant: list, stored: list) -> tuple[int, int]:
    """The number of hands that are missing from the log, and of those that are duplicated."""
    lost = sum(max(0, meant.count(hand) - stored.count(hand)) for hand in set(meant))
    doubled = sum(max(0, stored.count(hand) - meant.count(hand)) for hand in set(stored))
    return lost, doubled


def play(network, new_context, hands: int, patience: int) -> list[tuple[list, list]]:
    """For each table, the hands that were entered and those in its log."""
    sys.stdout.write(f"SEED={SEED} CHAOS_HANDS={hands}\n")
    chance, rates, network.rates = random.Random(SEED), network.rates, {}
    phones = [new_context().new_page() for _phone in range(PHONES)]
    rounds = -(-hands // (PHONES * LONGEST))
    codes = [tables(phone, rounds) for phone in phones]
    each = hands // (PHONES * rounds)
    meant = {code: dealt(chance, each) for row in codes for code in row}
    for turn in range(rounds):
        network.rates = {}
        for phone, row in zip(phones, codes, strict=True):
            phone.goto(f"/m/{row[turn]}/")
            later.ready(phone)
        network.rates = rates
        for phone, row in zip(phones, codes, strict=True):
            phone.evaluate(f"(hands) => {{ window.played = ({PLAY})(hands); }}", meant[row[turn]])
        for phone in phones:
            phone.evaluate("window.played")
        for phone in phones:
            phone.locator(".later-line").wait_for(state="hidden", timeout=patience * 1000)
    return [(meant[code], later.log(code)) for row in codes for code in row]


@pytest.fixture
def network(live_server):
    with proxy.bad_network(live_server.url, SEED) as faults:
        yield faults
        sys.stdout.write(f"{dict(faults.met)}\n")


@pytest.fixture
def browser_context_args(browser_context_args, network):
    return {**browser_context_args, "base_url": network.url}


@pytest.mark.thorough
def test_every_hand_is_saved_once_and_in_order_whatever_the_network_does(network, new_context, complaints):
    complaints.allow("Failed to load resource|htmx:(sendError|timeout)")
    results = play(network, new_context, HANDS, 120)
    assert [lost_and_doubled(*result) for result in results] == [(0, 0)] * len(results)
    assert all(meant == stored for meant, stored in results)
    assert sum(len(stored) for _meant, stored in results) == HANDS
    assert sum(network.met.values()) > HANDS


@pytest.mark.thorough
def test_a_server_that_ignores_keys_is_detected(network, new_context, complaints, monkeypatch):
    """Here the server saves a repeated entry as a new one, at the next free position."""
    complaints.allow("Failed to load resource|htmx:(sendError|timeout)")
    append = log_writer.append_event

    def careless(*, match, key, expected_seq, **told):
        version = Match.objects.get(pk=match.pk).version
        outcome = append(match=match, key=new_key(), expected_seq=version + 1, **told)
        outcome.event.key = key  # the response looks as if the key had been stored
        return outcome

    monkeypatch.setattr(log_writer, "append_event", careless)
    network.rates = {"answer lost": 0.2, "twice": 0.25}
    results = play(network, new_context, 16, 120)
    lost, doubled = (sum(each) for each in zip(*(lost_and_doubled(*result) for result in results), strict=True))
    assert lost == 0
    assert doubled > 0


def test_the_checker_counts_lost_and_duplicated_hands():
    one, other = ("P1", "wall", 3), ("P2", "P1", 4)
    assert lost_and_doubled([one, other], [one, other]) == (0, 0)
    assert lost_and_doubled([one, other], [one]) == (1, 0)
    assert lost_and_doubled([one, other], [one, one, other]) == (0, 1)


@pytest.mark.thorough
def test_the_proxy_causes_each_of_its_faults(network, new_context, complaints):
    """Each fault by itself, against a server that accepts anything."""
    complaints.allow("Failed to load resource")
    page = new_context().new_page()
    network.rates = {}
    page.goto("/glossary/")
    sent = "(path) => fetch(path, {method: 'POST'}).then((a) => a.text()).then(() => 'whole', () => 'broken')"
    found = {}
    for kind in proxy.RATES:
        network.rates = {kind: 1.0}
        found[kind] = page.evaluate(sent, "/start/")
    broken = {"request lost": "broken", "answer lost": "broken", "answer cut": "broken"}
    assert found == {**broken, "late": "whole", "twice": "whole"}
