"""A whole tournament goes into one file and comes back from it; a file that does not hold is refused."""

import io
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from engine.errors import RuleViolation
from matches import jsonfile
from matches.models import Event, HouseRules, LedgerRow, Match, Sitting
from people.codes import new_code
from people.models import Audit, Club, Player
from people.writing import NotAllowed
from tests.matches.table import new_key
from tests.people.club_cast import Person, member, roster
from tests.tournaments.cast import tournament
from tests.tournaments.whole import play, whole
from tournaments.actions.bring import import_event
from tournaments.actions.series import change_series, found_series
from tournaments.day import Day
from tournaments.files import box, format
from tournaments.files.archive import archive_bytes
from tournaments.files.incoming import read
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
from tournaments.series import SeriesRules

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    return whole()


@pytest.fixture
def other():
    """The owner of another club."""
    person = Person("otto")
    person.club = Club.objects.get(code=person.found("Sunday club"))
    return person


@pytest.fixture(scope="module")
def kept(django_db_setup, django_db_blocker):
    """The archive of such a tournament alone, made once: the tournament is not there any more."""
    with django_db_blocker.unblock(), transaction.atomic():
        transaction.get_connection().atomic_blocks[-1]._from_testcase = True
        data = archive_bytes(whole())
        transaction.set_rollback(True)
    return data


def bring(person, data, key=None):
    return import_event(club=person.club, by=person.user, data=data, key=key or new_key())


def files(data):
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def event(data):
    return json.loads(files(data)[box.EVENT])


def changed(data, change):
    """The archive with event.json as `change` leaves it."""
    content = event(data)
    change(content)
    return box.packed({**files(data), box.EVENT: jsonfile.dump(content)})


def refused(person, data, words):
    tables = (Tournament, Match, Event, Player, HouseRules, Audit)
    before = [model.objects.count() for model in tables]
    with pytest.raises(RuleViolation) as said:
        bring(person, data)
    assert words in str(said.value)
    assert [model.objects.count() for model in tables] == before


# ── there and back ───────────────────────────────────────────────────────────


def test_an_archive_brought_back_makes_the_same_archive_byte_for_byte(made, other):
    data = archive_bytes(made)
    again = bring(other, data)
    assert again.pk != made.pk and again.club == other.club
    assert archive_bytes(again) == data


def test_the_archive_holds_every_list_and_the_match_file_of_each_table(made):
    data = archive_bytes(made)
    content = event(data)
    assert tuple(content) == format.KEYS
    assert [name for name in format.LISTS if not content[name]] == []
    assert [name for name in files(data) if name != box.EVENT] == ["matches/r02-t01.json"]


def test_the_archive_names_nothing_by_ids_codes_phones_or_accounts(made):
    text = b"".join(files(archive_bytes(made)).values()).decode()
    match = Match.objects.get(table__round__tournament=made)
    told = [made.code, made.start_key, made.club.code, match.code, match.started_by, match.start_key]
    told += [row.device for row in Result.objects.exclude(device="")] + ["owner of", "Owner Of"]
    assert [each for each in told if each in text] == []


def test_the_seed_of_a_draw_that_is_still_to_come_is_in_no_archive(made):
    data = archive_bytes(made)
    assert [stage["seed"] for stage in event(data)["stages"]] == ["a quiet evening", ""]
    assert b"not to be known" not in data


