"""The mistakes of `make mutants`: each is made once, in its place alone, and judged by tests that run it."""

import ast
from pathlib import Path

import pytest

from tools.mutants import FIRST, Results, judged
from tools.mutation.errand import Ended
from tools.mutation.linemap import LineMap, in_order, inside_function
from tools.mutation.operators import mutants, mutated
from tools.mutation.sample import sample


def made(source, path="engine/x.py"):
    """{kind: what the file says with each mistake of that kind}."""
    found = {}
    for each in mutants(path, source):
        found.setdefault(each.kind, []).append(mutated(path, source, each.number))
    return found


@pytest.mark.parametrize(
    ("source", "mistakes"),
    [
        ("a < b", {"comparison": ["a <= b"]}),
        ("a < b < c", {"comparison": ["a <= b < c", "a < b <= c"]}),
        ("a in b", {"comparison": ["a not in b"]}),
        ("a + b", {"operator": ["a - b"]}),
        ("a // b", {"operator": ["a * b"]}),
        ("a += b", {"operator": ["a -= b"], "statement removed": ["pass"]}),
        ("a and b", {"and/or": ["a or b"]}),
        ("not a", {"not or minus removed": ["a"]}),
        ("-a", {"not or minus removed": ["a"]}),
        ("7", {"constant": ["8", "6"]}),
        ("True", {"True/False": ["False"]}),
        ("max(a)", {"max/min/any/all": ["min(a)"], "call removed": ["pass"]}),
        ("x = a.select_for_update().get()", {"lock removed": ["x = a.get()"]}),
        ("x = f(a, durable=True)", {"keyword dropped": ["x = f(a)"], "True/False": ["x = f(a, durable=False)"]}),
        ("x = sorted(a, key=b)", {"keyword dropped": ["x = sorted(a)"]}),
        ("x = a if b else c", {"condition forced": ["x = a if False else c", "x = a if True else c"]}),
        ("x = [a for a in b if c]", {"condition forced": ["x = [a for a in b if True]"]}),
        ("while a:\n    b", {"condition forced": ["while False:\n    b"]}),
        ("def f():\n    return a", {"returns None": ["def f():\n    return None"]}),
        ("raise a", {"raise removed": ["pass"]}),
        ("for a in b:\n    continue", {"break for continue": ["for a in b:\n    break"]}),
    ],
)
def test_a_mistake_changes_one_place_and_says_which(source, mistakes):
    assert made(source) == mistakes


@pytest.mark.parametrize(
    "source",
    [
        "assert a < b",
        "import a",
        "@dataclass(frozen=True)\nclass A:\n    pass",
        "x: Literal[1]",
        "if TYPE_CHECKING:\n    a()",
        "x = zip(a, strict=True)",
        "x = 'a' + b",
        "x = _('%(a)s') % b",
        "def f():\n    return None",
        "def f(a: Literal[1]) -> Literal[2]:\n    pass",
    ],
)
def test_what_no_test_could_see_is_left_alone(source):
    assert made(source) == {}


def test_the_fields_of_models_are_left_to_the_migrations():
    source = "class A(Model):\n    x = CharField(max_length=3)\n\n    def y(self):\n        return 1"
    assert list(made(source, "matches/models.py")) == ["returns None", "constant"]
    assert made(source)["constant"][0] == source.replace("3", "4")


def test_a_file_without_a_mistake_is_the_same_file():
    source = "def f(a):\n    return a < 1 and not a"
    assert ast.dump(ast.parse(mutated("x.py", source, None))) == ast.dump(ast.parse(source))


def test_a_mistake_is_told_by_its_place_and_long_ones_by_where_they_differ():
    source = f"x = 1\ny = {' + '.join('abcdefghij' * 6)} + 7 > z"
    told = {each.kind: str(each) for each in mutants("engine/x.py", source) if each.line == 2}
    before, after = (f"… + e + f + g + h + i + j + 7 {sign} z" for sign in (">", ">="))
    assert told["comparison"] == f"engine/x.py:2  {before} → {after}"
    assert str(mutants("engine/x.py", source)[0]) == "engine/x.py:1  1 → 2"


def test_mistakes_of_two_versions_of_a_file_are_not_taken_for_each_other():
    assert mutants("x.py", "a < b")[0].key != mutants("x.py", "a < c")[0].key


def test_quick_tests_come_first_and_one_case_of_each_before_a_second_of_any():
    seconds = {"t.py::a[1]": 0.1, "t.py::a[2]": 0.2, "t.py::b": 0.4, "t.py::c[x]": 0.3}
    assert in_order(seconds) == ["t.py::a[1]", "t.py::c[x]", "t.py::b", "t.py::a[2]"]


def test_all_cases_of_a_test_that_takes_hardly_any_time_come_before_slower_tests():
    seconds = {"t.py::a[1]": 0.001, "t.py::a[2]": 0.002, "t.py::b[1]": 0.1, "t.py::b[2]": 0.2, "t.py::c": 0.3}
    assert in_order(seconds) == ["t.py::a[1]", "t.py::a[2]", "t.py::b[1]", "t.py::c", "t.py::b[2]"]


@pytest.mark.parametrize(("line", "inside"), [(1, False), (2, False), (3, True), (4, True), (5, False)])
def test_what_runs_on_loading_is_told_from_what_runs_when_called(line, inside):
    assert inside_function("x = 1\ndef f(a=1):\n    b = 2\n    return b\ny = 3", line) is inside


def judged_by(*ends, tests, others=None):
    """What comes of a mistake whose errands end so, and the tests of each errand."""
    work, asked, ends = judged("engine/x.py", tests, 10, others or {}), [], iter(ends)
    try:
        asked.append(next(work).tests)
        while True:
            asked.append(work.send(next(ends)).tests)
    except StopIteration as end:
        return end.value["status"], end.value["by"], end.value["of"], asked


