"""The bench's own arithmetic, and that it prints what it found. No time is asserted: machines are noisy."""

import subprocess
import sys

from bench import bars, hands, meter, report
from bench.bars import Bar, Result

RATIO = Bar("X1", "a page", "a floor", "ratio", 2.0, 1.5)


def test_a_ratio_compares_within_its_round():
    assert bars.ratios([2.0, 9.0], [1.0, 3.0]) == (2.0, 3.0)


def test_the_value_is_the_median_of_the_rounds():
    assert Result(RATIO, (1.0, 9.0, 1.2)).value == 1.2


def test_a_bar_is_missed_from_a_quarter_above_it():
    values = (1.5, 2.0, 2.5, 2.51)
    assert [Result(RATIO, (value,)).verdict for value in values] == ["stretch", "met", "near", "missed"]
    assert list(bars.missed([Result(RATIO, (value,)) for value in values])) == ["X1"]


def test_a_count_above_its_bar_is_missed_at_once():
    queries = Bar("X2", "queries", "", "count", 6)
    assert [Result(queries, (value,)).verdict for value in (6, 7)] == ["met", "missed"]


def test_what_has_no_bar_is_no_failure():
    assert Result(Bar("X3", "to look at", "", "B"), (5,)).verdict == ""


def test_a_percentile_is_one_of_the_values():
    values = list(range(1, 101))
    assert [bars.percentile(values, share) for share in (0, 0.5, 0.99, 1)] == [1, 50, 99, 100]


def test_the_meter_counts_what_a_child_burns():
    burn = "import time\nwhile time.process_time() < 0.3: pass\nprint('done', flush=True)\ninput()"
    with subprocess.Popen([sys.executable, "-c", burn], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout.readline() == b"done\n"
        assert meter.cpu_ms(child.pid) >= 250
        child.communicate(b"\n")
    assert meter.cpu_ms(child.pid) == 0


def test_each_hand_of_a_match_is_another_and_has_a_key_of_its_own():
    for way in (hands.by_numbers, hands.by_list):
        told = [way(seq) for seq in range(1, hands.LENGTH + 1)]
        assert [hand["expected_seq"] for hand in told] == [str(seq) for seq in range(1, hands.LENGTH + 1)]
        assert len({hand["key"] for hand in told}) == hands.LENGTH


def test_the_report_is_a_table_with_a_line_for_each_result():
    results = [Result(RATIO, (1.0, 1.25, 1.5), "1.25 ms"), Result(Bar("X4", "a file", "", "B", 2048), (1234,))]
    assert report.table(results) == (
        "|    | what   | against | measured | range     | bar       | aim     |         |\n"
        "|----|--------|---------|----------|-----------|-----------|---------|---------|\n"
        "| X1 | a page | a floor | 1.25×    | 1.00–1.50 | ≤ 2.00×   | ≤ 1.50× | stretch |\n"
        "| X4 | a file |         | 1,234 B  |           | ≤ 2,048 B |         | met     |"
    )
    assert report.details(results) == "- X1: 1.25 ms"


def test_the_report_names_machine_and_day_and_keeps_the_words_around_it(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"Before.\n\n{report.BEGIN}\nold\n{report.END}\n\nAfter.\n")
    text = report.measured([Result(RATIO, (1.0,))], "2026-11-21", 1)
    report.write(page, text)
    assert text.startswith(f"Measured on 2026-11-21: {report.machine()}. 1 round.\n")
    assert page.read_text() == f"Before.\n\n{report.BEGIN}\n{text}{report.END}\n\nAfter.\n"