@pytest.mark.parametrize(
    ("model", "columns", "apart"),
    [
        (Tournament, format.TOURNAMENT, {"club", "code", "start_key", "house_rules", "links", "version", "is_demo"}),
        (Series, format.SERIES, {"club", "code", "start_key"}),
        (Team, format.TEAM, {"tournament"}),
        (Entrant, format.ENTRANT, {"tournament", "key"}),
        (Apart, format.APART, {"tournament"}),
        (Stage, format.STAGE, {"tournament"}),
        (Round, format.ROUND, {"tournament", "key", "clock_key"}),
        (RoundChange, format.CHANGE, {"by"}),
        (Table, format.TABLE, set()),
        (Seat, format.SEAT, set()),
        (Result, format.RESULT, {"key", "user", "device"}),
        (Verdict, format.VERDICT, {"key", "user", "device"}),
        (Adjustment, format.ADJUSTMENT, {"tournament", "key", "user", "cancelled_by"}),
        (Call, format.CALL, {"key", "device", "answered_by"}),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_every_column_of_the_database_is_in_the_archive_or_left_out_on_purpose(model, columns, apart):
    there = {field.name for field in model._meta.concrete_fields} - {"id"}
    places = {"round"} if model in (Result, Verdict, Call) else set()
    if model is Verdict:
        places |= {"table"}
    assert there - apart == set(columns) - places


def test_what_is_brought_reads_as_what_it_was_made_from(made, other):
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


def test_a_match_comes_back_with_its_chain_its_ledger_and_who_sat_there(made, other):
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


def test_a_match_that_is_over_counts_in_the_season_as_it_did(made, other):
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


def test_nobody_may_score_a_match_that_was_brought_but_its_phones_keep_their_numbers(made, other):
    again = bring(other, archive_bytes(made))
    old, new = (Match.objects.get(table__round__tournament=each) for each in (made, again))
    ours, theirs = (list(each.devices.values_list("number", "label")) for each in (old, new))
    assert theirs == ours == [(1, "Firefox, Android")]
    assert not set(new.devices.values_list("device")) & set(old.devices.values_list("device"))


def test_players_of_the_roster_are_known_again_or_put_there_and_shown_as_they_wish(made, other):
    other.add(other.club.code, "ANN ABBOT")
    again = bring(other, archive_bytes(made))
    assert roster(other.club.code) == [("ANN ABBOT", None), ("Bea Brook", None), ("Cho Chan", None)]
    assert Player.objects.get(club=other.club, name="Bea Brook").nickname == "Bee"
    assert Day(again).names[Entrant.objects.get(tournament=again, number=2).pk] == "Bee"
    assert Entrant.objects.get(tournament=again, number=1).player.name == "ANN ABBOT"


def test_somebody_who_was_erased_stays_so(made, other):
    Player.objects.filter(name="Cho Chan").update(name="Player 7F3A", erased_at=made.created_at, shown="nobody")
    data = archive_bytes(made)
    again = bring(other, data)
    assert Entrant.objects.get(tournament=again, number=3).player.erased_at is not None
    assert archive_bytes(again) == data


def test_the_clubs_own_house_rules_are_found_again(made, other):
    first = bring(other, archive_bytes(made))
    assert first.house_rules.rules.club == other.club
    Tournament.objects.filter(pk=first.pk).update(created_at=first.created_at.replace(year=2025))
    assert bring(other, archive_bytes(made)).house_rules == first.house_rules


def counts(club):
    """The series of a club: name, rules, the tournaments in it."""
    return [
        (each.name, each.counting, [event.tournament.name for event in each.events.all()])
        for each in Series.objects.filter(club=club)
    ]


YEAR = ("The year", {"best": 3, "values": [10, "7/2"]})


def test_the_series_in_which_it_counts_comes_back_with_its_rules(made, other):
    again = bring(other, archive_bytes(made))
    assert counts(other.club) == [(*YEAR, ["Spring cup"])]
    done = Audit.objects.filter(club=other.club, what__in=("series_founded", "series_event_added"))
    assert [row.user for row in done] == [other.user] * 2
    assert done.get(what="series_event_added").after["tournament"] == again.code


def test_another_tournament_of_the_series_joins_it_and_changes_nothing_of_it(made, other):
    bring(other, archive_bytes(made))
    series = Series.objects.get(club=other.club)
    change_series(series=series, by=other.user, name="The best of the year", rules=SeriesRules())
    Tournament.objects.filter(pk=made.pk).update(name="Autumn cup", created_at=made.created_at.replace(year=2025))
    bring(other, archive_bytes(Tournament.objects.get(pk=made.pk)))
    assert counts(other.club) == [("The best of the year", {}, ["Spring cup", "Autumn cup"])]


def test_a_series_of_the_same_name_that_is_another_stays_apart(made, other):
    found_series(club=other.club, by=other.user, name="The year", key=new_key())
    bring(other, archive_bytes(made))
    assert sorted(len(events) for *_rest, events in counts(other.club)) == [0, 1]


def test_where_a_club_has_too_many_series_nothing_is_brought(made, other, monkeypatch):
    monkeypatch.setattr("tournaments.actions.series.MOST_SERIES", 0)
    refused(other, archive_bytes(made), "A club has at most 0 series.")


def test_an_archive_from_before_series_and_wishes_stood_in_it_is_taken(kept, other):
    def older(content):
        del content["series"]
        for row in content["entrants"]:
            del row["wish"]
        for row in content["stages"]:
            del row["by_group"]

    again = bring(other, changed(kept, older))
    assert counts(other.club) == []
    assert archive_bytes(again) == changed(kept, lambda content: content.update(series=[]))


def test_a_wish_for_a_team_comes_back_as_a_wish(made, other):
    Entrant.objects.filter(tournament=made, number=11).update(state="asked", wish="Dragons", house=False)
    again = bring(other, archive_bytes(made))
    assert Entrant.objects.get(tournament=again, number=11).wish == "Dragons"
    assert not again.teams.filter(name="Dragons").exists()


def test_commands_write_a_whole_series_and_bring_it_back(made, other, tmp_path, capsys):
    SeriesEvent.objects.create(series=Series.objects.get(club=made.club), tournament=tournament(made.club, name="May"))
    call_command("export_series", Series.objects.get(club=made.club).code, str(tmp_path / "year"))
    files = [tmp_path / "year" / name for name in ("01.zip", "02.zip")]
    call_command("import_event", other.club.code, *map(str, files))
    assert counts(other.club) == [(*YEAR, ["Spring cup", "May"])]
    assert "May is in Sunday club" in capsys.readouterr().out
    assert [archive_bytes(each) for each in Tournament.objects.filter(club=other.club).order_by("pk")] == [
        file.read_bytes() for file in files
    ]
    for told in ((new_code(), "x"), (Series.objects.get(club=made.club).code, str(tmp_path / "year"))):
        with pytest.raises(CommandError, match=r"No series has the code|cannot be written"):
            call_command("export_series", *told)


def test_the_same_key_again_finds_what_it_brought(made, other):
    data, key = archive_bytes(made), new_key()
    assert bring(other, data, key) == bring(other, data, key)
    assert Tournament.objects.filter(club=other.club).count() == 1


def test_a_tournament_that_is_in_the_club_already_is_not_brought_twice(made, other):
    data = archive_bytes(made)
    bring(other, data)
    refused(other, data, "This tournament is in the club already: Spring cup.")


def test_that_it_was_brought_is_written_down(made, other):
    again = bring(other, archive_bytes(made))
    row = Audit.objects.get(what="tournament_imported")
    assert (row.club, row.user, row.about) == (other.club, other.user, again.code)
    assert row.after == {"tournament": again.code, "entrants": 11, "matches": 1}


@pytest.mark.parametrize("role", ["referee", "scorer", "member"])
def test_who_does_not_organise_brings_nothing(made, other, role):
    person = member(other.club.code, role)
    with pytest.raises(NotAllowed):
        import_event(club=other.club, by=person.user, data=archive_bytes(made), key=new_key())
    assert Tournament.objects.filter(club=other.club).count() == 0


def test_an_archive_is_made_with_as_many_questions_however_many_matches_there_are(
    made, django_assert_max_num_queries, django_assert_num_queries
):
    with django_assert_max_num_queries(30) as asked:
        archive_bytes(Tournament.objects.get(pk=made.pk))
    for number in (2, 3):
        play(made, Table.objects.get(round__tournament=made, round__number=2, number=number))
    with django_assert_num_queries(len(asked)):
        archive_bytes(Tournament.objects.get(pk=made.pk))


def test_commands_write_an_archive_and_bring_it_back(made, other, tmp_path, capsys):
    file = tmp_path / "cup.zip"
    call_command("export_event", made.code, str(file))
    call_command("import_event", other.club.code, str(file))
    again = Tournament.objects.get(club=other.club)
    assert capsys.readouterr().out.splitlines()[1] == f"Spring cup is in Sunday club: /e/{again.code}/"
    assert archive_bytes(again) == file.read_bytes()


def test_commands_say_what_is_wrong_and_change_no_file(made, other, tmp_path):
    file = tmp_path / "cup.zip"
    file.write_bytes(b"no zip")
    for command, told, said in (
        ("export_event", (made.code, str(file)), "cannot be written"),
        ("export_event", (new_key(), str(file)), "No tournament has the code"),
        ("import_event", (other.club.code, str(file)), "it cannot be opened as a ZIP"),
        ("import_event", (other.club.code, str(tmp_path / "none.zip")), "cannot be read"),
        ("import_event", (new_key(), str(file)), "No club has the code"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command(command, *told)
    assert file.read_bytes() == b"no zip"


# ── refused ──────────────────────────────────────────────────────────────────


def row(listed, place, **values):
    return lambda content: content[listed][place].update(values)


def reason(sentence, **values):
    return {"how": [[sentence, values]], "tables": {}}


def copied(listed, source, target, key):
    return lambda content: content[listed][target].update({key: content[listed][source][key]})


def without(name, place):
    return lambda content: content[name].pop(place)


WRONG = {
    "a format of another": (lambda content: content.update(format="scorekeeper-match"), "its format is another"),
    "a version to come": (lambda content: content.update(version=2), "version takes 1"),
    "a key too many": (lambda content: content.update(more=1), "does not take the key more"),
    "a list too few": (lambda content: content.pop("calls"), "calls is missing"),
    "a row that is none": (lambda content: content["teams"].append(7), "teams[2] takes an object"),
    "a column too many": (row("teams", 0, id=7), "teams[0] does not take the key id"),
    "a number as text": (row("entrants", 0, number="1"), "entrants[0].number takes a whole number"),
    "a number beyond the database": (row("results", 0, p1=2**40), "results[0].p1 takes a whole number"),
    "a name of nothing": (row("players", 0, name=" "), "players[0].name takes a name"),
    "a name with a bell": (row("players", 0, name="A\x07"), "players[0].name takes a name"),
    "a text with no text": (row("entrants", 5, name="A\x00"), "entrants[5].name takes text"),
    "no day": (lambda content: content["tournament"].update(starts_on="2026-02-30"), "starts_on takes a day"),
    "a time beyond time": (row("rounds", 0, drawn_at="0001-01-01T00:00:00.000000Z"), "drawn_at takes a time"),
    "a state that is none": (lambda content: content["tournament"].update(state="won"), "tournament.state takes"),
    "rules of nowhere": (lambda content: content["tournament"].update(system="chess"), "system takes one of"),
    "house rules of nowhere": (lambda content: content["tournament"].update(options={"x": 1}), "x"),
    "rules to come": (lambda content: content["tournament"].update(rules_version=99), "rules_version takes"),
    "two of one number": (row("entrants", 1, number=1), "entrants[1] stands there twice: 1"),
    "two of one player": (row("entrants", 1, player="Ann Abbot"), "stands there twice: Ann Abbot"),
    "a player of no roster": (row("entrants", 1, player="Nobody"), "somebody who is not there: Nobody"),
    "nobody": (row("entrants", 4, name=""), "entrants[4] has no name"),
    "a team that is not there": (row("entrants", 0, team=9), "something that is not there: 9"),
    "apart from oneself": (row("apart", 0, one=4), "two different numbers"),
    "a series twice": (lambda content: content["series"].append(content["series"][0]), "series[1] stands there twice"),
    "a series that counts as nobody knows": (row("series", 0, counting={"luck": 1}), "luck"),
    "a series without a name": (row("series", 0, name=" "), "name"),
    "a draw without a seed": (row("stages", 0, seed=""), "has a seed if it was drawn"),
    "another seed": (row("stages", 0, seed="another evening"), "a seed that is not the one that was promised"),
    "a round of no stage": (row("rounds", 0, stage=9), "something that is not there: 9"),
    "a round begun in hiding": (row("rounds", 0, published_at=None), "before anybody could see it"),
    "somebody on two chairs": (copied("seats", 0, 1, "entrant"), "stands there twice"),
    "two Easts": (row("seats", 1, wind="E"), "has not each of its winds once"),
    "a chair too few": (without("seats", 0), "has not each of its winds once"),
    "a wind without a table": (row("seats", 9, wind="E"), "has a wind and no table"),
    "a table of no round": (row("tables", 0, round=9), "tables[0] names something that is not there"),
    "points from nowhere": (row("results", 0, p1=31), "results[0] does not balance"),
    "points of another game": (row("results", 0, p1=31, total=1), "results[0]: The points do not balance"),
    "a scheme that is none": (lambda content: content["tournament"].update(scheme={"basis": "luck"}), "basis"),
    "a scheme of other points": (lambda content: content["tournament"].update(scheme={"start_points": 5,
                                 "return_points": 5}), "The rule book begins with 0"),
    "a tie-break that is none": (lambda content: content["tournament"].update(tie_breaks=["luck"]), "tie_breaks"),
    "a bye that is none": (lambda content: content["tournament"].update(bye={"kind": "luck"}), "bye takes one of"),
    "a league that is none": (lambda content: content["tournament"].update(counting={"luck": 1}), "luck"),
    "a carry that is none": (row("stages", 0, carry={"kind": "luck"}), "carry takes one of"),
    "a plan of something": (row("stages", 0, plan={"field": ["x"]}), "stages[0].plan takes"),
    "a reason with a width": (row("rounds", 0, reasons=reason("%(a)99999999s", a=1)), "rounds[0].reasons takes"),
    "a reason left open": (row("rounds", 0, reasons=reason("%(b)s", a=1)), "rounds[0].reasons takes"),
    "a reason with a number format": (row("rounds", 0, reasons=reason("%(a)d", a="x")), "rounds[0].reasons takes"),
    "a reason with a stray percent": (row("rounds", 0, reasons=reason("100 %", a=1)), "rounds[0].reasons takes"),
    "seats of letters": (row("changes", 0, after={"byes": ["x"]}), "changes[0].after takes"),
    "a fourth at three": (row("results", 0, p4=1, total=1), "a fourth player at a table of three"),
    "a result of no match": (row("results", 0, match_version=3), "read from a match that is not there"),
    "a result taken out": (without("results", 1), "something that is not there"),
    "a verdict taken out": (row("verdicts", 2, number=3), "are not numbered from 1 on"),
    "a verdict by nobody": (row("verdicts", 0, entrant=99), "something that is not there: 99"),
    "a penalty of nothing": (row("adjustments", 0, points=0), "is of no points"),
    "a penalty in no round": (row("adjustments", 0, round=9), "adjustments[0] names something that is not there: 9"),
    "a penalty without a reason": (row("adjustments", 0, reason=""), "adjustments[0].reason takes text"),
    "cancelled for nothing": (row("adjustments", 1, cancel_reason=""), "was cancelled for no reason"),
    "a match file too few": (lambda content: content["tables"][0].update(match=content["tables"][3]["match"]),
                             "matches/r01-t01.json is not in the archive"),
    "a match file too many": (row("tables", 3, match=None), "belongs to no table of the event"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_hold_is_refused_with_a_sentence(kept, wrong):
    change, words = WRONG[wrong]
    with pytest.raises(RuleViolation) as said:
        read(changed(kept, change))
    assert words in str(said.value)


def test_of_a_file_that_is_refused_nothing_is_kept(kept, other):
    refused(other, changed(kept, row("results", 0, p1=31)), "results[0] does not balance")


MATCH_WRONG = {
    "another name": (lambda match: match["sittings"][0].update(name="Mallory"), "not who the match file names"),
    "a chair too few": (lambda match: match["sittings"].pop(0), "not who the match file names"),
    "a player of no roster": (lambda match: match["sittings"][0].update(player="Nobody"), "somebody who is not there"),
    "no phone": (lambda match: match["devices"].clear(), "by a phone that is not listed"),
    "a chair of four": (lambda match: match["sittings"][0].update(chair="P4"), "sittings[0].chair takes"),
}


@pytest.mark.parametrize("wrong", MATCH_WRONG)
def test_a_match_that_says_something_else_than_its_file_is_refused(kept, wrong):
    change, words = MATCH_WRONG[wrong]
    with pytest.raises(RuleViolation) as said:
        read(changed(kept, lambda content: change(content["tables"][3]["match"])))
    assert words in str(said.value)


def test_a_match_whose_chain_is_broken_is_refused(kept, other):
    inside = files(kept)
    name = "matches/r02-t01.json"
    content = json.loads(inside[name])
    content["events"][0]["payload"]["hand_points"] = 9
    refused(other, box.packed({**inside, name: jsonfile.dump(content)}), f"{name}: Event 1 is not what was recorded")


def test_a_match_of_another_game_is_refused(kept, other):
    inside = files(kept)
    content = event(kept)
    content["tournament"].update(system="malaysian_recap", options={})
    content["house_rules"] = None
    refused(other, box.packed({**inside, box.EVENT: jsonfile.dump(content)}), "another rule book than the event")


def zipped(entries, how=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", how) as opened:
        for name, content in entries:
            opened.writestr(name, content)
    return data.getvalue()


def test_an_archive_that_another_program_packed_again_is_taken(kept, other):
    folder = zipfile.ZipInfo("matches/")
    again = bring(other, zipped([(folder, b""), *files(kept).items()]))
    assert archive_bytes(again) == kept


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it cannot be opened as a ZIP"),
        (b"PK\x05\x06" + bytes(18), "event.json is not in the archive"),
        (b"x" * (box.MOST_BYTES + 1), "at most 20 MB"),
        (zipped([("event.json", b"{")]), "cannot be read as JSON"),
        (zipped([("event.json", b"[]")]), "its format is another"),
        (zipped([("event.json", b"[" * 99_999)]), "nested too deeply"),
        (zipped([("event.json", b" " * (box.MOST_EVENT_BYTES + 1))]), "event.json is too large"),
        (zipped([("matches/r01-t01.json", b" " * 300_000)]), "is too large: at most 256 kB"),
        (zipped([(f"matches/r{n:02}-t01.json", b" " * 262_144) for n in range(300)]), "the archive is too large"),
        (zipped([(f"matches/r{n:04}-t01.json", b"") for n in range(1100)]), "at most 1001 files"),
        (zipped([("../event.json", b"{}")]), "../event.json does not belong"),
        (zipped([("event.json", b"{}")], zipfile.ZIP_LZMA), "packed or locked in a way that is not taken"),
        (zipped([("event.json", b"{}" * 99)])[:60], "it cannot be opened as a ZIP"),
    ],
    ids=range(13),
)
def test_a_file_that_is_no_archive_or_a_bomb_is_refused(other, data, words):
    refused(other, data, words)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_stands_twice_in_the_archive_is_refused(kept, other):
    inside = list(files(kept).items())
    refused(other, zipped([*inside, inside[0]]), "event.json stands twice")
