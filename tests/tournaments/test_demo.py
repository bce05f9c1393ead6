"""`manage.py demo_tournament` plays a whole event from a seed, through the same actions as the pages."""

import io
import re

import pytest
from django.core.management import CommandError, ManagementUtility, call_command

from engine.seating import promise
from matches.models import Match
from people.models import Audit
from tests.matches.cast import Phone
from tournaments.demo.cast import people
from tournaments.management.shared import Progress
from tournaments.models import Adjustment, Result, Seat, Stage, Tournament, Verdict
from tournaments.snapshot import Day
from tournaments.standings.standings import table_of

pytestmark = pytest.mark.django_db


def played(*more, players=9, rounds=2, seed="a"):
    """Play the event, and return it with what the command printed."""
    out = io.StringIO()
    words = ("--players", str(players), "--rounds", str(rounds), "--seed", seed, *more)
    call_command("demo_tournament", *words, stdout=out, stderr=io.StringIO())
    code = re.search("/e/([^/]{22})/", out.getvalue()).group(1)
    return Day(Tournament.objects.get(code=code), inside=True), out.getvalue()


def told(day):
    """The standings: place, name, total."""
    return [(line.place, day.names[line.entrant], line.total) for line in table_of(day)]


def test_an_event_is_drawn_with_a_published_fingerprint_and_played_to_the_last_round():
    day, _said = played(seed="a quiet evening")
    stage = Stage.objects.get(tournament=day.tournament)
    assert (stage.seed, stage.promise) == ("a quiet evening", promise("a quiet evening"))
    assert stage.promised_at < stage.drawn_at
    assert [(len(day.tables[one.pk]), one.closed_at is not None) for one in day.rounds] == [(2, True), (2, True)]
    tables = [table for one in day.rounds for table in day.tables[one.pk]]
    assert all(day.confirmed(table) and sum(day.results[table.pk].points) == 0 for table in tables)
    matches = Match.objects.filter(table__in=tables)
    assert [(match.closed, match.version) for match in matches] == [(True, 10)] * 4  # nine hands, and signed
    assert (len(day.entered), day.tournament.is_demo) == (9, True)
    # In between, people come late, leave, get a penalty, are replaced and dispute a result.
    assert [(each.from_round, each.left_after) for each in day.entrants if each.from_round > 1 or each.left_after] == [
        (1, 1),
        (2, None),
    ]
    assert [each.points for each in Adjustment.objects.all()] == [-5]
    assert Seat.objects.exclude(substitute="").count() == 1
    assert list(Verdict.objects.values_list("kind", flat=True).order_by("pk")[:2]) == ["disputed", "confirmed"]
    done = set(Audit.objects.values_list("what", flat=True))
    assert {"stage_promised", "stage_drawn", "round_published", "table_opened", "round_remade", "penalty_given"} <= done


@pytest.mark.thorough
def test_typed_totals_give_the_same_standings_as_the_hands():
    by_hand, _said = played()
    typed, _said = played("--typed")
    assert by_hand.tournament != typed.tournament
    assert told(by_hand) == told(typed)
    assert Match.objects.filter(table__round__tournament=typed.tournament).count() == 0


@pytest.mark.thorough
def test_another_seed_is_another_event():
    one, _said = played("--typed")
    other, _said = played("--typed", seed="b")
    assert told(one) != told(other)


@pytest.mark.thorough
def test_run_again_it_finds_the_event_that_was_played():
    first, _said = played()
    audit = Audit.objects.count()
    second, _said = played()
    assert (second.tournament, Tournament.objects.count()) == (first.tournament, 1)
    assert (Result.objects.count(), Audit.objects.count()) == (4, audit)


@pytest.mark.thorough
def test_stopped_half_way_it_goes_on_when_it_is_run_again(monkeypatch):
    with monkeypatch.context() as patched:

        def stop(self, done, of, what):
            if done == 3:
                raise KeyboardInterrupt

        patched.setattr(Progress, "report", stop)
        with pytest.raises(KeyboardInterrupt):
            played("--typed")
    assert Result.objects.count() == 3
    day, _said = played("--typed")
    whole, _said = played()
    assert told(day) == told(whole)


