"""The pages of the draw and the rounds, as an organiser and the public use them, without scripts."""

import json
import re
import shlex
from datetime import UTC, datetime
from itertools import combinations

import pytest
from django.conf import settings
from django.core.management import call_command

from engine import seating
from engine.hash_chain import is_key
from tests.matches.cast import Phone
from tests.matches.table import new_key
from tests.thorough import sized
from tests.tournaments.cast import close, tournament
from tests.tournaments.draw_cast import rounds
from tests.wording import REASON_NEEDED
from tournaments.links import entrant_token
from tournaments.models import Apart, Entrant, Round, RoundChange, Stage, Tournament

pytestmark = pytest.mark.django_db


def at(found, rest):
    return f"/e/{found.code}/{rest}"


def test_a_draw_is_announced_by_its_fingerprint_done_and_shown_to_everybody(club, olga):
    found = tournament(club, entrants=10, rounds=3, public=True)
    page, where = olga.get(at(found, "draw/")), at(found, "draw/1/")
    olga.send(page.form(where), button=("do", "promise"), status=303, seed="dice 3 5 1")
    phone = Phone()
    before = phone.get(at(found, "draw/"))
    assert seating.promise("dice 3 5 1") in before and "dice 3 5 1" not in before.html
    page = olga.get(at(found, "draw/"))
    assert "dice 3 5 1" not in page.html
    olga.send(page.form(where), button=("do", "draw"), status=303)
    # Only organisers see the seed before a round is published: all seats follow from it.
    assert "dice 3 5 1" not in phone.get(at(found, "draw/")).html
    page = olga.get(at(found, "rounds/"))
    olga.send(page.form("/publish/", upto="1"), status=303)
    shown = phone.get(at(found, "draw/"))
    assert "python manage.py seat --players 10 --rounds 3 --seed 'dice 3 5 1'" in shown
    assert phone.get(at(found, "rounds/2/"), status=404)
    assert [link for link in phone.get(at(found, "rounds/")).links if "/rounds/" in link] == [at(found, "rounds/1/")]


@pytest.mark.parametrize(
    ("language", "shown"),
    [pytest.param("en", "22 Nov 2026, 14:30 UTC", marks=pytest.mark.thorough), ("cs", "22. 11. 2026 14:30 UTC")],
)
def test_times_of_the_draw_and_of_changes_are_for_the_script_to_turn_into_the_readers_own(club, olga, language, shown):
    cup = tournament(club, entrants=9, rounds=2, published=1)
    at = datetime(2026, 11, 22, 14, 30, tzinfo=UTC)
    Stage.objects.filter(tournament=cup).update(promise="p" * 64, promised_at=at)
    one = Round.objects.get(tournament=cup, number=1)
    told = {"revision": 1, "reason": "Ann came late", "after": []}
    RoundChange.objects.create(round=one, at=at, **told)
    olga.client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    time = f'<time datetime="2026-11-22T14:30:00+00:00" data-time>{shown}</time>'
    for path in ("draw/", "rounds/1/", "rounds/1/why/"):
        page = olga.get(f"/e/{cup.code}/{path}").html.replace("\xa0", " ")
        assert time in page, path


def test_a_form_sent_twice_draws_once(club, olga):
    found = tournament(club, entrants=9, rounds=3)
    form = olga.get(at(found, "draw/")).form("/draw/1/")
    for _time in range(2):
        olga.send(form, button=("do", "draw"), status=303)
    assert Round.objects.filter(tournament=found).count() == 3


def test_a_refused_draw_keeps_what_was_typed(club, olga):
    found = tournament(club, entrants=9, rounds=3)
    page = olga.send(olga.get(at(found, "draw/")).form("/draw/1/"), button=("do", "draw"), seed="x" * 90, status=422)
    assert "A random seed can have at most 80 characters." in page
    assert page.form("/draw/1/").values("seed") == ["x" * 90]


def test_a_redraw_has_a_reason_that_everybody_can_read(club, olga):
    found = tournament(club, entrants=9, rounds=3, drawn=3, public=True)
    form = olga.get(at(found, "draw/")).form("/draw/1/")
    assert REASON_NEEDED in olga.send(form, button=("do", "again"), status=422)
    olga.send(form, button=("do", "again"), status=303, reason="Ivo was missing", seed="another")
    page = olga.get(at(found, "draw/"))
    assert "Ivo was missing" in page and "a quiet evening" in page and "another" in page


