"""Export a whole tournament to one file, and import it again."""

import pytest
from django.core.management import CommandError, call_command

from matches.models import LedgerRow, Match, Sitting
from people.db.transactions import NotAllowed, Unavailable
from people.models import Audit, Club, Player
from people.web.codes import new_code
from people.web.one_at_a_time import long_work
from tests.matches.table import new_key
from tests.people.club_cast import member, roster
from tests.tournaments.archive_cast import bring, counts, event, files, refused
from tests.tournaments.cast import tournament
from tests.tournaments.persons import Person
from tests.tournaments.whole import play, whole
from tournaments.files.archive import row_formats, zip_file
from tournaments.files.archive.import_archive import import_event
from tournaments.files.archive.write import archive_bytes
from tournaments.models import (
    Adjustment,
    Apart,
    Call,
    Entrant,
    Result,
    Round,
    RoundChange,
    Seat,
    Series,
    SeriesEvent,
    Stage,
    Table,
    Team,
    Tournament,
    Verdict,
)
from tournaments.setup.series import change_series, create_series
from tournaments.snapshot import Day
from tournaments.standings.series import SeriesRules

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def cup(standing):
    return whole()


@pytest.fixture
def made(cup):
    return Tournament.objects.get(pk=cup.pk)


@pytest.fixture(scope="module")
def other(cup):
    """The owner of another club."""
    person = Person("otto")
    person.club = Club.objects.get(code=person.found("Sunday club"))
    return person


# ── export and import ────────────────────────────────────────────────────────


@pytest.mark.both_databases
def test_an_imported_archive_exports_to_the_same_bytes(made, other):
    data = archive_bytes(made)
    again = bring(other, data)
    assert again.pk != made.pk and again.club == other.club
    assert archive_bytes(again) == data


def test_archives_are_checked_one_at_a_time(made, other, monkeypatch):
    monkeypatch.setattr("people.web.one_at_a_time.PATIENCE", 0.01)
    data = archive_bytes(made)
    with long_work(), pytest.raises(Unavailable):
        bring(other, data)
    assert bring(other, data).club == other.club


def test_the_archive_holds_every_list_and_the_match_file_of_each_table(made):
    data = archive_bytes(made)
    content = event(data)
    assert tuple(content) == row_formats.KEYS
    assert [name for name in row_formats.LISTS if not content[name]] == []
    assert [name for name in files(data) if name != zip_file.EVENT] == ["matches/r02-t01.json"]


def test_the_archive_contains_no_ids_codes_phones_or_accounts(made):
    text = b"".join(files(archive_bytes(made)).values()).decode()
    match = Match.objects.get(table__round__tournament=made)
    told = [made.code, made.start_key, made.club.code, match.code, match.started_by, match.start_key]
    told += [row.device for row in Result.objects.exclude(device="")] + ["owner of", "Owner Of"]
    assert [each for each in told if each in text] == []


def test_the_archive_does_not_contain_the_seed_of_a_coming_draw(made):
    data = archive_bytes(made)
    assert [stage["seed"] for stage in event(data)["stages"]] == ["a quiet evening", ""]
    assert b"not to be known" not in data


