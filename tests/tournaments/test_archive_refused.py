"""A damaged archive is refused; one of an older version, or repacked by another program, is imported."""

import io
import json
import zipfile

import pytest
from django.db import transaction

from engine.errors import RuleViolation
from matches.files.schema import dump_json
from people.models import Club
from tests.tournaments.archive_cast import bring, changed, counts, event, files, refused
from tests.tournaments.persons import Person
from tests.tournaments.whole import whole
from tournaments.files.archive import zip_file
from tournaments.files.archive.late_notes import BEGINNINGS
from tournaments.files.archive.read import read
from tournaments.files.archive.write import archive_bytes

pytestmark = pytest.mark.django_db


@pytest.fixture
def other():
    """The owner of another club."""
    person = Person("otto")
    person.club = Club.objects.get(code=person.found("Sunday club"))
    return person


@pytest.fixture(scope="module")
def kept(django_db_setup, django_db_blocker):
    """The archive of a tournament, made once per module; the tournament itself is rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        transaction.get_connection().atomic_blocks[-1]._from_testcase = True
        data = archive_bytes(whole())
        transaction.set_rollback(True)
    return data


def test_an_archive_from_before_it_contained_series_and_wishes_is_imported(kept, other):
    def older(content):
        del content["series"]
        for row in content["entrants"]:
            del row["wish"]
        for row in content["stages"]:
            del row["by_group"]

    again = bring(other, changed(kept, older))
    assert counts(other.club) == []
    assert archive_bytes(again) == changed(kept, lambda content: content.update(series=[]))


def test_a_late_entry_in_an_archive_of_version_one_is_recognised_by_its_note(kept, other):
    notes = [f"{beginning}Ann from Bea" for beginning in BEGINNINGS] + ["A wall fell over"]

    def older(content):
        call = {key: value for key, value in content["calls"][0].items() if key != "late_entry"}
        content["calls"] = [{**call, "note": note} for note in notes]

    again = bring(other, changed(kept, older))
    calls = event(archive_bytes(again))["calls"]
    known = [("Ann from Bea", True)] * len(BEGINNINGS) + [("A wall fell over", False)]
    assert [(call["note"], call["late_entry"]) for call in calls] == known


def row(listed, place, **values):
    return lambda content: content[listed][place].update(values)


def reason(sentence, **values):
    return {"how": [[sentence, values]], "tables": {}}


def copied(listed, source, target, key):
    return lambda content: content[listed][target].update({key: content[listed][source][key]})


def without(name, place):
    return lambda content: content[name].pop(place)


def many(listed, most):
    """More rows than the archive may contain in this list."""
    return lambda content: content.update({listed: [content[listed][0]] * (most + 1)})


WRONG = {
    "a format of another": (lambda content: content.update(format="scorekeeper-match"), "its format is different"),
    "a version to come": (lambda content: content.update(version=2), "version must be 1"),
    "a key too many": (lambda content: content.update(more=1), "can’t contain the key more"),
    "a list too few": (lambda content: content.pop("calls"), "calls is missing"),
    "a row that is none": (lambda content: content["teams"].append(7), "teams[2] must be an object"),
    "a column too many": (row("teams", 0, id=7), "teams[0] can’t contain the key id"),
    "a number as text": (row("entrants", 0, number="1"), "entrants[0].number must be a whole number"),
    "a number beyond the database": (row("results", 0, p1=2**40), "results[0].p1 must be a whole number"),
    "a name of nothing": (row("players", 0, name=" "), "players[0].name must be a name"),
    "a name with a bell": (row("players", 0, name="A\x07"), "players[0].name must be a name"),
    "a text with no text": (row("entrants", 5, name="A\x00"), "entrants[5].name must be text"),
    "more entrants than there may be": (many("entrants", 300), "entrants can have at most 300 items"),
    "more teams than there may be": (many("teams", 150), "teams can have at most 150 items"),
    "more pairs than there may be": (many("apart", 500), "apart can have at most 500 items"),
    "more stages than there may be": (many("stages", 12), "stages can have at most 12 items"),
    "more rounds than there may be": (many("rounds", 720), "rounds can have at most 720 items"),
    "no day": (lambda content: content["tournament"].update(starts_on="2026-02-30"), "starts_on must be a date"),
    "a time beyond time": (row("rounds", 0, drawn_at="0001-01-01T00:00:00.000000Z"), "drawn_at must be a time"),
    "a state that is none": (lambda content: content["tournament"].update(state="won"), "tournament.state must be"),
    "rules of nowhere": (lambda content: content["tournament"].update(system="chess"), "system must be one of:"),
    "house rules of nowhere": (lambda content: content["tournament"].update(options={"x": 1}), "x"),
    "rules to come": (lambda content: content["tournament"].update(rules_version=99), "rules_version must be"),
    "two of one number": (row("entrants", 1, number=1), "entrants[1] repeats an earlier row: 1"),
    "two of one player": (row("entrants", 1, player="Ann Abbot"), "repeats an earlier row: Ann Abbot"),
    "a player of no roster": (row("entrants", 1, player="Nobody"), "names a player who isn’t in the archive: Nobody"),
    "nobody": (row("entrants", 4, name=""), "entrants[4] has no name"),
    "a team that is not there": (row("entrants", 0, team=9), "refers to something that isn’t in the archive: 9"),
    "apart from oneself": (row("apart", 0, one=4), "two different player numbers"),
    "a series twice": (
        lambda content: content["series"].append(content["series"][0]),
        "series[1] repeats an earlier row",
    ),
    "a series that counts as nobody knows": (row("series", 0, counting={"luck": 1}), "luck"),
    "a series without a name": (row("series", 0, name=" "), "name"),
    "a draw without a seed": (row("stages", 0, seed=""), "must have a seed if it was drawn, and none if it wasn’t."),
    "a draw with another seed": (
        row("stages", 0, seed="another evening"),
        "has a seed that doesn’t match its published fingerprint.",
    ),
    "a round of no stage": (row("rounds", 0, stage=9), "refers to something that isn’t in the archive: 9"),
    "a round begun in hiding": (row("rounds", 0, published_at=None), "was started or closed but never published."),
    "somebody on two chairs": (copied("seats", 0, 1, "entrant"), "repeats an earlier row:"),
    "two Easts": (row("seats", 1, wind="E"), "doesn’t have each wind exactly once."),
    "a chair too few": (without("seats", 0), "doesn’t have each wind exactly once."),
    "a wind without a table": (row("seats", 9, wind="E"), "has a wind but no table."),
    "a table of no round": (row("tables", 0, round=9), "tables[0] refers to something that isn’t in the archive"),
    "points from nowhere": (row("results", 0, p1=31), "The points in results[0] don’t add up"),
    "points of another game": (row("results", 0, p1=31, total=1), "results[0]: The points don’t add up"),
    "a scheme that is none": (lambda content: content["tournament"].update(scheme={"basis": "luck"}), "basis"),
    "a scheme of other points": (lambda content: content["tournament"].update(scheme={"start_points": 5,
                                 "return_points": 5}), "Players start with 0 points under this rule book"),
    "a tie-break that is none": (lambda content: content["tournament"].update(tie_breaks=["luck"]), "tie_breaks"),
    "a bye that is none": (lambda content: content["tournament"].update(bye={"kind": "luck"}), "bye must be one of"),
    "a league that is none": (lambda content: content["tournament"].update(counting={"luck": 1}), "luck"),
    "a carry that is none": (row("stages", 0, carry={"kind": "luck"}), "carry must be one of"),
    "a plan of something": (row("stages", 0, plan={"field": ["x"]}), "stages[0].plan must be"),
    "a reason with a width": (row("rounds", 0, reasons=reason("%(a)99999999s", a=1)), "rounds[0].reasons must be"),
    "a reason left open": (row("rounds", 0, reasons=reason("%(b)s", a=1)), "rounds[0].reasons must be"),
    "a reason with a number format": (row("rounds", 0, reasons=reason("%(a)d", a="x")), "rounds[0].reasons must be"),
    "a reason with a stray percent": (row("rounds", 0, reasons=reason("100 %", a=1)), "rounds[0].reasons must be"),
    "seats of letters": (row("changes", 0, after={"byes": ["x"]}), "changes[0].after must be"),
    "a fourth at three": (row("results", 0, p4=1, total=1), "a fourth player at a table of three"),
    "a result of no match": (row("results", 0, match_version=3), "was read from a match that isn’t in the archive."),
    "a result taken out": (without("results", 1), "refers to something that isn’t in the archive:"),
    "a verdict taken out": (row("verdicts", 2, number=3), "the numbers must start at 1 and have no gaps."),
    "a verdict by nobody": (row("verdicts", 0, entrant=99), "refers to something that isn’t in the archive: 99"),
    "a penalty of nothing": (row("adjustments", 0, points=0), "has no points."),
    "a penalty in no round": (
        row("adjustments", 0, round=9),
        "adjustments[0] refers to something that isn’t in the archive: 9",
    ),
    "a penalty without a reason": (row("adjustments", 0, reason=""), "adjustments[0].reason must be text"),
    "cancelled for nothing": (row("adjustments", 1, cancel_reason=""), "is cancelled without a reason."),
    "a match file too few": (lambda content: content["tables"][0].update(match=content["tables"][3]["match"]),
                             "matches/r01-t01.json is missing from the archive"),
    "a match file too many": (row("tables", 3, match=None), "doesn’t belong to any table of the tournament."),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_hold_is_refused_with_a_sentence(kept, wrong):
    change, words = WRONG[wrong]
    with pytest.raises(RuleViolation) as said:
        read(changed(kept, change))
    assert words in str(said.value)


def test_matches_that_were_corrected_very_often_are_refused(kept, monkeypatch):
    monkeypatch.setattr("tournaments.files.archive.read.MOST_SETTLED", 1)
    with pytest.raises(RuleViolation, match="too many corrections"):
        read(kept)


def test_nothing_from_a_refused_file_is_stored(kept, other):
    refused(other, changed(kept, row("results", 0, p1=31)), "The points in results[0] don’t add up")


MATCH_WRONG = {
    "another name": (
        lambda match: match["sittings"][0].update(name="Mallory"),
        "The players listed for this table don’t match those in the match file.",
    ),
    "a chair too few": (
        lambda match: match["sittings"].pop(0),
        "sittings must list a player in each of the three seats from hand 1 on.",
    ),
    "a player of no roster": (
        lambda match: match["sittings"][0].update(player="Nobody"),
        "names a player who isn’t in the archive:",
    ),
    "no phone": (
        lambda match: match["devices"].clear(),
        "An entry was made on a phone that isn’t listed in the archive.",
    ),
    "a chair of four": (lambda match: match["sittings"][0].update(chair="P4"), "sittings[0].chair must be"),
}


@pytest.mark.parametrize("wrong", MATCH_WRONG)
def test_a_match_that_contradicts_its_file_is_refused(kept, wrong):
    change, words = MATCH_WRONG[wrong]
    with pytest.raises(RuleViolation) as said:
        read(changed(kept, lambda content: change(content["tables"][3]["match"])))
    assert words in str(said.value)


def test_a_match_whose_chain_is_broken_is_refused(kept, other):
    inside = files(kept)
    name = "matches/r02-t01.json"
    content = json.loads(inside[name])
    content["events"][0]["payload"]["hand_points"] = 9
    refused(
        other,
        zip_file.packed({**inside, name: dump_json(content)}),
        f"{name}: Event 1 has been altered since it was recorded",
    )


def test_a_match_of_another_game_is_refused(kept, other):
    inside = files(kept)
    content = event(kept)
    content["tournament"].update(system="malaysian_recap", options={})
    content["house_rules"] = None
    refused(
        other,
        zip_file.packed({**inside, zip_file.EVENT: dump_json(content)}),
        "The match uses a different rule book from the tournament.",
    )


def zipped(entries, how=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", how) as opened:
        for name, content in entries:
            opened.writestr(name, content)
    return data.getvalue()


def test_an_archive_repacked_by_another_program_is_imported(kept, other):
    folder = zipfile.ZipInfo("matches/")
    again = bring(other, zipped([(folder, b""), *files(kept).items()]))
    assert archive_bytes(again) == kept


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "This file isn’t a Scorekeeper archive: it can’t be opened as a ZIP file."),
        (b"PK\x05\x06" + bytes(18), "event.json is missing from the archive"),
        (b"x" * (zip_file.MOST_BYTES + 1), "The limit is 20 MB"),
        (zipped([("event.json", b"{")]), "This file isn’t from Scorekeeper: it can’t be read as JSON."),
        (zipped([("event.json", b"[]")]), "its format is different"),
        (zipped([("event.json", b"[" * 99_999)]), "nested too deeply"),
        (zipped([("event.json", b" " * (zip_file.MOST_EVENT_BYTES + 1))]), "event.json is too large"),
        (zipped([("matches/r01-t01.json", b" " * 300_000)]), "is too large. The limit is 256 kB"),
        (
            zipped([(f"matches/r{n:02}-t01.json", b" " * 262_144) for n in range(300)]),
            "The archive is too large when unpacked.",
        ),
        (zipped([(f"matches/r{n:04}-t01.json", b"") for n in range(1100)]), "too many files. The limit is 1001"),
        (zipped([("../event.json", b"{}")]), "../event.json doesn’t belong"),
        (
            zipped([("event.json", b"{}")], zipfile.ZIP_LZMA),
            "is compressed or encrypted in a way that Scorekeeper can’t read.",
        ),
        (
            zipped([("event.json", b"{}" * 99)])[:60],
            "This file isn’t a Scorekeeper archive: it can’t be opened as a ZIP file.",
        ),
    ],
    ids=range(13),
)
def test_a_file_that_is_not_an_archive_or_is_a_zip_bomb_is_refused(other, data, words):
    refused(other, data, words)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_the_same_file_twice_is_refused(kept, other):
    inside = list(files(kept).items())
    refused(other, zipped([*inside, inside[0]]), "event.json appears twice in the archive")
