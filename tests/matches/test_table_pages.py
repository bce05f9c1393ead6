"""A whole match on the pages: each of them agrees with the engine."""

import re

import pytest

from matches.log.state import open_match
from matches.models import Event
from tests.matches.cast import balances, payments, signed
from tests.matches.worlds import one_match
from tests.wording import from_the_wall, hand_of, hand_saved, who_won

pytestmark = pytest.mark.django_db
started, phone, code = one_match()

# (winner, source, hand-points, bonus ("": the default), opponents waiting) or "draw"
EVENING = [
    ("P1", "wall", "5", "", []),
    ("P2", "P3", "7", "4", ["P1"]),
    "draw",
    ("P3", "P1", "half", "", []),
    ("P1", "P2", "3", "", ["P3"]),
    "draw",
    "draw",
    ("P2", "wall", "full", "", ["P1", "P3"]),
    ("P3", "P2", "12", "6", []),
]
# Worked out by hand from docs/rules: 3 bonus-points from the wall, 2 on a discard, the discarder twice the
# hand-points, who waits 2 less, half-limit 20, limit 40, goulash 5 from each for every drawn hand.
PAID = [
    (16, -8, -8),
    (-2, 20, -18),
    (0, 0, 0),
    (-45, -25, 70),
    (8, -8, 0),
    (0, 0, 0),
    (0, 0, 0),
    (-50, 100, -50),
    (-6, -30, 36),
]
AFTER = [tuple(sum(each) for each in zip(*PAID[: n + 1], strict=True)) for n in range(9)]
WHAT = [
    f"1 {from_the_wall('Ann')} 5 hand-points",
    "2 Bea from Cho 7 hand-points",
    "3 Goulash 5 carried over",
    "4 Cho from Ann Half-limit, goulash",
    "5 Ann from Bea 3 hand-points",
    "6 Goulash 5 carried over",
    "7 Goulash 10 carried over",
    f"8 {from_the_wall('Bea')} Limit, goulash",
    "9 Cho from Bea 12 hand-points",
]
ROUNDS = {0: "East round ", 3: "South round ", 6: "West round "}


def enter(phone, code, entry, htmx=False):
    if entry == "draw":
        return phone.draw(code, htmx=htmx)
    winner, source, points, bonus, waiting = entry
    return phone.hand(code, winner, source, points, htmx=htmx, waiting=waiting, bonus=bonus)


def ledger(count):
    """The text of the ledger after `count` hands."""
    lines = []
    for n in range(count):
        paid = " ".join(f"{signed(p)} balance {signed(b)}" for p, b in zip(PAID[n], AFTER[n], strict=True))
        lines.append(f"{ROUNDS.get(n, '')}{WHAT[n]} {paid}")
    return " ".join(lines)


def test_a_match_of_nine_hands_is_shown_on_every_page_as_the_engine_counts_it(phone, code, htmx):
    for number, entry in enumerate(EVENING, start=1):
        answer = enter(phone, code, entry, htmx)
        page = answer if htmx else phone.follow(answer)
        if htmx:
            assert (page.status, page.headers["HX-Trigger-After-Settle"]) == (200, "saved")
            assert "<!doctype" not in page.html
        assert hand_saved(number) in page
        assert ledger(number) in page
        assert balances(code) == AFTER[number - 1]
    assert payments(code) == PAID
    assert open_match(code).log.state.finished
    assert ledger(9) in phone.table(code)
    assert "All 9 hands played" in phone.table(code)


