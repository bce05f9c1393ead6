"""Seating prescribed by the organiser: parsed from pasted text, with every mistake reported before the first hand."""

import pytest

from engine.errors import RuleViolation
from engine.seating import best, prescribed, problems, written

SEVEN = list("1234567")


def said(text: str, players: list[str] = SEVEN) -> list[str]:
    return [str(problem) for problem in problems(written(text), players)]


@pytest.mark.parametrize(
    "text", ["7-2-1\n4-5-6\n\n1-4-7", "7 - 2 - 1\r\n4;5;6\r\n\r\n \r\n1\t4\t7\r\n", "7,2,1\n4 5 6\n\n1–4–7\n\n"]
)
def test_tables_are_read_as_they_are_pasted(text):
    assert written(text) == ((("7", "2", "1"), ("4", "5", "6")), (("1", "4", "7"),))


def test_a_prescribed_schedule_seats_everybody_as_written():
    schedule = prescribed("7-2-1\n4-5-6\n\n1-4-7\n2-5-3", SEVEN)
    assert (schedule.players, schedule.rounds, schedule.byes(0)) == (
        7,
        (((6, 1, 0), (3, 4, 5)), ((0, 3, 6), (1, 4, 2))),
        (2,),
    )


def test_every_fault_is_named_at_once():
    assert said("1-2-3\n4-5-1\n\n1-2\n9-3-7") == [
        "Round 1: 1 sits at table 1 and again at table 2.",
        "Round 1: no table for 6, 7. The maximum number of byes is 1.",
        "Round 2, table 1: enter exactly three players instead of “1-2”.",
        "Round 2, table 2: 9 isn’t in the player list.",
        "Round 2: no table for 4, 5, 6. The maximum number of byes is 1.",
    ]


def test_somebody_twice_at_one_table_is_named():
    assert said("1-1-2\n3-4-5") == [
        "Round 1: 1 sits at table 1 twice.",
        "Round 1: no table for 6, 7. The maximum number of byes is 1.",
    ]


@pytest.mark.parametrize("text", ["", "\n \n\t\n"])
def test_an_empty_text_gets_an_explanation_of_the_format(text):
    assert said(text) == ["No tables found in this text. Write one table per line, such as 7-2-1."]


def test_a_faulty_text_is_no_schedule():
    with pytest.raises(RuleViolation) as refused:
        prescribed("1-2-8\n4-5-6", SEVEN)
    assert (refused.value.field, str(refused.value)) == ("seating", "Round 1, table 1: 8 isn’t in the player list.")


def test_a_schedule_of_the_program_can_be_pasted_back():
    schedule = best(22, 9, "s")
    text = "\n\n".join("\n".join("-".join(str(each + 1) for each in table) for table in one) for one in schedule.rounds)
    assert prescribed(text, [str(number) for number in range(1, 23)]) == schedule