def test_two_ticked_names_show_what_a_swap_costs_before_it_is_done(club, olga):
    found = tournament(club, entrants=10, drawn=3, published=2, played=1, public=True)
    now = rounds(found)[1]
    one, other = now.tables[0][0], now.tables[1][0]
    page = olga.get(at(found, f"rounds/2/?swap={one}&swap={other}"))
    assert "swaps seats with" in page.html
    form = page.form("/swap/")
    refused = olga.send(form, status=422)
    assert "Enter a reason. It will be visible to everyone." in refused
    olga.send(refused.form("/swap/"), status=303, reason="They share a car")
    assert rounds(found)[1] == now.swapped(one, other)
    assert "They share a car" in Phone().get(at(found, "rounds/2/"))
    assert "The seats have changed in the meantime. Check them again." in olga.send(form, status=422, reason="again")
    assert "Choose two players" in olga.get(at(found, f"rounds/2/?swap={one}"))


def test_names_are_in_the_alphabetical_order_of_the_readers_language(club, olga):
    found = tournament(club, entrants=9, drawn=1, published=1)
    names = [
        "Hynek Král",
        "Chvála Petr",
        "Igor Malý",
        "Čeněk Nový",
        "Cyril Orel",
        "Dana Pavlová",
        "Zora",
        "Žaneta",
        "Ľubo",
    ]
    for number, name in enumerate(names, start=1):
        Entrant.objects.filter(tournament=found, number=number).update(name=name, player=None)
    for language, order in (
        ("cs", "Cyril Čeněk Dana Hynek Chvála Igor Ľubo Zora Žaneta"),
        ("en", "Čeněk Chvála Cyril"),
    ):
        olga.client.cookies["lang"] = language
        for path in ("", "rounds/1/", "print/names/"):
            html = olga.get(at(found, path)).html
            listed = html[html.rindex("<table") :]
            assert sorted(order.split(), key=listed.index) == order.split(), (path, language)


def test_the_quality_of_the_draw_counts_the_pairs_that_are_kept_apart(club, olga):
    found = tournament(club, entrants=9, drawn=2)
    assert "Pairs kept apart" not in olga.get(at(found, "draw/"))
    numbers = {each.number: each for each in Entrant.objects.filter(tournament=found)}
    met = {pair for one in rounds(found) for table in one.tables for pair in combinations(sorted(table), 2)}
    for one, other in [pair for pair in combinations(sorted(numbers), 2) if pair not in met][:2]:
        Apart.objects.create(tournament=found, one=numbers[one], other=numbers[other])
    for page in ("draw/", "rounds/", "rounds/2/"):
        assert "Pairs kept apart 2 of 2" in olga.get(at(found, page)), page


def test_rematches_and_meetings_of_people_kept_apart_are_shown_to_organisers(club, olga):
    found = tournament(club, entrants=9, drawn=2)
    first, second = rounds(found)
    Entrant.objects.filter(tournament=found, number__in=second.tables[0][:2]).update(club_name="Friday")
    Tournament.objects.filter(pk=found.pk).update(apart_clubs=True)
    page = olga.get(at(found, "rounds/2/"))
    assert "Ann Abbot and Eva Eder should be kept apart" in page
    assert "Pairs that should be kept apart but play together Ann Abbot and Eva Eder" in page
    assert "Pairs kept apart 0 of 1" in page.text.replace("Warning ", "")
    # The first player of table 1 moves to opponents of round 1.
    one = first.tables[0][0]
    table = next(each for each in second.tables if first.tables[0][1] in each)
    other = next(each for each in table if each != first.tables[0][1])
    page = olga.get(at(found, f"rounds/2/?swap={one}&swap={other}"))
    olga.send(page.form("/swap/"), status=303)
    page = olga.get(at(found, "rounds/2/"))
    assert "met in round 1" in page
    assert "Players meet again when they run out of new opponents" in page