def test_an_event_that_was_stopped_is_played_to_the_end_once_and_every_printed_address_opens(monkeypatch):
    def stop(self, done, of, what):
        if what == "round 2 of 2, table 2":
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Progress, "report", stop)
        with pytest.raises(KeyboardInterrupt):
            played("--typed")
    before = list(Result.objects.order_by("pk").values())
    assert (len(before), Tournament.objects.get().state) == (3, "running")
    first, said = played("--typed")
    tables = [table for one in first.rounds for table in first.tables[one.pk]]
    assert [one.closed_at is not None for one in first.rounds] == [True, True]
    assert [first.confirmed(table) is not None for table in tables] == [True] * 4
    assert list(Result.objects.order_by("pk").values())[:3] == before
    audit, results = Audit.objects.count(), list(Result.objects.order_by("pk").values())
    again, said_again = played("--typed")
    assert (again.tournament, again.tournament.state) == (first.tournament, "over")
    assert (Audit.objects.count(), list(Result.objects.order_by("pk").values())) == (audit, results)
    assert told(again) == told(first)
    assert said_again.splitlines()[:8] == said.splitlines()[:8]  # the last line has another link each time
    paths = re.findall(r":\s+(/e/\S+)", said_again)
    anybody = Phone()
    assert [anybody.client.get(path).status_code for path in paths[:-1]] == [200] * 7
    assert paths[-1].endswith("/desk/")
    password = re.search(r"set the password of \S+ at \S*?(/p/\S+)", said_again).group(1)
    assert anybody.client.get(password).status_code == 200


@pytest.mark.thorough
def test_a_swiss_event_draws_each_round_once():
    day, _said = played("--typed", "--swiss", rounds=1)
    assert [stage.seating for stage in day.stages] == ["swiss"]
    assert [(one.number, one.closed_at is not None) for one in day.rounds] == [(1, True)]


@pytest.mark.thorough
def test_neighbours_in_the_standings_meet_where_that_is_wished():
    day, _said = played("--typed", "--swiss", players=16, rounds=3)
    assert [stage.seating for stage in day.stages] == ["swiss"]
    assert [bool(one.closed_at) for one in day.rounds] == [True, True, True]
    assert [len(day.byes[one.pk]) for one in day.rounds] == [0, 0, 0]


def test_ninety_nine_people_have_different_names():
    names = [each.name for each in people(99, "a")]
    assert len(set(names)) == 99
    assert names == [each.name for each in people(99, "a")]
    assert "محمد الأندلسي" in names


@pytest.mark.parametrize(
    ("players", "rounds", "sentence"),
    [
        (3, 2, "A demonstration tournament can have 4 to 99 players."),
        (100, 2, "A demonstration tournament can have 4 to 99 players."),
        (9, 0, "A demonstration tournament can have 1 to 40 rounds."),
    ],
)
def test_an_event_that_cannot_be_played_is_refused_in_a_sentence(players, rounds, sentence):
    with pytest.raises(CommandError) as refused:
        played(players=players, rounds=rounds)
    assert str(refused.value) == sentence
    assert Tournament.objects.count() == 0


def test_an_event_that_the_rules_refuse_ends_with_their_sentence():
    with pytest.raises(CommandError) as refused:
        played("--typed", "--swiss", players=4)
    assert "The Swiss system needs at least 8 players" in str(refused.value)


@pytest.mark.parametrize("command", ["demo_tournament", "load_examples"])
def test_a_database_that_cannot_be_written_ends_a_command_with_one_sentence(monkeypatch, command):
    monkeypatch.setattr("people.db.disk.is_full", lambda: True)
    with pytest.raises(CommandError) as refused:
        call_command(command, stdout=io.StringIO(), stderr=io.StringIO())
    assert str(refused.value) == "Cannot write to the database right now. Try again."
    assert Tournament.objects.count() == 0


def test_progress_is_a_few_lines_in_a_log_and_one_line_in_a_terminal():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    heard = []
    for out in (io.StringIO(), Terminal()):
        progress = Progress(out)
        for done in range(100):
            progress.report(done, 100, f"table {done}")
        progress.end("done")
        heard.append(out.getvalue())
    assert heard[0].splitlines() == [*(f"{done:3} %  table {done}" for done in range(0, 100, 10)), "100 %  done"]
    assert heard[1].count("\n") == 1
    assert "[████████████············]  50 %  table 50" in heard[1]


@pytest.mark.django_db
@pytest.mark.thorough
def test_in_a_terminal_the_command_shows_its_progress(capsys):
    """`manage.py` passes no stdout or stderr."""
    ManagementUtility(["manage.py", "demo_tournament", "--players", "6", "--rounds", "1", "--typed"]).execute()
    told = capsys.readouterr()
    assert "the standings:" in told.out
    assert "100 %" in told.err
