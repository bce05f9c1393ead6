"""Drawn hands and penalties of riichi sanma on the pages: questions, saved values, payments."""

import pytest

from matches.models import Event
from tests.matches.cast import balances
from tests.matches.riichi_cast import draw, shown_again, start
from tests.matches.worlds import one_match

pytestmark = pytest.mark.django_db


started, phone, code = one_match(system="riichi_sanma", preset="tenhou")


# ── drawn hands ──────────────────────────────────────────────────────────────


def test_a_draw_asks_tenpai_sticks_nagashi_and_aborts(phone, code, htmx):
    page = phone.get(f"/m/{code}/draw/", htmx=htmx)
    assert "Who was tenpai?" in page and "Nagashi mangan Ann Bea Cho" in page
    assert (
        "More Abortive draw: no payments, the dealer deals again None Nine different 1s, 9s and honours "
        "Four kongs by more than one player" in page
    )
    form = page.form("/draw/")
    told = phone.send(form, button=("action", "look"), htmx=True, status=200, nagashi=["P2"])
    assert told.html == "Ann loses 4,000, Bea gains 6,000, Cho loses 2,000."
    told = phone.send(form, button=("action", "look"), htmx=True, status=200, tenpai=["P2"], abort="four_kongs")
    assert told.html and "gains" not in told.html  # whoever was tenpai


def test_a_table_without_aborts_and_nagashi_does_not_ask_for_them(phone):
    code = start(phone, abortive_draws="none", nagashi_mangan=None)
    assert phone.get(f"/m/{code}/draw/").form("/draw/").names & {"abort", "nagashi"} == set()


def test_an_abortive_draw_keeps_the_deal_and_the_sticks(phone, code):
    draw(phone, code, riichi_by=["P3"], abort="kyuushu_kyuuhai")
    assert Event.objects.get().payload == {"draw": True, "abort": "kyuushu_kyuuhai", "riichi_by": ["P3"]}
    page = phone.table(code)
    assert "East 1 · 1 honba" in page and "E1 Abortive draw: nine kinds" in page
    assert balances(code) == (35000, 35000, 34000)
    assert shown_again(phone, code, "abort", "riichi_by") == {"abort": ["kyuushu_kyuuhai"], "riichi_by": ["P3"]}


def test_nagashi_mangan_is_named_in_the_ledger(phone, code):
    draw(phone, code, tenpai=["P1"], nagashi=["P3"])
    assert balances(code) == (31000, 33000, 41000)
    assert "E1 Nagashi mangan, Cho" in phone.table(code)
    assert "Ann pays Cho −4,000 nagashi mangan 4,000 E11.2" in phone.get(f"/m/{code}/hands/1/")


# ── penalties ────────────────────────────────────────────────────────────────


def chombo(phone, code, status=303, **told):
    form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
    return phone.send(form, button=("save", "1"), status=status, what="chombo", **told)


def test_a_chombo_pays_what_the_table_says_and_the_hand_is_played_again(phone, code):
    assert "False win (chombo), paid like a mangan, and the hand ends" in phone.get(f"/m/{code}/penalty/")
    chombo(phone, code, offender="P2")
    assert Event.objects.get().payload == {"chombo": "P2"}
    assert balances(code) == (39000, 29000, 37000)
    page = phone.table(code)
    assert "E1 Chombo, Bea" in page and "East 1" in page
    assert "Bea pays Ann −4,000 chombo 4,000 E15" in phone.get(f"/m/{code}/hands/1/")
    phone.undo(code)
    assert balances(code) == (35000, 35000, 35000)


def test_a_chombo_can_cost_the_same_to_each(phone):
    code = start(phone, "ema_like")
    assert "False win (chombo): 10,000 to each player, and the hand ends" in phone.get(f"/m/{code}/penalty/")
    chombo(phone, code, offender="P3")
    assert balances(code) == (45000, 45000, 15000)


def test_a_chombo_with_another_amount_is_a_plain_penalty(phone, code):
    chombo(phone, code, offender="P2", amount="500", payee="P1")
    assert Event.objects.get().payload == {"penalty": {"P1": 500, "P2": -500}, "ends_hand": True}


def test_a_chombo_needs_an_offender(phone, code):
    assert "Choose who pays the penalty." in chombo(phone, code, status=422)


def test_sticks_of_the_hand_come_back_after_a_chombo_is_undone(phone, code):
    phone.send(phone.table(code).form("/declare/"), button=("on", "P3"), status=303)
    chombo(phone, code, offender="P2")
    assert Event.objects.get().payload == {"chombo": "P2", "riichi_by": ["P3"]}
    assert balances(code) == (39000, 29000, 37000)
    phone.undo(code)
    assert ("off", "P3") in phone.table(code).form("/declare/").buttons
