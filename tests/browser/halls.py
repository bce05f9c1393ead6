"""A tournament in the middle of its second round, with data on each of its pages, for the layout tests."""

from datetime import UTC, datetime

from engine.seating import promise
from tests.matches.table import new_key
from tests.tournaments import cast, hall
from tests.tournaments.cast import result
from tournaments.files.sheet_registry import PRINTED_PAGES
from tournaments.links import entrant_token, table_token
from tournaments.models import Adjustment, Apart, Entrant, Series, SeriesEvent, Stage, Table, Team, Tournament

NAMES = {
    2: "Bartholomäus Nepomuk Freiherr von Ostsee",
    3: "Donaudampfschifffahrtsgesellschaftskapit",
    4: "محمد بن عبد الرحمن بن علي الأندلسي",
    5: "佐藤 由美",
}
# URL name in `tournaments` -> path.
PAGES = {
    "list": ["/c/{club}/tournaments/"],
    "new": ["/c/{club}/tournaments/new/", "/c/{club}/tournaments/new/?system=honshu"],
    "import": ["/c/{club}/tournaments/import/"],
    "series_list": ["/c/{club}/series/"],
    "series_new": ["/c/{club}/series/new/"],
    "series": ["/c/{club}/series/{series}/"],
    "series_settings": ["/c/{club}/series/{series}/settings/"],
    # Before the day.
    "settings": ["/e/{event}/settings/"],
    "rules": ["/e/{event}/rules/"],
    "scoring": ["/e/{event}/scoring/", "/e/{early}/scoring/"],
    "counting": ["/e/{event}/counting/"],
    "lots": ["/e/{event}/lots/"],
    "stages": ["/e/{event}/stages/"],
    "stage_add": ["/e/{event}/stages/add/"],
    "stage": ["/e/{event}/stages/2/"],
    "entries": ["/e/{event}/entries/", "/e/{early}/entries/"],
    "entries_add": ["/e/{event}/entries/add/"],
    "entry_edit": ["/e/{event}/entries/2/"],
    "enter": ["/e/{early}/enter/"],
    "own": ["/e/{event}/i/2/{own}"],
    "checkin": ["/e/{event}/check-in/", "/e/{early}/check-in/"],
    "cards": ["/e/{event}/cards/"],
    "apart": ["/e/{event}/apart/"],
    # The draw and the rounds.
    "draw": ["/e/{event}/draw/", "/e/{early}/draw/"],
    "rounds": ["/e/{event}/rounds/"],
    "round": ["/e/{event}/rounds/1/", "/e/{event}/rounds/2/", "/e/{event}/rounds/3/?swap=2&swap=3"],
    "why": ["/e/{event}/rounds/2/why/"],
    "late": ["/e/{event}/late/", "/e/{event}/late/?first=3&leaves=2"],
    # The tables: one playing, one confirmed, one entered, one disputed, one not started.
    "table_card": ["/e/{event}/t/1/{card}"],
    "typed": ["/at/"],
    "tables": ["/e/{event}/rounds/1/tables/", "/e/{event}/rounds/2/tables/"],
    "round_results": ["/e/{event}/rounds/1/results/", "/e/{event}/rounds/2/results/"],
    "table": [f"/e/{{event}}/rounds/2/tables/{number}/" for number in range(1, 6)],
    "result": ["/e/{event}/rounds/2/tables/1/result/", "/e/{event}/rounds/2/tables/5/result/"],
    "result_correct": ["/e/{event}/rounds/2/tables/2/correct/"],
    "dispute": ["/e/{event}/rounds/2/tables/3/dispute/"],
    "call": ["/e/{event}/rounds/2/tables/2/call/"],
    "substitute": ["/e/{event}/rounds/2/tables/1/substitute/"],
    "reseat": ["/e/{event}/rounds/2/tables/1/reseat/"],
    "table_exchange": [f"/e/{{event}}/rounds/2/tables/1/exchange/{which}" for which in ("", "?with=3")],
    "clock": ["/e/{event}/rounds/2/clock/"],
    "penalties": ["/e/{event}/penalties/"],
    "penalty_cancel": ["/e/{event}/penalties/{penalty}/cancel/"],
    # Public pages.
    "tournament": ["/e/{event}/", "/e/{early}/"],
    "desk": ["/e/{event}/desk/", "/e/{early}/desk/"],
    "standings": ["/e/{event}/standings/", "/e/{event}/standings/?after=1"],
    "team_standings": ["/e/{event}/standings/teams/"],
    "screen": ["/e/{event}/screen/", "/e/{event}/screen/?turn=1"],
    "met": ["/e/{event}/met/"],
    "player": ["/e/{event}/players/1/", "/e/{event}/players/2/"],
    "files": ["/e/{event}/files/"],
    "print": [f"/e/{{event}}/print/{each.key}/" for each in PRINTED_PAGES],
}
# URLs that only accept a form or return a file.
NO_PAGES = {
    *("draw_stage", "round_next", "round_publish", "round_hide", "round_lock", "round_drop", "round_swap"),
    *("table_open", "confirm", "answer", "close", "reopen", "finish", "resume", "archive", "stage_remove"),
    *("entry_move", "checkin_one", "checkin_absent", "cards_renew", "apart_pair", "apart_groups", "team"),
    *("file_archive", "file_seating", "file_csv", "file_tsv", "file_xlsx", "file_json", "ics"),
    *("series_events", "series_csv", "series_json", "typed_code"),
}


