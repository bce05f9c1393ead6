"""Erased players disappear from every page, file, screen and reason of a tournament; the results stay."""

import io
import re
import zipfile
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Sitting
from people.models import Club, Player
from tests.matches.table import new_key
from tests.matches.worlds import again
from tests.people.cast import PASSWORD
from tests.people.club_cast import player
from tests.thorough import sized
from tests.tournaments.cast import result, tournament
from tests.tournaments.people_cast import ANN, leave_traces, named
from tournaments import privacy as keep
from tournaments.files.archive.write import archive_bytes
from tournaments.files.sheet_registry import EXPORTS
from tournaments.models import (
    Adjustment,
    Call,
    Entrant,
    Forgetting,
    Phone,
    Result,
    Round,
    RoundChange,
    Seat,
    Stage,
    Team,
    Tournament,
    Verdict,
)
from tournaments.play.table_access import TableAction, open_table
from tournaments.setup.series import add_event, create_series

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(founder):
    code = founder.found()
    founder.add(code, f"{ANN}\nBea Brook\nZdenka Nova")
    return Club.objects.get(code=code)


@pytest.fixture(scope="module")
def built_cup(club):
    """Ann is number 1, Bea number 2; one round is published."""
    return tournament(club, published=1)


@pytest.fixture(scope="module")
def zdenka(club, built_cup, founder):
    """A player whose name is in every text of the tournament."""
    return leave_traces(club, built_cup, founder)


@pytest.fixture
def cup(built_cup, zdenka):
    return Tournament.objects.get(pk=built_cup.pk)


def texts():
    return "\n".join(str(list(model._default_manager.values())) for model in apps.get_models()).lower()


@pytest.fixture
def traced(zdenka):
    return again(zdenka)


