"""The pages of a table's match at its end: time is up, the result is confirmed, the referee corrects it."""

from datetime import UTC, datetime, timedelta

import pytest

from matches.models import Match
from tests.matches.cast import Phone
from tests.wording import who_won
from tournaments.links import table_token
from tournaments.models import Round
from tournaments.play.results import correct_result, enter_result

pytestmark = pytest.mark.django_db

CONFIRMED = "The result is confirmed. Only the referee can correct it."


def judged(hall):
    """The referee confirms the result of the match."""
    enter_result(points=tuple(hall.table().match.balances), **hall.at(device="", by=hall.referee))


def running(seconds_left, policy="finish"):
    """Start the first round's clock with `seconds_left` seconds to go."""
    ago = timedelta(minutes=60) - timedelta(seconds=seconds_left)
    Round.objects.filter(number=1).update(started_at=datetime.now(UTC) - ago, end_policy=policy)


# ── time is up ───────────────────────────────────────────────────────────────


def test_once_the_running_hand_is_saved_the_match_ends_and_a_further_hand_is_warned_of(phone, hall, score):
    running(0)
    warning = "Time is up, so the match ends here. Don’t enter another hand."
    page = phone.get(score)
    assert "Time is up. Finish this hand." in page
    assert who_won(3) in page
    sheets = ("hand/?winner=P2", "draw/", "claims/")
    assert [sheet for sheet in sheets if warning in phone.get(f"{score}{sheet}")] == []
    phone.hand(score.split("/")[2])
    page = phone.get(score)
    assert "Time is up. The match ends here." in page
    assert who_won(4) not in page
    assert [phone.get(f"{score}{sheet}").text.count(warning) for sheet in sheets] == [1, 1, 1]
    phone.hand(score.split("/")[2])
    assert hall.table().match.version == 4


def test_when_time_is_up_the_main_button_closes_the_match(phone, hall, score):
    foot = phone.get(f"{score}end/").html.partition('<footer class="bar">')[2]
    assert "Go to tournament" in foot
    running(-1)
    html = phone.get(f"{score}end/").tight
    foot = html.partition('<footer class="bar">')[2]
    assert '<button type="submit" class="btn btn-go">End match</button>' in foot
    assert "Go to tournament" not in foot
    assert html.count(f'action="{score}close/"') == 1


# ── a result that the referee corrected ──────────────────────────────────────


def corrected(hall, points, number=1):
    """The referee corrects the result `number`."""
    told = hall.at(by=hall.referee)
    correct_result(points=points, number=number, reason="A penalty of 3 was missing", **told)


def test_every_page_of_the_match_says_that_the_referee_corrected_the_result(phone, hall, score):
    names = list(hall.here().sitting.values())
    judged(hall)
    seen = phone.get(score).html.partition('data-v="')[2].partition('"')[0]
    for page in ("", "end/", "sheet/"):
        assert "corrected" not in phone.get(f"{score}{page}"), page
    corrected(hall, (13, -5, -8))
    points = f"{names[0]} +13, {names[1]} −5, {names[2]} −8"
    said = f"The referee corrected the result: {points} (A penalty of 3 was missing)."
    for page in ("", "end/", "sheet/"):
        text = phone.get(f"{score}{page}").text.replace("\u2068", "").replace("\u2069", "")
        assert said in text, page
    assert "Who pays whom" not in phone.get(f"{score}end/")
    assert "The referee corrected the result" in phone.get(f"{score}?v={seen}", htmx=True)


def test_a_correction_back_to_the_result_of_the_match_is_not_mentioned_on_its_pages(phone, hall, score):
    points = tuple(hall.table().match.balances)
    judged(hall)
    corrected(hall, (0, 0, 0))
    corrected(hall, points, 2)
    assert "corrected" not in phone.get(f"{score}sheet/")


# ── another phone at the table ───────────────────────────────────────────────


def test_a_second_phone_at_the_table_shows_the_confirmation_without_a_reload(phone, hall, table, score):
    for _no in range(7):
        phone.hand(score.split("/")[2])
    second, card = Phone(), f"/e/{hall.tournament.code}/t/1/{table_token(hall.tournament, 1)}"
    second.send(second.get(card).form(card), status=303)
    page = second.get(score)
    assert "Confirm result" in page
    # The first response already: a page that says that all is over polls only twice a minute.
    assert "data-over" not in page.html
    seen = page.html.partition('data-v="')[2].partition('"')[0]
    second.get(f"{score}?v={seen}", htmx=True, status=204)
    judged(hall)
    news = second.get(f"{score}?v={seen}", htmx=True)
    assert CONFIRMED in news
    assert "Confirm result" not in news
    seen = news.html.partition('data-v="')[2].partition('"')[0]
    second.get(f"{score}?v={seen}", htmx=True, status=204)
    assert "data-over" in news.html


def test_watching_takes_one_query_for_a_standalone_match_and_two_for_a_tables(
    phone, hall, score, django_assert_num_queries
):
    watcher, own = Phone(), phone.start()
    Match.objects.update(public=True)
    for address, queries in ((f"/m/{own}/", 1), (score, 2)):
        seen = watcher.get(address).html.partition('data-v="')[2].partition('"')[0]
        with django_assert_num_queries(queries):
            watcher.get(f"{address}?v={seen}", htmx=True, status=204)
