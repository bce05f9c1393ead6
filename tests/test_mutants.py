"""Which mutants `make mutants` samples, and which tests it runs against them."""

from importlib import import_module

from tools.mutants import BUDGET, FIRST, limited, sample

NAMES = [f"{module}.x_f__mutmut_{number}" for module in ("engine.seats", "matches.rights") for number in range(90)]


def test_the_mutant_that_runs_first_belongs_to_an_existing_function():
    module, name = FIRST.split(".x_")
    assert callable(getattr(import_module(module), name.removesuffix("__mutmut_1")))


def test_a_larger_sample_of_the_same_seed_contains_the_smaller_one():
    drawn = sample(NAMES, 7, 60, "")
    assert set(sample(NAMES, 7, 30, "")) < set(drawn)
    assert sum(name.startswith("engine.") for name in drawn) == 40
    assert sample(NAMES, 7, 30, "writing") != sample(NAMES, 8, 30, "writing")
    assert all(name.startswith("matches.") for name in sample(NAMES, 7, 90, "writing"))


def test_a_mutant_gets_the_fastest_tests_within_the_budget_and_at_least_one():
    seconds = {"slow": BUDGET + 1, "b": BUDGET / 2, "a": BUDGET / 2, "fast": 1}
    tests = {"x_f": ["slow", "b", "a"], "x_g": ["slow"], "x_h": ["b", "a", "fast"], "x_i": []}
    chosen = limited({"duration_by_test": seconds, "tests_by_mangled_function_name": tests})
    assert chosen["tests_by_mangled_function_name"] == {
        "x_f": ["a", "b"],
        "x_g": ["slow"],
        "x_h": ["fast", "a"],
        "x_i": [],
    }
