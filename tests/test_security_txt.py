"""/.well-known/security.txt says where a vulnerability is reported, if the host has set an address."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured

from scorekeeper.web.security_txt import checked_contact
from tests.production import in_production

WHERE = "/.well-known/security.txt"


def fields(text):
    return dict(line.split(": ", 1) for line in text.splitlines())


@pytest.mark.django_db
def test_the_file_names_the_contact_and_expires_in_half_a_year(client, settings):
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    answer = client.get(WHERE)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    said = fields(answer.text)
    assert said["Contact"] == "mailto:security@example.org"
    assert "Preferred-Languages" not in said  # the host may not read all the languages of the pages
    left = datetime.fromisoformat(said["Expires"]) - datetime.now(UTC)
    assert timedelta(days=178) < left < timedelta(days=181)
    assert "Canonical" not in said  # on plain HTTP


@pytest.mark.django_db
def test_over_https_it_says_its_own_address(client, settings):
    settings.SECURITY_CONTACT = "https://example.org/report"
    assert fields(client.get(WHERE, secure=True).text)["Canonical"] == f"https://testserver{WHERE}"


@pytest.mark.django_db
def test_without_the_setting_there_is_no_file(client):
    assert client.get(WHERE).status_code == 404


@pytest.mark.parametrize("value", ["", " mailto:a@example.org ", "https://example.org/", "https://example.org/a?b=c"])
def test_spaces_around_an_address_are_ignored(value):
    assert checked_contact(value) == value.strip()


@pytest.mark.parametrize(
    "value",
    ["security@example.org", "mailto:", "mailto:@", "mailto:nobody", "http://example.org/", "https://", "tel:1",
     "https://[", "mailto:a@example.org\nExpires: 2000-01-01T00:00:00Z"],
)  # fmt: skip
def test_an_invalid_address_stops_the_start_with_a_sentence_that_names_the_setting(value):
    with pytest.raises(ImproperlyConfigured, match="^SECURITY_CONTACT must be an address such as mailto:"):
        checked_contact(value)


def test_no_command_starts_with_an_invalid_address():
    done = in_production("manage.py", "check", SECURITY_CONTACT="security@example.org")
    assert done.returncode != 0
    assert "SECURITY_CONTACT must be an address such as mailto:security@example.org" in done.stderr
