"""Names are sorted by the alphabet of the reader's language."""

import pytest
from django.utils.translation import override

from people.models import Role, User
from people.text.names import alphabetical
from tests.people.club_cast import Person, member

CASES = {
    "en": "Ábel Adam Ágnes Čeněk Chvátal Cyril Hynek Ľuboš Ludmila Lukáš Łukasz Øyvind Řehoř Rudolf Šimon Sonja Zora",
    "cs": "Cyril Čeněk Dan Hynek Chvátal Ivan Ľuboš Ludmila Łukasz Milan Rudolf Řehoř Sonja Šimon Ťapka Zuzana Žaneta",
    "sk": "Cyril Čeněk Hynek Chvátal Ludmila Lukáš Ľuboš Milan Řehoř Rudolf Sonja Šimon Zuzana Žaneta",
    "pl": "Chvátal Cyril Ćwik Ludmila Luiza Łukasz Milan Osman Óscar Sonja Świt Zuzana Źródło Żaneta",
}


@pytest.mark.parametrize("language", CASES)
def test_letters_with_diacritics_are_sorted_as_in_the_language(language):
    names = CASES[language].split()
    with override(language):
        assert sorted(set(names), key=alphabetical) == names


def test_names_that_differ_only_in_diacritics_or_case_are_sorted_together():
    with override("en"):
        assert sorted(["Žak", "zak", "Zak", "Zál", "Zal"], key=alphabetical) == ["Zak", "zak", "Žak", "Zal", "Zál"]


def test_every_script_and_every_odd_name_sorts():
    order = ["", "\u0301", " ", "10", "d’Artagnan", "Maria-Anna", "אבי", "あき", "王", "🀄"]
    assert sorted(set(order), key=alphabetical) == order


BY_LANGUAGE = [("cs", "Cyril Čeněk Hynek Chvátal"), ("en", "Čeněk Chvátal Cyril Hynek")]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "order"), BY_LANGUAGE)
def test_a_roster_is_in_the_order_of_the_readers_language(language, order):
    olga = Person("olga")
    club = olga.found()
    olga.add(club, "\n".join(order.split()[::-1]))
    olga.client.cookies["lang"] = language
    text = olga.get(f"/c/{club}/players/").text
    assert sorted(order.split(), key=text.index) == order.split()


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "order"), BY_LANGUAGE)
def test_the_members_of_each_role_are_in_the_order_of_the_readers_language(language, order):
    olga = Person("olga")
    club, names = olga.found(), order.split()
    for number, name in enumerate(names[::-1]):
        User.objects.filter(pk=member(club, Role.MEMBER, f"member{number}").user.pk).update(name=name)
    olga.client.cookies["lang"] = language
    text = olga.get(f"/c/{club}/members/").text
    assert sorted(["Olga", *names], key=text.index) == ["Olga", *names]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "order"), BY_LANGUAGE)
def test_the_clubs_of_an_account_are_in_the_order_of_the_readers_language(language, order):
    olga, names = Person("olga"), order.split()
    for name in names[::-1]:
        olga.found(name)
    olga.client.cookies["lang"] = language
    for path in ("/c/", "/start/"):
        text = olga.get(path).text
        assert sorted(names, key=text.index) == names, path
