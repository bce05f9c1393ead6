"""Lists inside sentences."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from people.text.lists import isolated, listed
from tests.growth import assert_in_proportion

NAMES = ["Ann", "Bea", "Cho", "Dan"]


@pytest.mark.parametrize(
    ("language", "kind", "texts"),
    [
        ("en", "facts", ["", "Ann", "Ann, Bea", "Ann, Bea, Cho", "Ann, Bea, Cho, Dan"]),
        ("en", "and", ["", "Ann", "Ann and Bea", "Ann, Bea and Cho", "Ann, Bea, Cho and Dan"]),
        ("en", "or", ["", "Ann", "Ann or Bea", "Ann, Bea or Cho", "Ann, Bea, Cho or Dan"]),
        ("cs", "facts", ["", "Ann", "Ann, Bea", "Ann, Bea, Cho", "Ann, Bea, Cho, Dan"]),
        ("cs", "and", ["", "Ann", "Ann a\u00a0Bea", "Ann, Bea a\u00a0Cho", "Ann, Bea, Cho a\u00a0Dan"]),
        ("cs", "or", ["", "Ann", "Ann nebo Bea", "Ann, Bea nebo Cho", "Ann, Bea, Cho nebo Dan"]),
    ],
)
def test_a_list_reads_as_the_language_writes_it(language, kind, texts):
    with override(language):
        assert [listed(NAMES[:many], kind) for many in range(5)] == texts


def test_a_per_cent_sign_in_a_name_stays():
    assert listed(["100 %", "%(first)s", "Cho"], "and") == "100 %, %(first)s and Cho"


def test_only_a_name_of_the_other_direction_is_isolated():
    assert [isolated(name) for name in ("Ann", "Řehoř", "דנה")] == ["Ann", "Řehoř", "\u2068דנה\u2069"]


def test_a_page_marks_and_escapes_each_name():
    page = Template("{% load lists %}{{ names|name_list }}")
    names = ["<Ann>", "{Bea}", "Cho"]
    assert page.render(Context({"names": names})) == "<bdi>&lt;Ann&gt;</bdi>, <bdi>{Bea}</bdi>, <bdi>Cho</bdi>"
    assert page.render(Context({"names": []})) == ""


def test_a_long_list_costs_no_more_than_its_size():
    assert_in_proportion(lambda many: listed(["a name of some length"] * many), 5_000)