def test_a_late_arrival_is_seated_after_a_preview(club, olga):
    found = tournament(club, entrants=10, rounds=4, drawn=4, published=1, played=1)
    Entrant.objects.create(tournament=found, number=11, key=new_key(), name="Zoe Zander", entered_at=found.created_at)
    page = olga.get(at(found, "rounds/"))
    assert "Registered but not seated Zoe Zander" in page
    form = olga.get(at(found, "late/")).form("/late/")
    assert (form.values("comes"), form.values("leaves"), form.values("first")) == (["11"], [], ["2"])
    page = olga.get(at(found, "late/?comes=11&leaves=3&first=2"))
    assert "Arriving: Zoe Zander" in page and "Leaving: Cho Chan" in page
    before = rounds(found)
    (take,) = [form for form in page.forms if form.attributes["method"] == "post"]
    olga.send(take, status=303)
    assert rounds(found)[0] == before[0]
    assert all(each.everybody == set(range(1, 12)) - {3} for each in rounds(found)[1:])
    assert "Registered but not seated" not in olga.get(at(found, "rounds/"))
    assert "has started" in olga.get(at(found, "late/?leaves=4&first=1"), status=422)


@pytest.mark.parametrize(
    "leaves, said",
    [
        pytest.param("leaves=3", "Odchází: <strong>", marks=pytest.mark.thorough),
        ("leaves=3&leaves=4&leaves=5", "Odcházejí: <strong>"),
    ],
)
def test_the_czech_verb_agrees_with_how_many_leave(club, olga, leaves, said):
    found = tournament(club, entrants=12, rounds=3, drawn=3, published=1, played=1)
    olga.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "cs"
    assert said in olga.get(at(found, f"late/?first=2&{leaves}")).html


def test_a_swiss_round_is_drawn_from_the_page_and_says_why(club, olga):
    found = tournament(club, entrants=15, rounds=3, public=True)
    Stage.objects.filter(tournament=found).update(seating="swiss")
    olga.send(olga.get(at(found, "draw/")).form("/draw/1/"), button=("do", "draw"), status=303)
    olga.send(olga.get(at(found, "rounds/")).form("/publish/", upto="1"), status=303)
    assert not [form for form in olga.get(at(found, "rounds/")).forms if form.action.endswith("/next/")]
    close(Round.objects.get(tournament=found, number=1))
    form = olga.get(at(found, "rounds/")).form("/next/")
    pages = [olga.send(form, status=303).goes_to for _tap in range(3)]
    assert pages == [at(found, "rounds/2/")] * 3
    assert Round.objects.filter(tournament=found).count() == 2
    why = olga.get(at(found, "rounds/2/why/"))
    assert (
        "Players who are close together in the standings play each other, with rematches only if unavoidable." in why
        and "; squared gaps:" in why
    )


def test_where_swiss_ends_the_way_out_is_offered(club, olga):
    found = tournament(club, entrants=12, rounds=2)
    Stage.objects.filter(tournament=found).update(seating="swiss")
    olga.send(olga.get(at(found, "draw/")).form("/draw/1/"), button=("do", "draw"), status=303)
    Stage.objects.filter(tournament=found).update(rounds=5)
    olga.send(olga.get(at(found, "rounds/")).form("/publish/", upto="1"), status=303)
    close(Round.objects.get(tournament=found, number=1))
    page = olga.send(olga.get(at(found, "rounds/")).form("/next/"), status=422)
    assert "With 12 players, the Swiss system allows at most 2 rounds" in page
    olga.send(page.form("/next/", rematches="1"), status=303)
    assert "fewest rematches" in olga.get(at(found, "rounds/2/why/"))


def test_groups_are_drawn_from_the_page(club, olga):
    found = tournament(club, entrants=16, rounds=3)
    Stage.objects.filter(tournament=found).update(seating="groups")
    form = olga.get(at(found, "draw/")).form("/draw/1/")
    assert form.values("groups") == ["2"]
    olga.send(form, button=("do", "draw"), status=303, seed="g")
    page = olga.get(at(found, "draw/"))
    assert "Group A" in page and "--players 8 --rounds 3 --seed 'g B'" in page


@pytest.mark.parametrize("way", ["fixed", pytest.param("random", marks=pytest.mark.thorough), "four"])
def test_the_command_of_the_page_draws_the_tables_of_the_page(club, olga, capsys, way):
    found = tournament(club, entrants=13, rounds=3, apart_clubs=True)
    Stage.objects.filter(tournament=found).update(seating=way)
    Entrant.objects.filter(tournament=found, number__in=(2, 5, 9)).update(club_name="Friday")
    Entrant.objects.filter(tournament=found, number=3).update(state="withdrawn")
    form = olga.get(at(found, "draw/")).form("/draw/1/")
    olga.send(form, button=("do", "draw"), status=303, seed='it\'s a "seed"')
    text = olga.get(at(found, "draw/")).text
    command = re.search(r"python manage.py seat (.*?) (?:Player 0|The players)", text).group(1)
    call_command("seat", *shlex.split(command), "--json")
    told = json.loads(capsys.readouterr().out)["rounds"]
    people = sorted(rounds(found)[0].everybody)
    drawn = [[[people[each] for each in table] for table in one] for one in told]
    assert drawn == [[list(table) for table in one.tables] for one in rounds(found)]