def test_an_erased_player_leaves_no_trace_in_tournaments_and_every_result_stays(traced, cup, olga):
    assert texts().count("zdenka") > 8 and texts().count("lv-77") == 1
    before = list(Result.objects.values())
    page = traced.get("/my-data/erase/")
    traced.send(page.form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    text = texts()
    assert [text.count(word) for word in ("zdenka", "nova", "riga", "latvia", "lv-77")] == [0, 0, 0, 0, 0]
    code = Player.objects.exclude(erased_at=None).get().name
    seat = Seat.objects.get(round__tournament=cup, substitute_player__isnull=False)
    cup.refresh_from_db()
    said = Adjustment.objects.get().reason, Call.objects.get().note, Team.objects.get().name
    assert (seat.substitute, cup.name, cup.note) == (code, f"{code} cup", f"Tea with {code}")
    assert said == (f"Said by {code}", f"{code} asks", f"{code} and friends")
    assert named(cup)[4] == ("Former player", code)
    assert list(Result.objects.values()) == before
    assert "Former player" in olga.get(f"/e/{cup.code}/standings/")


def test_an_organiser_who_erases_a_player_erases_the_entries_too(traced, club, cup, olga):
    path = f"/c/{club.code}/players/{player(club.code, 'Zdenka Nova').pk}/erase/"
    olga.send(olga.get(path).form("/erase/"), status=303, sure="yes")
    told = Entrant.objects.filter(tournament=cup, number=4).values_list("name", "club_name", "country", "licence")
    assert list(told) == [("", "", "", "")]
    assert Phone.objects.get(device="d" * 22).label == ""


@pytest.fixture
def reasoned(traced, club, cup, olga):
    """Put her name into every reason, and into names that are not linked to the roster."""
    one = Round.objects.get(tournament=cup, number=1)
    table = Seat.objects.get(round=one, entrant__number=5).table
    first = result(table, confirmed=False)
    told = {"number": 1, "key": new_key(), "at": cup.created_at, "user": olga.user}
    Verdict.objects.create(result=first, kind="disputed", reason="ZDENKA NOVA counted otherwise", **told)
    told = {"table": table, "number": 2, "key": new_key(), "at": cup.created_at, "user": olga.user}
    Result.objects.create(**told, p1=20, p2=0, p3=-20, reason="Zdenka Nova's sheet")
    RoundChange.objects.create(round=one, revision=1, at=cup.created_at, reason="Zdenka Nova came late", after=[])
    again = [{"seed": "an earlier one", "promise": "", "reason": "Zdenka Nova came", "at": "2026-11-21T09:00:00Z"}]
    Stage.objects.filter(tournament=cup).update(name="Zdenka Nova stage", plan={"field": [1], "again": again})
    Entrant.objects.filter(tournament=cup, number=9).update(wish="Zdenka Nova and friends")
    series = create_series(club=club, by=olga.user, name="Zdenka Nova series", key=new_key())
    add_event(series=series, by=olga.user, tournament=cup.code)
    return typed(club, olga)


def typed(club, olga):
    """Another tournament where her name was typed: as an entrant at a table with a match, and as a substitute."""
    other = tournament(club, name="Autumn cup", entrants=9, published=1)
    theirs = {"name": "zdenka  NOVA", "club_name": "Riga Nova club", "country": "Latvia", "licence": "LV-77"}
    Entrant.objects.filter(tournament=other, number=6).update(player=None, **theirs)
    table = Seat.objects.get(round__tournament=other, entrant__number=6).table
    open_table(TableAction(tournament=other, table=table, key="y" * 22, by=olga.user, device="y" * 22))
    Seat.objects.filter(round__tournament=other, entrant__number=4).update(substitute="Zdenka Nova")
    Entrant.objects.create(
        tournament=other, number=10, key=new_key(), name="Nova Zdena", entered_at=other.created_at, state="waiting"
    )
    return other


PAGES = (
    "", "standings/", "screen/", "desk/", "entries/", "penalties/", "standings/teams/", "rounds/", "rounds/1/",
    "rounds/1/why/", "rounds/1/tables/", "rounds/1/tables/1/", "rounds/1/tables/2/", "rounds/1/tables/3/", "players/4/",
    "players/5/", "players/6/", "stages/", "draw/", "files/", "late/",
)  # fmt: skip
TOLD = (
    "penalties/",
    "rounds/1/",
    "rounds/1/why/",
    "rounds/1/tables/1/",
    "players/4/",
    "draw/",
    "late/",
)  # show reasons
NAMED = re.compile(r"zdenka|lv-77|latvia|riga", re.IGNORECASE)


def shown(olga, event, pages=PAGES, exports=tuple(EXPORTS)):
    """The pages, sheets and files of the archive that contain her name."""
    found = [path for path in pages if NAMED.search(olga.get(f"/e/{event.code}/{path}").html)]
    for name in exports:
        answer = olga.client.get(f"/e/{event.code}/files/{name}.csv")
        found += [name] if NAMED.search(answer.content.decode()) else []
    packed = zipfile.ZipFile(io.BytesIO(archive_bytes(Tournament.objects.get(pk=event.pk))))
    return found + [name for name in packed.namelist() if NAMED.search(packed.read(name).decode())]


def test_an_erased_players_name_is_on_no_page_and_in_no_file_or_reason(reasoned, traced, club, cup, olga):
    before = [*shown(olga, cup, ("rounds/1/", "screen/", "entries/"), ("penalties",)), *shown(olga, reasoned, (), ())]
    assert {"rounds/1/", "screen/", "entries/", "penalties", "event.json"} <= set(before)
    counted = list(Result.objects.values_list("pk", "p1", "p2", "p3", "at")), Verdict.objects.count()
    page = traced.get("/my-data/erase/")
    traced.send(page.form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    assert (shown(olga, cup), shown(olga, reasoned, sized(TOLD, PAGES))) == ([], [])
    assert not NAMED.search(olga.client.get(f"/c/{club.code}/audit.csv").content.decode())
    assert not NAMED.search(texts())
    code = Player.objects.exclude(erased_at=None).get().name
    assert Result.objects.exclude(reason="").get().reason == f"{code}'s sheet"
    assert Verdict.objects.exclude(reason="").get().reason == f"{code} counted otherwise"
    assert RoundChange.objects.get(revision=1).reason == f"{code} came late"
    assert Stage.objects.get(tournament=cup).plan["again"][0]["reason"] == f"{code} came"
    assert counted == (list(Result.objects.values_list("pk", "p1", "p2", "p3", "at")), Verdict.objects.count())


def test_a_typed_entrant_gets_the_code_as_name_and_others_keep_their_names(reasoned, traced, olga):
    version = Tournament.objects.get(pk=reasoned.pk).version
    traced.send(traced.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    code = Player.objects.exclude(erased_at=None).get().name
    six = Entrant.objects.get(tournament=reasoned, number=6)
    assert (six.name, six.club_name, six.country, six.licence) == (code, "", "", "")
    assert Seat.objects.get(round__tournament=reasoned, entrant__number=4).substitute == code
    sitting = Sitting.objects.filter(match__table__round__tournament=reasoned, name=code)
    assert sitting.count() == 1
    assert Entrant.objects.get(tournament=reasoned, number=10).name == "Nova Zdena"
    assert Tournament.objects.get(pk=reasoned.pk).version > version


@pytest.mark.both_databases
def test_reasons_are_guarded_again_once_somebody_is_erased(reasoned, traced):
    traced.send(traced.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    assert not Forgetting.objects.exists()
    for model in (Result, Verdict, RoundChange):
        with pytest.raises(DatabaseError), transaction.atomic():
            model.objects.exclude(reason="").update(reason="another")


@pytest.mark.both_databases
@pytest.mark.parametrize("model", [Result, Verdict, RoundChange])
def test_while_somebody_is_erased_nothing_but_the_reason_may_change(reasoned, model):
    row = model.objects.exclude(reason="").first()
    with transaction.atomic():
        forgetting = Forgetting.objects.create(code="Player 7F3A")
        columns = {field.attname: field.get_internal_type() for field in model._meta.concrete_fields}
        del columns["reason"]
        for column, kind in columns.items():
            other = {"CharField": "another", "JSONField": [7], "DateTimeField": datetime(2020, 1, 1, tzinfo=UTC)}
            with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                model.objects.filter(pk=row.pk).update(**{column: other.get(kind, 77_777), "reason": "another"})
        with pytest.raises(DatabaseError), transaction.atomic():
            row.delete()
        model.objects.filter(pk=row.pk).update(reason="another")
        forgetting.delete()


def test_the_name_is_removed_from_other_entrants_fields_and_phone_labels(traced, cup):
    said = {
        "name": "Guest of Zdenka Nova",
        "club_name": "Zdenka Nova team",
        "country": "Zdenka Nova",
        "licence": "(zdenka nova)",
    }
    Entrant.objects.filter(tournament=cup, number=7).update(player=None, **said)
    Phone.objects.create(
        tournament=cup, device="e" * 22, label="Phone of Zdenka Nova", table=1, joined_at=cup.created_at
    )
    traced.send(traced.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    code = Player.objects.exclude(erased_at=None).get().name
    told = Entrant.objects.filter(tournament=cup, number=7).values_list("name", "club_name", "country", "licence")
    assert list(told) == [(f"Guest of {code}", f"{code} team", code, f"({code})")]
    assert Phone.objects.get(device="e" * 22).label == f"Phone of {code}"


def test_a_name_typed_just_before_the_tournament_is_locked_is_erased_too(traced, cup, monkeypatch):
    touch = keep._touch

    def meanwhile(*told):
        Entrant.objects.filter(tournament=cup, number=7).update(player=None, name="Zdenka Nova")
        touch(*told)

    monkeypatch.setattr(keep, "_touch", meanwhile)
    traced.send(traced.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    code = Player.objects.exclude(erased_at=None).get().name
    assert Entrant.objects.get(tournament=cup, number=7).name == code


@pytest.mark.both_databases
def test_erasing_locks_the_tournaments_before_chairs_and_matches(traced):
    """Every action that writes both locks in this order. Otherwise setting a substitute meanwhile could deadlock."""
    Match.objects.update(name="Match on Zdenka Nova")
    with CaptureQueriesContext(connection) as asked:
        traced.send(traced.get("/my-data/erase/").form("/erase/"), status=303, sure="yes", old_password=PASSWORD)
    written = [each["sql"].split()[1].strip('"') for each in asked if each["sql"].startswith("UPDATE")]
    tables = ("tournaments_tournament", "matches_sitting", "matches_match")
    found = [name for name in dict.fromkeys(written) if name in tables]
    assert found == list(tables)