def day(club):
    """URL parameters of a tournament of this club: a table of each kind, a referee call, people with long names."""
    made = cast.tournament(club, entrants=16, rounds=4, drawn=3, published=2, played=1, public=True, note="Come early")
    for number, name in NAMES.items():
        Entrant.objects.filter(tournament=made, number=number).update(name=name, player=None)
    hall.begin(made, 2, minutes=19)
    tables = list(Table.objects.filter(round__tournament=made, round__number=2))
    hall.play(tables[0], hands=4)
    hall.call(tables[0])
    result(tables[1])
    hall.play(tables[2], hands=2)
    result(tables[2], confirmed=False)
    hall.dispute(result(tables[3], confirmed=False))
    Table.objects.filter(pk=tables[4].pk).update(extra_seconds=300)
    Tournament.objects.filter(pk=made.pk).update(version=7)
    people = list(Entrant.objects.filter(tournament=made).order_by("number"))
    _teams(made, people)
    fine = {"tournament": made, "key": new_key(), "at": datetime.now(UTC), "reason": "Verspätung " * 12}
    penalty = Adjustment.objects.create(**fine, entrant=people[1], round=1, points=-20)
    Stage.objects.create(tournament=made, number=2, name=NAMES[3], seating="final", rounds=1, takes=3)
    return {
        "event": made.code,
        "early": _early(club).code,
        "series": _series(club, made).code,
        "penalty": penalty.pk,
        "own": entrant_token(made, people[1]),
        "card": table_token(made, 1),
    }


def _teams(made, people):
    """Two teams, two players kept apart, one who withdrew and one on the waiting list."""
    for number, name in ((1, NAMES[3]), (2, "East")):
        team = Team.objects.create(tournament=made, number=number, name=name)
        Entrant.objects.filter(pk__in=[each.pk for each in people[number::2]]).update(team=team, club_name=NAMES[2])
    Apart.objects.create(tournament=made, one=people[1], other=people[2])
    late = {"name": f"{NAMES[3]} der Jüngere", "state": "waiting", "entered_at": datetime.now(UTC)}
    Entrant.objects.create(tournament=made, number=17, key=new_key(), **late)


def _early(club):
    """A tournament in preparation, open for registration, with a published draw fingerprint."""
    made = cast.tournament(club, entrants=4, name=NAMES[3], public=True, open_for_entry=True, place=NAMES[2])
    told = {"seed": "a", "promise": promise("a"), "promised_at": datetime.now(UTC)}
    Stage.objects.filter(tournament=made).update(**told)
    Entrant.objects.filter(tournament=made, number=2).update(name=NAMES[2], player=None, state="asked")
    return made


def _series(club, made):
    """A series that contains the tournament."""
    told = {"code": new_key(), "start_key": new_key(), "name": NAMES[3], "created_at": datetime.now(UTC)}
    series = Series.objects.create(club=club, **told)
    SeriesEvent.objects.create(series=series, tournament=made)
    return series