def test_rounds_are_hidden_locked_and_cancelled(club, olga):
    found = tournament(club, entrants=9, drawn=3, published=2)
    olga.send(olga.get(at(found, "rounds/2/")).form("/hide/"), status=303)
    olga.send(olga.get(at(found, "rounds/1/")).form("/lock/"), status=303)
    assert "Unlock seats" in olga.get(at(found, "rounds/1/"))
    olga.send(olga.get(at(found, "rounds/3/")).form("/drop/"), status=303)
    told = [(one.number, bool(one.published_at), bool(one.locked_at)) for one in Round.objects.all()]
    assert told == [(1, True, True), (2, False, False)]
    assert RoundChange.objects.count() == 2


def test_the_pages_take_no_more_queries_for_more_players(club, olga, django_assert_max_num_queries):
    found = tournament(club, entrants=sized(21, 33), rounds=5, drawn=5, published=2, played=1)
    for path in ("draw/", "rounds/", "rounds/2/", "rounds/2/why/", "late/", "late/?leaves=3"):
        with django_assert_max_num_queries(22, info=path):
            olga.get(at(found, path))


def test_odd_query_strings_are_answered_with_a_page(club, olga):
    found = tournament(club, entrants=9, drawn=2)
    for query in ("?swap=x&swap=999999", "?swap=1&swap=2&swap=3", "?swap=0&swap=1"):
        olga.get(at(found, f"rounds/1/{query}"))
    olga.get(at(found, "late/?first=x&leaves=a&comes=1"), status=None)
    assert olga.get(at(found, "late/?first=77"), status=422)


ODD = [
    pytest.param("k" * 60, marks=pytest.mark.thorough),
    "k\0" + "k" * 20,
    pytest.param("", marks=pytest.mark.thorough),
    "no key",
]


@pytest.mark.parametrize("odd", ODD)
def test_an_invalid_key_is_replaced_and_the_draw_goes_on(club, olga, odd):
    found = tournament(club, entrants=15, rounds=3)
    Stage.objects.filter(tournament=found).update(seating="swiss")
    form_takes = odd.replace("\0", "%")  # a form field refuses NUL characters
    olga.post(at(found, "draw/1/"), {"do": "draw", "key": form_takes}, status=303)
    olga.post(at(found, "rounds/publish/"), {"upto": "1"}, status=303)
    close(Round.objects.get(tournament=found, number=1))
    olga.post(at(found, "rounds/next/"), {"number": "2", "key": odd}, status=303)
    keys = Round.objects.filter(tournament=found).values_list("key", flat=True)
    assert [is_key(key) for key in keys] == [True, True]


@pytest.mark.parametrize("field", ["seen", "reason"])
def test_a_nul_character_changes_no_seats(club, olga, field):
    found = tournament(club, drawn=3)
    before = rounds(found)
    one, other = before[0].tables[0][0], before[0].tables[1][0]
    odd = {"seen": "", "reason": "", field: "a\0b"}
    olga.post(at(found, "rounds/1/swap/"), {"one": one, "other": other, **odd}, status=422)
    olga.post(at(found, "late/"), {"leaves": one, "first": "1", **odd}, status=422)
    assert rounds(found) == before


# ── what cannot be drawn, and a withdrawn fingerprint ────────────────────────


TOO_MANY = "With 10 players, the Swiss system allows at most 2 rounds"


def test_a_stage_that_cannot_be_drawn_gets_no_fingerprint_but_a_link_to_fix_it(club, olga):
    found = tournament(club, entrants=10, rounds=3)
    Stage.objects.filter(tournament=found).update(seating="swiss")
    for button in ("promise", "draw"):
        form = olga.get(at(found, "draw/")).form("/draw/1/")
        page = olga.send(form, button=("do", button), status=422, seed="dice 3 5 1")
        assert TOO_MANY in page and page.form("/draw/1/").values("seed") == ["dice 3 5 1"]
        assert at(found, "stages/1/") in page.links and "Rounds and seating" in page
    assert Stage.objects.get(tournament=found).promise == ""


