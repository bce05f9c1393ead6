"""verify_ledger finds changes that were made directly in the database."""

import pytest
from django.core.management import call_command
from django.db import connection

from matches.log import append_only
from matches.models import Match
from operations import ledger_check
from tests.matches.cast import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NO_TOURNAMENTS = "Tournaments: 0. All results add up to the totals."


def whole(entries):
    """The output for one valid match."""
    told = "All chains are unbroken, all entries give the stored points, and all points sum to zero."
    return f"Matches: 1, entries: {entries}. {told}"


@pytest.fixture
def match():
    phone = Phone()
    code = phone.start()
    for _hand in range(3):
        phone.hand(code)
    return Match.objects.get(code=code)


def run(sql, *values):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def told(capsys, code, *words):
    """Run the command, check its exit code, and return its output."""
    try:
        call_command("verify_ledger", *words)
    except SystemExit as end:
        assert end.code == code
    else:
        assert code == 0
    return capsys.readouterr().out.splitlines()


def test_untouched_entries_are_valid(match, capsys):
    assert told(capsys, 0) == [whole(entries=3), NO_TOURNAMENTS]


def test_a_hand_saved_during_the_check_is_not_an_error(capsys, monkeypatch):
    phone, read, asked = Phone(), ledger_check._by_match, []
    code = phone.start()
    phone.hand(code)

    def meanwhile(model, order, ids):
        found = read(model, order, ids)
        if not asked:
            phone.hand(code)
        asked.append(model)
        return found

    monkeypatch.setattr(ledger_check, "_by_match", meanwhile)
    assert told(capsys, 0) == [whole(entries=2), NO_TOURNAMENTS]


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        (
            "UPDATE matches_ledgerrow SET d1 = d1 + 1, d2 = d2 - 1 WHERE position = 2",
            "row 2 of its ledger does not match its entries: "
            "d1 is {d1} instead of {due1}, d2 is {d2} instead of {due2}.",
        ),
        ("DELETE FROM matches_ledgerrow WHERE position = 3", "its ledger has 2 rows, but its entries give 3."),
        ("UPDATE matches_match SET b1 = b1 - 5, b3 = b3 + 5", "b1 is stored as {b1}, but its entries give {dueb1}."),
        ("UPDATE matches_match SET hand_no = 9", "hand_no is stored as 9, but its entries give {hand}."),
        ("UPDATE matches_match SET rules_version = 77", "its rules cannot be read."),
    ],
    ids=["payment", "row gone", "points", "hand", "rules"],
)
def test_a_row_that_somebody_changed_is_named(match, capsys, sql, sentence):
    row = match.ledger.get(position=2)
    facts = {"d1": row.d1 + 1, "due1": row.d1, "d2": row.d2 - 1, "due2": row.d2}
    facts |= {"b1": match.b1 - 5, "dueb1": match.b1, "hand": match.hand_no}
    run(sql)
    lines = told(capsys, 1)
    assert lines[0].startswith(f"Match {match.code[:4]}…: {sentence.format(**facts)}")
    assert match.code not in "".join(lines)
    assert lines[-1] == f"Errors: {len(lines) - 1}. Matches: 1, tournaments: 0."


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        (
            "UPDATE matches_event SET by = 'd9' WHERE seq = 2",
            "Event 2 has been altered since it was recorded: its hash doesn’t match.",
        ),
        (
            "DELETE FROM matches_event WHERE seq = 2",
            "Event number 2 has seq 3. The seq values must run from 1 without gaps.",
        ),
    ],
    ids=["changed", "gone"],
)
def test_an_entry_changed_without_the_triggers_is_named(match, capsys, sql, sentence):
    append_only.remove()
    try:
        run(sql)
        assert told(capsys, 1)[0] == f"Match {match.code[:4]}…: {sentence}"
    finally:
        append_only.install()


def test_only_the_newest_matches_can_be_checked(match, capsys):
    run("UPDATE matches_match SET hand_no = 9")
    Phone().start()
    assert told(capsys, 0, "--last", "1") == [whole(entries=0)]