def test_the_other_pages_of_the_match_agree(phone, code):
    for entry in EVENING:
        enter(phone, code, entry)
    balance = phone.get(f"/m/{code}/balance/").text
    sheet = phone.get(f"/m/{code}/sheet/").text
    for paid, after in zip(PAID, AFTER, strict=True):
        assert " ".join(map(signed, after)) in balance
        assert " ".join(f"{signed(p)} {signed(b)}" for p, b in zip(paid, after, strict=True)) in sheet
    end = phone.get(f"/m/{code}/end/").text
    assert "1 Bea 2 hands won, best 100 +49 2 Cho 2 hands won, best 70 +30 3 Ann 2 hands won, best 16 −79" in end
    assert "Ann pays Bea 49 Ann pays Cho 30" in end
    for seq, paid in enumerate(PAID, start=1):
        page = phone.get(f"/m/{code}/hands/{seq}/")
        named = dict(zip(("Ann", "Bea", "Cho"), paid, strict=True))
        winner = next((name for name in named if named[name] > 0), None)
        if winner is None:
            assert "Nobody pays" in page
            continue
        assert f"{winner} wins {signed(named[winner])}" in page
        for payer in (name for name in named if named[name] < 0):
            assert f"{payer} pays {winner} {signed(named[payer])}" in page


def test_the_exports_agree(phone, code):
    for entry in EVENING:
        enter(phone, code, entry)
    document = phone.client.get(f"/m/{code}/match.json").json()
    assert [(row["P1"], row["P2"], row["P3"]) for row in document["ledger"]] == AFTER
    csv = phone.client.get(f"/m/{code}/match.csv").content.decode()
    for paid, after in zip(PAID, AFTER, strict=True):
        assert any(all(str(n) in re.split(r"[,\r\n]", line) for n in (*paid, *after)) for line in csv.splitlines())


def test_a_penalty_and_two_claims_go_through_their_sheets(phone, code, htmx):
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    told = {"offender": "P2", "what": "other", "amount": "10", "payee": "both", "note": "looked at the wall"}
    phone.send(form, htmx=htmx, status=200 if htmx else 303, **told)
    assert payments(code) == [(10, -20, 10)]
    assert "looked at the wall" in phone.get(f"/m/{code}/hands/1/")
    asked = phone.send(phone.get(f"/m/{code}/claims/").form("/claims/"), discarder="P2", button=("action", "look"))
    claimed = {"points_P1": "4", "points_P3": "6", "bonus_P1": "2", "bonus_P3": "3"}
    found = phone.send(asked.form("/claims/"), button=("action", "check"), **claimed)
    assert "Cho gets the tile: their hand has more hand-points. Ann pays 1, Bea pays 15" in found
    assert len(payments(code)) == 1
    phone.send(found.form("/claims/"), button=("action", "save"), htmx=htmx, status=200 if htmx else 303)
    assert payments(code) == [(10, -20, 10), (-1, -15, 16)]


def test_the_penalty_sheet_previews_the_penalty(phone, code):
    page = phone.get(f"/m/{code}/penalty/")
    assert "The player who pays loses the points once for each opponent paid." in page
    form, look = page.form("/penalty/"), {"button": ("action", "look"), "htmx": True}
    told = {"offender": "P2", "what": "other", "amount": "10"}
    assert phone.send(form, **look, **told, payee="both").text == "Ann gains 10, Bea loses 20, Cho gains 10."
    assert phone.send(form, **look, **told, payee="P1").text == "Ann gains 10, Bea loses 10."
    assert phone.send(form, **look, **told, payee="P2").text == ""
    assert payments(code) == []


def test_the_ledger_links_to_all_hands_once_a_phone_hides_some(phone, code):
    address = f"/m/{code}/balance/#table"
    for _hand in range(2):
        phone.hand(code)
        assert address not in phone.table(code).links
    phone.hand(code)
    assert address in phone.table(code).links
    assert 'id="table"' in phone.get(address).html


def test_a_discarder_who_was_waiting_owes_the_winning_claimant_2_less(phone, code):
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    told = {"discarder": "P1", "points_P2": "5", "points_P3": "4", "discarder_waited": "1"}
    assert "Ann pays 10 " in phone.send(form, button=("action", "check"), **told)  # 2 × 5 and no 2 for winning


def test_a_claim_to_a_robbed_kong_starts_with_its_bonus_point(phone, code):
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    told = {"discarder": "P1", "points_P2": "5", "points_P3": "4", "how": ["rob_kong"]}
    assert "Ann pays 13, Cho pays 1" in phone.send(
        form, button=("action", "check"), **told
    )  # 2 × 5, 2 for winning, 1 for robbing