def test_changing_a_stage_with_a_fingerprint_withdraws_it_publicly(club, olga):
    found = tournament(club, entrants=10, rounds=2, public=True)
    Stage.objects.filter(tournament=found).update(seating="swiss")
    olga.send(olga.get(at(found, "draw/")).form("/draw/1/"), button=("do", "promise"), status=303, seed="dice 3 5 1")
    listed = olga.get(at(found, "stages/"))
    assert "fingerprint published" in listed and "· drawn" not in listed.text
    page = olga.get(at(found, "stages/1/"))
    assert "The fingerprint of this stage’s draw is published" in page
    olga.send(page.form("/stages/1/"), status=303, rounds="1")
    stage = Stage.objects.get(tournament=found)
    assert (stage.rounds, stage.seed, stage.promise, stage.promised_at) == (1, "", "", None)
    for page in (olga.get(at(found, "draw/")), Phone().get(at(found, "draw/"))):
        assert "The fingerprint was withdrawn" in page and seating.promise("dice 3 5 1") in page
    assert "so the published fingerprint for stage 1 was withdrawn" in olga.get(f"/c/{club.code}/audit/")
    for button in ("promise", "draw"):
        olga.send(olga.get(at(found, "draw/")).form("/draw/1/"), button=("do", button), status=303)
    assert Round.objects.filter(tournament=found).count() == 1
    assert "The fingerprint was withdrawn" in olga.get(at(found, "draw/"))


def test_saving_a_stage_unchanged_keeps_the_fingerprint(club, olga):
    found = tournament(club, entrants=9, rounds=3)
    olga.send(olga.get(at(found, "draw/")).form("/draw/1/"), button=("do", "promise"), status=303, seed="dice 3 5 1")
    olga.send(olga.get(at(found, "stages/1/")).form("/stages/1/"), status=303)
    assert Stage.objects.get(tournament=found).promise == seating.promise("dice 3 5 1")


def test_forms_say_for_how_many_rounds_swiss_goes(club, olga):
    many = "2 for 9 players, 2 for 12 players, 5 for 15 players, 6 for 18 players, 9 for 24 players"
    assert many in olga.get(f"/c/{club.code}/tournaments/new/")
    found = tournament(club, entrants=13)
    now = "With 13 players, the Swiss system allows at most 4 rounds."
    for path in ("stages/1/", "stages/add/"):
        assert now in olga.get(at(found, path))


def test_a_player_who_leaves_is_named_after_the_step_and_on_every_list(club, olga):
    found = tournament(club, entrants=10, rounds=3, drawn=1, published=1, played=1, public=True)
    Stage.objects.filter(tournament=found).update(seating="swiss")
    gone = Entrant.objects.get(tournament=found, number=3)
    page = olga.get(at(found, "late/?leaves=3&first=2"))
    assert "Round 2: 9 players, 3 tables, no byes" in page
    page = olga.get(olga.send(page.form("/late/"), status=303).goes_to)
    said = "not playing from round 2 on"
    assert f"{gone.name} {said}" in page
    for path in ("entries/", "entries/3/", "players/3/"):
        assert said in olga.get(at(found, path)), path
    assert said not in olga.get(at(found, "players/4/"))
    told = "redrew the seating of a tournament from round 2 on (left: player numbers 3)"
    assert told in olga.get(f"/c/{club.code}/audit/")
    own = Phone().get(f"/e/{found.code}/i/3/{entrant_token(found, gone)}")
    assert "You aren’t playing from round 2 on" in own


def test_the_two_sorts_of_cards_name_each_other(club, olga):
    found = tournament(club, entrants=4)
    page = olga.get(at(found, "cards/"))
    assert "Check-in cards" in page and at(found, "print/players/") in page.links
    page = olga.get(at(found, "files/"))
    assert "Check-in cards" in page and at(found, "cards/") in page.links
    assert "Player numbers by table" in page and "7-2-1" not in page


def test_tournaments_are_named_before_there_is_one():
    newcomer = Phone()
    assert "Players, standings, club nights, tournaments" in newcomer.get("/")
    assert (
        "A club keeps its players, matches, standings, house rules, club nights and tournaments in "
        "one place" in newcomer.get("/c/")
    )