@pytest.mark.parametrize(
    ("model", "columns", "apart"),
    [
        (
            Tournament,
            row_formats.TOURNAMENT,
            {"club", "code", "start_key", "house_rules", "links", "version", "is_demo"},
        ),
        (Series, row_formats.LISTS["series"].columns, {"club", "code", "start_key"}),
        (Team, row_formats.LISTS["teams"].columns, {"tournament"}),
        (Entrant, row_formats.LISTS["entrants"].columns, {"tournament", "key"}),
        (Apart, row_formats.LISTS["apart"].columns, {"tournament"}),
        (Stage, row_formats.LISTS["stages"].columns, {"tournament"}),
        (Round, row_formats.LISTS["rounds"].columns, {"tournament", "key", "clock_key"}),
        (RoundChange, row_formats.LISTS["changes"].columns, {"by"}),
        (Table, row_formats.LISTS["tables"].columns, set()),
        (Seat, row_formats.LISTS["seats"].columns, set()),
        (Result, row_formats.LISTS["results"].columns, {"key", "user", "device"}),
        (Verdict, row_formats.LISTS["verdicts"].columns, {"key", "user", "device"}),
        (Adjustment, row_formats.LISTS["adjustments"].columns, {"tournament", "key", "user", "cancelled_by"}),
        (Call, row_formats.LISTS["calls"].columns, {"key", "device", "answered_by"}),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_every_column_of_the_database_is_in_the_archive_or_left_out_on_purpose(model, columns, apart):
    there = {field.name for field in model._meta.concrete_fields} - {"id"}
    places = {"round"} if model in (Result, Verdict, Call) else set()
    if model is Verdict:
        places |= {"table"}
    assert there - apart == set(columns) - places


def test_an_imported_tournament_shows_the_same_as_the_original(made, other):
    again = bring(other, archive_bytes(made))
    ours, theirs = Day(made, inside=True), Day(again, inside=True)
    assert list(theirs.names.values()) == list(ours.names.values())

    def counted(day):
        return [
            (each.number, table.number, result and (result.points, result.number))
            for each in day.rounds
            for table in day.tables[each.pk]
            for result in [day.confirmed(table)]
        ]

    assert counted(theirs) == counted(ours)
    assert [each.reason for each in theirs.adjustments] == ["Late", "Late"]


def test_an_imported_match_has_its_chain_its_ledger_and_its_players(made, other):
    again = bring(other, archive_bytes(made))
    old, new = (Match.objects.get(table__round__tournament=each) for each in (made, again))
    assert list(new.events.values_list("seq", "hash")) == list(old.events.values_list("seq", "hash"))
    rows = ("seq", "position", "hand_no", "d1", "d2", "d3", "b1", "b2", "b3", "d0", "b0", "total")
    assert list(LedgerRow.objects.filter(match=new).values_list(*rows)) == list(
        LedgerRow.objects.filter(match=old).values_list(*rows)
    )
    sat = ("chair", "name", "player__name", "from_hand")
    assert list(Sitting.objects.filter(match=new).values_list(*sat)) == list(
        Sitting.objects.filter(match=old).values_list(*sat)
    )
    assert (new.version, new.balances, new.club, new.within) == (
        old.version, old.balances, other.club, f"/e/{again.code}/rounds/2/tables/1/",
    )  # fmt: skip


@pytest.mark.thorough
def test_an_imported_finished_match_counts_in_the_season_as_before(made, other):
    table = Table.objects.get(round__tournament=made, round__number=2, number=2)
    match = play(made, table, hands=9, length=9)
    Table.objects.filter(pk=table.pk).update(match=match)
    again = bring(other, archive_bytes(made))
    columns = (
        "chair",
        "from_hand",
        "played_on",
        "system",
        "hands",
        "points",
        "won",
        "best",
        "values",
        "rank",
        "halves",
    )

    def told(event):
        found = Sitting.objects.filter(match__table__round__tournament=event, match__table__number=2)
        return list(found.order_by("chair", "from_hand").values_list(*columns))

    assert told(again) == told(made)
    assert any(row[2] for row in told(again))


def test_nobody_may_score_an_imported_match_but_its_phones_keep_their_numbers(made, other):
    again = bring(other, archive_bytes(made))
    old, new = (Match.objects.get(table__round__tournament=each) for each in (made, again))
    ours, theirs = (list(each.devices.values_list("number", "label")) for each in (old, new))
    assert theirs == ours == [(1, "Firefox, Android")]
    assert not set(new.devices.values_list("device")) & set(old.devices.values_list("device"))


def test_roster_players_are_recognised_or_added_and_shown_as_they_wish(made, other):
    other.add(other.club.code, "ANN ABBOT")
    again = bring(other, archive_bytes(made))
    assert roster(other.club.code) == [("ANN ABBOT", None), ("Bea Brook", None), ("Cho Chan", None)]
    assert Player.objects.get(club=other.club, name="Bea Brook").nickname == "Bee"
    assert Day(again).names[Entrant.objects.get(tournament=again, number=2).pk] == "Bee"
    assert Entrant.objects.get(tournament=again, number=1).player.name == "ANN ABBOT"


def test_an_erased_person_stays_erased(made, other):
    Player.objects.filter(name="Cho Chan").update(name="Player 7F3A", erased_at=made.created_at, shown="nobody")
    data = archive_bytes(made)
    again = bring(other, data)
    assert Entrant.objects.get(tournament=again, number=3).player.erased_at is not None
    assert archive_bytes(again) == data


def test_the_clubs_own_house_rules_are_recognised(made, other):
    first = bring(other, archive_bytes(made))
    assert first.house_rules.rules.club == other.club
    Tournament.objects.filter(pk=first.pk).update(created_at=first.created_at.replace(year=2025))
    assert bring(other, archive_bytes(made)).house_rules == first.house_rules


YEAR = ("The year", {"best": 3, "values": [10, "7/2"]})


def test_the_series_of_a_tournament_is_imported_with_its_rules(made, other):
    again = bring(other, archive_bytes(made))
    assert counts(other.club) == [(*YEAR, ["Spring cup"])]
    done = Audit.objects.filter(club=other.club, what__in=("series_founded", "series_event_added"))
    assert [row.user for row in done] == [other.user] * 2
    assert done.get(what="series_event_added").after["tournament"] == again.code


@pytest.mark.thorough
def test_another_tournament_of_the_series_joins_it_and_does_not_change_it(made, other):
    bring(other, archive_bytes(made))
    series = Series.objects.get(club=other.club)
    change_series(series=series, by=other.user, name="The best of the year", rules=SeriesRules())
    Tournament.objects.filter(pk=made.pk).update(name="Autumn cup", created_at=made.created_at.replace(year=2025))
    bring(other, archive_bytes(Tournament.objects.get(pk=made.pk)))
    assert counts(other.club) == [("The best of the year", {}, ["Spring cup", "Autumn cup"])]


@pytest.mark.thorough
def test_a_different_series_with_the_same_name_stays_separate(made, other):
    create_series(club=other.club, by=other.user, name="The year", key=new_key())
    bring(other, archive_bytes(made))
    assert sorted(len(events) for *_rest, events in counts(other.club)) == [0, 1]


def test_if_the_club_has_too_many_series_nothing_is_imported(made, other, monkeypatch):
    monkeypatch.setattr("tournaments.setup.series.MOST_SERIES", 0)
    refused(other, archive_bytes(made), "A club can have at most 0 series.")


def test_a_wish_for_a_team_is_imported_as_a_wish(made, other):
    Entrant.objects.filter(tournament=made, number=11).update(state="asked", wish="Dragons", house=False)
    again = bring(other, archive_bytes(made))
    assert Entrant.objects.get(tournament=again, number=11).wish == "Dragons"
    assert not again.teams.filter(name="Dragons").exists()


@pytest.mark.thorough
def test_commands_export_a_whole_series_and_import_it(made, other, tmp_path, capsys):
    SeriesEvent.objects.create(series=Series.objects.get(club=made.club), tournament=tournament(made.club, name="May"))
    call_command("export_series", Series.objects.get(club=made.club).code, str(tmp_path / "year"))
    files = [tmp_path / "year" / name for name in ("01.zip", "02.zip")]
    call_command("import_event", other.club.code, *map(str, files))
    assert counts(other.club) == [(*YEAR, ["Spring cup", "May"])]
    assert "Imported May into Sunday club" in capsys.readouterr().out
    assert [archive_bytes(each) for each in Tournament.objects.filter(club=other.club).order_by("pk")] == [
        file.read_bytes() for file in files
    ]
    for told in ((new_code(), "x"), (Series.objects.get(club=made.club).code, str(tmp_path / "year"))):
        with pytest.raises(CommandError, match=r"No series has the code|Cannot write"):
            call_command("export_series", *told)


def test_the_same_key_again_returns_the_tournament_it_imported(made, other):
    data, key = archive_bytes(made), new_key()
    assert bring(other, data, key) == bring(other, data, key)
    assert Tournament.objects.filter(club=other.club).count() == 1


def test_a_tournament_that_is_in_the_club_already_is_not_imported_twice(made, other):
    data = archive_bytes(made)
    bring(other, data)
    refused(other, data, "This tournament is already in the club: Spring cup.")


def test_the_import_is_in_the_activity_log(made, other):
    again = bring(other, archive_bytes(made))
    row = Audit.objects.get(what="tournament_imported")
    assert (row.club, row.user, row.about) == (other.club, other.user, again.code)
    assert row.after == {"tournament": again.code, "entrants": 11, "matches": 1}


@pytest.mark.parametrize(
    "role", ["referee", *(pytest.param(role, marks=pytest.mark.thorough) for role in ("scorer", "member"))]
)
def test_only_organisers_import(made, other, role):
    person = member(other.club.code, role)
    with pytest.raises(NotAllowed):
        import_event(club=other.club, by=person.user, data=archive_bytes(made), key=new_key())
    assert Tournament.objects.filter(club=other.club).count() == 0


def test_an_archive_takes_the_same_number_of_queries_however_many_matches_there_are(
    made, django_assert_max_num_queries, django_assert_num_queries
):
    with django_assert_max_num_queries(30) as asked:
        archive_bytes(Tournament.objects.get(pk=made.pk))
    for number in (2, 3):
        play(made, Table.objects.get(round__tournament=made, round__number=2, number=number))
    with django_assert_num_queries(len(asked)):
        archive_bytes(Tournament.objects.get(pk=made.pk))


def test_commands_export_an_archive_and_import_it(made, other, tmp_path, capsys):
    file = tmp_path / "cup.zip"
    call_command("export_event", made.code, str(file))
    call_command("import_event", other.club.code, str(file))
    again = Tournament.objects.get(club=other.club)
    assert capsys.readouterr().out.splitlines()[1] == f"Imported Spring cup into Sunday club: /e/{again.code}/"
    assert archive_bytes(again) == file.read_bytes()


def test_commands_say_what_is_wrong_and_change_no_file(made, other, tmp_path):
    file = tmp_path / "cup.zip"
    file.write_bytes(b"no zip")
    for command, told, said in (
        ("export_event", (made.code, str(file)), "Cannot write"),
        ("export_event", ("A" + new_key()[1:], str(file)), "No tournament has the code"),
        (
            "import_event",
            (other.club.code, str(file)),
            "This file isn’t a Scorekeeper archive: it can’t be opened as a ZIP file.",
        ),
        ("import_event", (other.club.code, str(tmp_path / "none.zip")), "cannot be read"),
        ("import_event", ("A" + new_key()[1:], str(file)), "No club has the code"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command(command, *told)
    assert file.read_bytes() == b"no zip"