def ended(status, failed="", output=""):
    return Ended(status, failed, 0.1, {"ran": 1}, output)


def test_a_few_quick_tests_are_tried_before_the_others_are_loaded():
    tests = {f"t.py::test_{no:02}": 0.1 for no in range(FIRST + 2)}
    names = list(tests)
    asked = [tuple(names[:FIRST]), tuple(names[FIRST:])]
    assert judged_by(ended(0), ended(1, names[-1]), tests=tests) == ("killed", names[-1], FIRST + 2, asked)
    assert judged_by(ended(1, names[0]), tests=tests) == ("killed", names[0], FIRST + 2, asked[:1])


@pytest.mark.parametrize(
    ("end", "verdict"),
    [
        (ended(0), ("survived", "")),
        (ended(5), ("survived", "")),
        (ended(None), ("killed", "its time was up")),
        (ended(2), ("killed", "the tests cannot be loaded")),
        (ended(70), ("trouble", "the tests cannot be loaded")),
    ],
    ids=["all pass", "no test is left", "it loops", "it cannot be loaded", "the mill itself broke"],
)
def test_a_mistake_is_noticed_by_a_failure_a_loop_or_a_module_that_cannot_be_loaded(end, verdict):
    assert judged_by(end, tests={"t.py::a": 0.1})[:2] == verdict


def test_of_slow_tests_those_are_left_out_that_do_not_fit_into_the_time():
    tests = {"t.py::a": 4.0, "t.py::b": 5.0, "t.py::c": 6.0}
    assert judged_by(ended(0), tests=tests)[3] == [("t.py::a", "t.py::b")]
    assert judged_by(ended(0), tests={"t.py::slow": 60.0})[3] == [("t.py::slow",)]


def test_tests_that_run_other_lines_of_the_file_are_asked_last_but_quick_ones_before_slow_ones_of_any():
    """What a table is made of is worked out once: the test that looks at it may not be the one that ran the line."""
    quick = {"t.py::d": 0.001}
    found = judged_by(ended(0), tests={"t.py::a": 2.0, "t.py::e": 0.002}, others=quick)[3]
    assert found == [("t.py::e", "t.py::d", "t.py::a")]
    others = {"t.py::a": 2.0, "t.py::b": 0.1, "t.py::c": 0.2}
    assert judged_by(ended(0), tests={"t.py::a": 2.0}, others=others)[2:] == (3, [("t.py::a", "t.py::b", "t.py::c")])
    assert judged_by(ended(0), tests={"t.py::a": 9.9}, others=others)[3] == [("t.py::a", "t.py::b")]


def results_of(folder, *statuses, again=False):
    drawn = mutants("engine/x.py", "a < b < c < d")[: len(statuses)]
    results = Results(folder / "7.jsonl", again=False)
    for mutant, status in zip(drawn, statuses, strict=True):
        results.add(mutant, {"status": status, "by": "", "tests": 1, "of": 1, "seconds": 2.0})
    return drawn, Results(folder / "7.jsonl", again=again)


def test_a_run_goes_on_where_it_was_stopped_and_tries_again_what_survived_when_asked(tmp_path):
    drawn, results = results_of(tmp_path, "killed", "survived")
    assert [each.key in results.known for each in drawn] == [True, True]
    drawn, results = results_of(tmp_path, "killed", "survived", again=True)
    assert [each.key in results.known for each in drawn] == [True, False]


def test_the_end_says_how_many_were_noticed_and_names_those_that_were_not(tmp_path, capsys):
    drawn, results = results_of(tmp_path, "killed", "survived", "killed")
    capsys.readouterr()
    assert results.summed_up(drawn) == 1
    assert capsys.readouterr().out == (
        "survived: engine/x.py:1  a < b < c < d → a < b <= c < d\n"
        "3 mutants, 2 killed (66.7 %), 1 survived\n"
        "2.0 s a mutant\n"
    )


def test_where_enough_are_noticed_the_run_ends_well_but_not_before_all_were_tried(tmp_path, capsys):
    drawn, results = results_of(tmp_path, "killed", "killed", "killed")
    assert results.summed_up(drawn) == 0
    assert results.summed_up([*drawn, *mutants("engine/x.py", "a + b")]) == 1
    assert "3 of 4 mutants, 3 killed (100.0 %), 0 survived\n" in capsys.readouterr().out


@pytest.mark.parametrize("status", [2, 3, 4, None])
def test_a_file_of_tests_that_cannot_be_loaded_is_not_taken_for_one_that_runs_no_line(tmp_path, status):
    (tmp_path / "tests/engine").mkdir(parents=True)
    (tmp_path / "tests/engine/test_x.py").write_text("")
    lines = LineMap(tmp_path, tmp_path / "kept", ("engine",))
    work = lines.watch("tests/engine/test_x.py")
    next(work)
    with pytest.raises(RuntimeError, match="cannot be watched"):
        work.send(Ended(status, "", 0.2, {"tests": [], "lines": {}}, "No module named 'xdist'"))
    assert lines.missing() == ["tests/engine/test_x.py"]


@pytest.mark.thorough
def test_a_longer_sample_of_the_same_seed_begins_like_a_shorter_one():
    root = Path(__file__).resolve().parent.parent
    many = sample(root, 7, 30)
    assert sample(root, 7, 12) == many[:12]
    assert [each.path.split("/")[0] == "engine" for each in many] == [True, True, False] * 10
    assert sample(root, 7, 20, "engine") == [each for each in many if each.path.startswith("engine/")]
