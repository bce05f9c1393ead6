"""A tournament whose draw was computed is exported and imported, for every way of seating."""

import pytest
from django.db import transaction

from engine.errors import RuleViolation
from matches.files.schema import dump_json
from people.models import Club
from tests.matches.table import new_key
from tests.thorough import sized
from tests.tournaments.archive_cast import event, files
from tests.tournaments.cast import close, tournament
from tests.tournaments.persons import Person
from tournaments.draw import draw, write_rounds
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.files.archive import zip_file
from tournaments.files.archive.import_archive import import_event
from tournaments.files.archive.read import read
from tournaments.files.archive.write import archive_bytes
from tournaments.models import Apart, Entrant, Round, Seating, Stage, Team
from tournaments.snapshot import Day
from tournaments.standings.standings import ranking

pytestmark = pytest.mark.django_db
SIZES = {Seating.FINAL: 4, Seating.PRESCRIBED: 7, Seating.SWISS: 15}


@pytest.fixture
def otto():
    """The owner of another club."""
    person = Person("otto")
    person.club = Club.objects.get(code=person.found("Sunday club"))
    return person


def made(club, olga, way, entrants=12):
    """A tournament with a published fingerprint, drawn twice, with people kept apart. Its first round is closed; a
    Swiss tournament has its second round drawn."""
    found = tournament(club, entrants=entrants, rounds=3, apart_teams=True)
    Stage.objects.filter(tournament=found).update(seating=way)
    told = {"tournament": found, "stage": 1, "by": olga.user}
    if way == Seating.PRESCRIBED:
        draw.import_seating(**told, key=new_key(), text="7-2-1\n4-5-6\n\n1-4-7\n2-5-3\n")
    else:
        _apart(found)
        draw.promise_draw(**told, options=DrawOptions(seed="first"))
        draw.draw_stage(**told, key=new_key(), options=DrawOptions(groups=2))
        draw.redraw_stage(
            **told, key=new_key(), reason="Somebody was missing", options=DrawOptions(seed="second", groups=2)
        )
    write_rounds.publish_rounds(tournament=found, upto=1, by=olga.user)
    close(Round.objects.get(tournament=found, number=1))
    if way == Seating.SWISS:
        ranked = {"ranking": lambda: ranking(Day(found, True))}
        draw.generate_round(tournament=found, number=2, key=new_key(), by=olga.user, **ranked)
    found.refresh_from_db()
    return found


def _apart(found):
    team = Team.objects.create(tournament=found, number=1, name="Dragons")
    people = list(Entrant.objects.filter(tournament=found).order_by("number"))
    Entrant.objects.filter(pk__in=[each.pk for each in people[:2]]).update(team=team)
    if len(people) > 4:
        Apart.objects.create(tournament=found, one=people[2], other=people[3])


USUAL = (Seating.SWISS, Seating.GROUPS, Seating.PRESCRIBED)


@pytest.mark.parametrize("way", sized(USUAL, list(Seating)))
def test_a_drawn_tournament_is_imported_and_exports_to_the_same_bytes(club, olga, otto, way):
    found = made(club, olga, way, entrants=SIZES.get(way, 12))
    data = archive_bytes(found)
    again = import_event(club=otto.club, by=otto.user, data=data, key=new_key())
    assert archive_bytes(again) == data
    drawn = [each.plan for each in Stage.objects.filter(tournament=found)]
    assert [each.plan for each in Stage.objects.filter(tournament=again)] == drawn
    for path in ("", "draw/", "rounds/1/", "rounds/1/why/"):
        otto.get(f"/e/{again.code}/{path}")


def plan(**told):
    return lambda content: content["stages"][0]["plan"].update(told)


def drawn(**told):
    return lambda content: content["stages"][0]["plan"]["drawn"].update(told)


WRONG = {
    "marks that are numbers": (plan(marks=[1]), "stages[0].plan must be"),
    "a mark without end": (plan(marks=["a" * 1000]), "stages[0].plan must be"),
    "a draw of nothing": (plan(drawn={}), "stages[0].plan must be"),
    "a draw with more": (drawn(luck=1), "stages[0].plan must be"),
    "three kept apart": (drawn(apart=[[1, 2, 3]]), "stages[0].plan must be"),
    "rounds in words": (drawn(rounds="three"), "stages[0].plan must be"),
    "a draw of strangers": (
        drawn(people=[1, 2, 99]),
        "stages[0].plan refers to something that isn’t in the archive: 99",
    ),
    "a group of strangers": (
        plan(groups=[[1, 98]]),
        "stages[0].plan refers to something that isn’t in the archive: 98",
    ),
    "a field of strangers": (
        plan(field=[97]),
        "stages[0].plan refers to something that isn’t in the archive: 97",
    ),
    "a table left out": (lambda content: [each.update(number=9) for each in content["tables"] if each["number"] == 2]
                         + [each.update(table=9) for each in content["seats"] if each["table"] == 2]
                         + [each.update(table=9) for name in ("results", "verdicts") for each in content[name]
                            if each["table"] == 2],
                         "tables (1): the numbers must start at 1"),
}  # fmt: skip


@pytest.fixture(scope="module")
def groups(django_db_setup, django_db_blocker):
    """The archive of a tournament with groups, made once per module; the tournament itself is rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        transaction.get_connection().atomic_blocks[-1]._from_testcase = True
        olga = Person("olga")
        data = archive_bytes(made(Club.objects.get(code=olga.found()), olga, Seating.GROUPS))
        transaction.set_rollback(True)
    return data


@pytest.mark.parametrize("wrong", WRONG)
def test_a_draw_that_does_not_hold_is_refused_with_a_sentence(groups, wrong):
    change, words = WRONG[wrong]
    content = event(groups)
    change(content)
    with pytest.raises(RuleViolation) as said:
        read(zip_file.packed({**files(groups), zip_file.EVENT: dump_json(content)}))
    assert words in str(said.value)


def test_groups_from_an_archive_without_group_names_have_a_draw_page(groups, otto):
    content = event(groups)
    del content["stages"][0]["plan"]["groups"]
    packed = zip_file.packed({**files(groups), zip_file.EVENT: dump_json(content)})
    again = import_event(club=otto.club, by=otto.user, data=packed, key=new_key())
    otto.get(f"/e/{again.code}/draw/")
