"""Phones that get notifications; they send the requests of a browser's service worker. Asserts nothing."""

import json

from tests.matches.cast import Phone
from tests.tournaments.table_cast import OTHER


class NotifiedPhone:
    """A browser without scripts, and what its scripts would do: subscribe, fetch texts, stop.

    `phone`: the browser, of a guest if none is given.
    """

    def __init__(self, service, name="phone", phone=None):
        self.phone, self.endpoint, self.secret = phone or Phone(), service.endpoint(name), ""

    def subscribe(self, path, status=200, **fields):
        """Tap *Notify me* on a page, and return the response."""
        form = self.phone.get(path).form(path)
        key = json.loads(self.phone.client.post(path, {**form.data(), "action": "key"}).content)["key"]
        sent = {"endpoint": self.endpoint, "key": key, "secret": self.secret, **fields}
        answer = self.phone.client.post(path, {**form.data(), **sent})
        assert answer.status_code == status, answer.content
        told = json.loads(answer.content)
        self.secret = told.get("secret", self.secret)
        return told

    def worker(self, status=200, **fields):
        """Send a request of the service worker, without cookies."""
        answer = Phone().client.post("/notifications/worker/", {"secret": self.secret, **fields})
        assert answer.status_code == status
        return answer

    def texts(self):
        """The texts that the phone fetches after a push, as (title, body, path)."""
        return self.shown()[0]

    def shown(self):
        """The texts, each with whether the phone has shown it before."""
        told = json.loads(self.worker().content)
        texts = told["texts"]
        return [(text["title"], text["body"], text["path"]) for text in texts], told["again"]

    def listed(self):
        """The page of this phone's notifications."""
        return self.phone.get("/notifications/")


def player_page(tournament, number=1):
    return f"/e/{tournament.code}/players/{number}/notify/"


def desk_page(tournament):
    return f"/e/{tournament.code}/desk/notify/"


def hall_phone(hall):
    hall.card(OTHER)
    return OTHER
