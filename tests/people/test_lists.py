"""Lists inside sentences."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from people.text.lists import (
    bracketed,
    isolated,
    labelled,
    listed,
    paragraph,
    percentage,
    two_sentences,
    with_full_stop,
)
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
        ("zh-hans", "facts", ["", "Ann", "Ann，Bea", "Ann，Bea，Cho", "Ann，Bea，Cho，Dan"]),
        ("zh-hans", "names", ["", "Ann", "Ann、Bea", "Ann、Bea、Cho", "Ann、Bea、Cho、Dan"]),
    ],
)
def test_a_list_is_written_as_in_the_language(language, kind, texts):
    with override(language):
        assert [listed(NAMES[:many], kind) for many in range(5)] == texts


def test_a_percent_sign_in_a_name_is_kept():
    assert listed(["100 %", "%(first)s", "Cho"], "and") == "100 %, %(first)s and Cho"


def test_only_a_name_with_the_other_text_direction_is_isolated():
    assert [isolated(name) for name in ("Ann", "Řehoř", "דנה")] == ["Ann", "Řehoř", "\u2068דנה\u2069"]


def test_a_page_marks_and_escapes_each_name():
    page = Template("{% load lists %}{{ names|name_list }}")
    names = ["<Ann>", "{Bea}", "Cho"]
    assert page.render(Context({"names": names})) == "<bdi>&lt;Ann&gt;</bdi>, <bdi>{Bea}</bdi>, <bdi>Cho</bdi>"
    assert page.render(Context({"names": []})) == ""


def test_the_time_for_a_long_list_is_proportional_to_its_size():
    assert_in_proportion(lambda many: listed(["a name of some length"] * many), 5_000)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["<i>: 3", "<i> (3)", "<i>. 3", "<i>.", "<i> 3"]),
        ("fr", ["<i>\u00a0: 3", "<i> (3)", "<i>. 3", "<i>.", "<i> 3"]),
        ("ja", ["<i>：3", "<i>（3）", "<i>。3", "<i>。", "<i>3"]),
        ("zh-hans", ["<i>：3", "<i>（3）", "<i>。3", "<i>。", "<i>3"]),
    ],
)
def test_punctuation_is_that_of_the_language(language, texts):
    page = Template("{% load lists %}{% labelled a b %}|{% bracketed a b %}|{% sentences a b %}|{% paragraph a b %}")
    with override(language):
        marks = [labelled("<i>", "3"), bracketed("<i>", 3), two_sentences("<i>", 3), with_full_stop("<i>")]
        assert [*marks, paragraph(["<i>", "", "3"])] == texts
        shown = page.render(Context({"a": "<i>", "b": "3"})).split("|")
    assert shown == [text.replace("<i>", "&lt;i&gt;") for text in (*texts[:3], texts[4])]


def test_empty_parts_leave_no_punctuation_behind():
    page = Template(
        "{% load lists %}{% labelled 'a' x %}|{% bracketed 'a' x %}|{% sentences 'a' x %}|{% paragraph x 'a' x %}"
    )
    assert page.render(Context()) == "a|a|a|a"


def test_a_paragraph_takes_sentences_lists_of_them_and_messages():
    page = Template('{% load lists %}{% paragraph all _("Nothing was changed.") last %}')
    context = Context({"all": ["One.", "Two."], "last": ("Three.", "")})
    assert page.render(context) == "One. Two. Nothing was changed. Three."


def test_a_text_without_a_url_is_no_link():
    page = Template("{% load lists %}{{ text|link_to:to }}")
    assert [page.render(Context({"text": "<a>", "to": to})) for to in ("", "/m/?a&b")] == [
        "&lt;a&gt;",
        '<a href="/m/?a&amp;b">&lt;a&gt;</a>',
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "22%"), ("cs", "22\u00a0%"), ("de", "22\u00a0%"), ("fr", "22\u00a0%"), ("ja", "22%"), ("zh-hans", "22%")],
)
def test_a_percentage_has_the_space_that_the_language_puts_before_the_sign(language, text):
    with override(language):
        assert percentage(22) == text
