"""How the state machine sends its steps: directly to the actions, or through the pages, plain or with htmx."""

import json
from typing import Any

from clubs import player_changes
from engine.errors import RuleViolation
from engine.seats import Seat
from matches import actions
from matches.actions import AlreadySaved, Conflict, KeyReuse
from matches.files import exports
from matches.files.match_file import document, dump
from matches.models import Event, Match
from tests.matches.cast import Page, Phone, match_file
from tests.matches.machine_people import People, done
from tests.matches.machine_sheets import COUNTED, Step
from tests.matches.random_matches import begun
from tests.matches.table import NAMES, PHONE, read


class ByActions(People):
    """Calls the actions directly."""

    def start(self) -> Match:
        return begun(self.game)

    def send(self, step: Step, key: str, seq: int) -> str:
        before = Event.objects.filter(match=self.match).count()
        at: dict[str, Any] = {"match": self.match, "device": PHONE, "key": key, "expected_seq": seq, "note": step.note}
        try:
            outcome = actions.append_event(kind=step.kind, payload=step.payload, **at)
        except (Conflict, KeyReuse):
            return "conflict"
        except RuleViolation:
            return "refused"
        assert Event.objects.filter(match=self.match).count() - before == (not isinstance(outcome, AlreadySaved))
        return "done"

    def say(self, chair: Seat, on: bool, seq: int) -> str:
        told = {"match": self.match, "device": PHONE, "chair": chair, "on": on, "expected_seq": seq}
        return "done" if done(actions.declare, **told) else "refused"

    def call(self, chair: Seat, name: str) -> bool:
        return done(actions.rename_player, match=self.match, device=PHONE, chair=chair, name=name)

    def seat(self, chair: Seat, name: str, from_hand: int) -> bool:
        told = {"match": self.match, "device": PHONE, "chair": chair, "name": name, "from_hand": from_hand}
        return done(actions.replace_player, **told)

    def erase(self, player: int) -> None:
        player_changes.erase_player(club=self.club, by=self.owner, player=player)

    def files(self) -> tuple[str, dict[str, Any]]:
        reading = read(self.match)
        return exports.ledger_table(reading).csv(), json.loads(dump(document(reading)))


class ByPages(People):
    """Sends forms of the pages. `htmx`: like a page with scripts."""

    htmx = False

    def start(self) -> Match:
        self.phone = Phone()
        plain = next(preset.key for preset in self.game.rules.presets if not preset.options)
        page = self.phone.get(f"/start/?system={self.game.rules.key}&preset={plain}")
        chairs = {seat.value: name for seat, name in NAMES.items()}
        started = self.phone.send(page.form("/start/"), button=("action", "start"), **chairs)
        match = Match.objects.get(code=started.goes_to.split("/")[2])
        assert (match.system, match.options) == (self.game.rules.key, self.game.rules.changed)
        return match

    def post(self, where: str, fields: dict[str, Any]) -> Page:
        page = self.phone.post(f"/m/{self.match.code}/{where}", fields, htmx=self.htmx)
        COUNTED[str(page.status)] += 1
        return page

    def send(self, step: Step, key: str, seq: int) -> str:
        page = self.post(step.where, {**step.fields, "key": key, "expected_seq": str(seq)})
        if page.status == 303 or "Saved-As" in page.headers:
            return "done"
        assert page.status in (404, 409, 422), (page.status, page.text[:500])
        return "conflict" if page.status == 409 else "refused"

    def kept_out(self, step: Step, key: str, seq: int) -> None:
        """If the sheet is outdated, the page says so first."""
        assert self.send(step, key, seq) in ("conflict", "refused")

    def say(self, chair: Seat, on: bool, seq: int) -> str:
        page = self.post("declare/", {"on" if on else "off": chair.value, "expected_seq": str(seq)})
        assert page.status in ((200, 422) if self.htmx else (303, 422)), (page.status, page.text[:500])
        return "refused" if page.status == 422 else "done"

    def call(self, chair: Seat, name: str) -> bool:
        return self._put({"what": "rename", "chair": chair.value, "name": name})

    def seat(self, chair: Seat, name: str, from_hand: int) -> bool:
        return self._put({"what": "replace", "chair": chair.value, "name": name, "from_hand": str(from_hand)})

    def _put(self, fields: dict[str, str]) -> bool:
        page = self.post("players/", fields)
        assert page.status in (303, 422), (page.status, page.text[:500])
        return page.status == 303

    def erase(self, player: int) -> None:
        owner = Phone()
        owner.client.force_login(self.owner)
        for _tap in range(2):
            owner.post(f"/c/{self.club.code}/players/{player}/erase/", {"sure": "yes"}, htmx=self.htmx, status=303)

    def files(self) -> tuple[str, dict[str, Any]]:
        text = self.phone.client.get(f"/m/{self.match.code}/match.csv").content.decode("utf-8-sig")
        return text, match_file(self.phone, self.match.code)[1]