def test_the_sheet_for_two_claims_asks_only_for_what_decides(phone):
    code = phone.start(**{"o.three_ready": "draw", "o.ready_discount": "declared"})
    names = phone.get(f"/m/{code}/claims/").form("/claims/").names
    places = {f"{field}_{chair}" for field in ("points", "bonus", "limit") for chair in ("P1", "P2", "P3")}
    assert names - places == {"csrfmiddlewaretoken", "key", "expected_seq", "discarder", "how", "action"}


def test_two_claims_start_from_the_bonus_points_of_the_table(phone):
    code = phone.start(**{"o.items_off": ["win"]})
    form = phone.get(f"/m/{code}/claims/").form("/claims/")
    told = {"discarder": "P1", "points_P2": "5", "points_P3": "4"}
    assert "Ann pays 10 " in phone.send(form, button=("action", "check"), **told)


def test_the_toast_of_a_redirect_is_shown_only_while_its_entry_is_the_last(phone, code):
    first = phone.hand(code).goes_to
    assert hand_saved(1) in phone.get(first)
    assert hand_saved(1) in phone.get(first)
    phone.hand(code, "P2")
    assert "Saved ✓" not in phone.get(first)


def test_a_saved_hand_can_be_undone_once_by_the_one_button_of_the_page(phone, code, htmx):
    page = phone.follow(phone.hand(code))
    (undo,) = (form for form in page.forms if form.action.endswith("/undo/"))
    undone = phone.send(undo, htmx=htmx)
    assert "Undone" in (undone if htmx else phone.follow(undone))
    again = phone.send(undo, htmx=htmx)
    assert "Already saved" in (again if htmx else phone.follow(again))
    assert balances(code) == (0, 0, 0)
    assert Event.objects.count() == 2


def test_a_watcher_sees_the_table_and_no_way_to_change_it(phone, code, watcher):
    phone.hand(code)
    page = watcher.table(code)
    assert f"{from_the_wall('Ann')} 5 hand-points +16 balance +16 −8 balance −8 −8 balance −8" in page
    assert "Balances (watching only)" in page
    assert [form.action for form in page.forms if code in form.action] == []
    assert not [link for link in page.links if re.search("hand/|draw|penalty|claims|players|correct", link)]
    assert "Undo" not in page
    for address in ("end/", "hands/1/", "history/", "rules/", "share/", "sheet/", "balance/"):
        forms = watcher.get(f"/m/{code}/{address}").forms
        assert [form.action for form in forms if code in form.action] == []


def test_the_score_page_offers_the_next_thing_and_says_whose_turn_it_is(phone, code):
    page = phone.table(code)
    assert hand_of(1) in page
    assert f"{who_won(1)} Ann East Dealer 0 Bea South 0 Cho West 0" in page
    assert "No hands played yet" in page
    phone.hand(code, "P3")
    page = phone.table(code)
    assert hand_of(2) in page
    assert f"{who_won(2)} Ann West −8 Bea East Dealer −8 Cho South +16" in page
    assert "Undo hand 1" in page
    phone.draw(code)
    assert "Goulash: the next winner gets +5 from each opponent" in phone.table(code)


def test_a_watcher_gets_an_announcement_only_for_a_new_hand(phone, watcher, code):
    phone.hand(code)
    assert 'data-v="1"' in watcher.get(f"/m/{code}/").html
    same = watcher.client.get(f"/m/{code}/?v=1", headers={"HX-Request": "true"})
    assert (same.status_code, same.content) == (204, b"")
    phone.draw(code)
    news = watcher.client.get(f"/m/{code}/?v=1", headers={"HX-Request": "true"})
    told = news.content.decode()
    assert news.status_code == 200
    assert "Goulash" in told
    assert 'data-v="2"' in told
    assert "<html" not in told
    assert "Hand 2: Goulash. No balance changes. Ann +16, Bea −8, Cho −8." in re.sub(r"\s+", " ", told)
