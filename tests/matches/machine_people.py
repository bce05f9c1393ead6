"""The players of the state machine: roster players and guests, who are renamed, replaced and erased."""

import json
import re
import secrets
from typing import Any

from django.test import Client
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition

from engine.errors import RuleViolation
from engine.seats import Seat
from matches import actions
from matches.models import Event, EventNote, Match, Sitting
from people.actions import accounts, clubs, roster
from people.clubs.roster import TypedPlayer
from people.models import AuditNames, Club, Player, User
from tests.matches.machine_declared import Declaring
from tests.matches.machine_sheets import does
from tests.matches.table import new_key, read
from tests.matches.test_log_properties import left, stored

ROSTER = ("Wanda", "Xaver", "Yvonne", "Zdenka", "Quirin")
GUESTS = ("Ulrike", "Volker", "Jolanta")
LEAVE = 2  # maximum number of erased players at one table
PAGES = ("", "end/", "history/", "sheet/")


class People(Declaring):
    """`sat`: player, seat and first hand; `gone`: names of erased players."""

    owner: User
    club: Club

    def begin(self) -> Match:
        match = self.start()
        self.owner = accounts.make_account(username=secrets.token_hex(8), name="Tamara")
        self.club = clubs.create_club(by=self.owner, name="Club", key=new_key())
        roster.add_players(club=self.club, by=self.owner, typed=[TypedPlayer(name) for name in ROSTER])
        sittings = match.sittings.order_by("chair")
        named = {sitting.pk: name for sitting, name in zip(sittings, ROSTER, strict=False)}
        device = str(match.devices.get(number=1).device)
        actions.claim_match(match=match, device=device, club=self.club, by=self.owner, chairs=named)
        self.sat = {(seat.value, 1): name for seat, name in zip(Seat, ROSTER, strict=False)}
        self.gone: set[str] = set()
        return Match.objects.get(pk=match.pk)

    # ── sending ───────────────────────────────────────────────────────────────

    def call(self, chair: Seat, name: str) -> bool:
        """Correct a name. Returns whether it was accepted."""
        raise NotImplementedError

    def seat(self, chair: Seat, name: str, from_hand: int) -> bool:
        """Replace a player. Returns whether it was accepted."""
        raise NotImplementedError

    def erase(self, player: int) -> None:
        """Erase a player of the club."""
        raise NotImplementedError

    # ── steps ─────────────────────────────────────────────────────────────────

    @does(chair=st.sampled_from(Seat), data=st.data())
    def is_renamed(self, chair: Seat, data: st.DataObject) -> bool:
        """Names aren't part of the log."""
        name, before = data.draw(self._names()), left(self.match)
        taken = self.call(chair, name)
        assert taken == self._may_sit(chair, name)
        assert left(self.match) == before
        if taken:
            self.sat[chair.value, max(self._starts(chair))] = name
        return taken

    @does(chair=st.sampled_from(Seat), data=st.data(), twice=st.booleans())
    def is_replaced(self, chair: Seat, data: st.DataObject, twice: bool) -> bool:
        """Somebody else takes the seat and its points from a given hand on. Sending it twice changes nothing."""
        name, hands = data.draw(self._names()), len(read(self.match).log.tables)
        hand, before = data.draw(st.integers(max(0, hands - 3), hands + 1)), (left(self.match), stored(self.match))
        taken = [self.seat(chair, name, hand) for _time in range(1 + twice)]
        fits = max(self._starts(chair)) <= hand <= hands
        assert set(taken) == {fits and self._may_sit(chair, name)}
        assert (left(self.match), stored(self.match)) == before
        if taken[0]:
            self.sat[chair.value, hand] = name
        return taken[0]

    @precondition(lambda self: len(self.gone) < LEAVE)
    @does(data=st.data())
    def is_erased(self, data: st.DataObject) -> None:
        """The name is removed; the log, its hash chain, the ledger and the totals stay."""
        name = data.draw(st.sampled_from([name for name in ROSTER if name not in self.gone]))
        player, before = Player.objects.get(club=self.club, name=name), self._kept()
        self.erase(player.pk)
        assert self._kept() == before
        self.gone.add(name)
        code = Player.objects.get(pk=player.pk).name
        self.sat = {place: code if called == name else called for place, called in self.sat.items()}

    def _names(self) -> st.SearchStrategy[str]:
        return st.sampled_from([name for name in (*ROSTER, *GUESTS) if name not in self.gone])

    def _starts(self, chair: Seat) -> list[int]:
        return [start for seat, start in self.sat if seat == chair.value]

    def _now(self) -> dict[Seat, str]:
        return {seat: self.sat[seat.value, max(self._starts(seat))] for seat in Seat}

    def _may_sit(self, chair: Seat, name: str) -> bool:
        """Whether the match is open and no other player has this name."""
        others = [called for seat, called in self._now().items() if seat is not chair]
        return not read(self.match).log.closed and name not in others

    def _kept(self) -> Any:
        """Everything that must stay when a name is removed."""
        events = Event.objects.filter(match=self.match).order_by("seq")
        return list(events.values_list("seq", "key", "payload", "hash")), left(self.match), stored(self.match, "seq")

    # ── invariants ────────────────────────────────────────────────────────────

    @invariant()
    def everybody_sits_where_they_were_put(self) -> None:
        there = Sitting.objects.filter(match=self.match).values_list("chair", "from_hand", "name")
        assert {(chair, start): name for chair, start, name in there} == self.sat
        assert dict(read(self.match).names.items()) == self._now()

    @invariant()
    def what_a_season_adds_up_is_nothing_lost(self) -> None:
        """Only for a finished match, and then for everybody who played in it."""
        state, closed = read(self.match).log.state, read(self.match).log.closed
        counted = Sitting.objects.filter(match=self.match, played_on__isnull=False)
        if not (closed or state.finished):
            assert not counted.exists()
        elif read(self.match).log.rows:
            start = self.game.rules.start()
            assert sum(counted.values_list("points", flat=True)) + state.sticks == start.sticks

    def nobody_is_called_what_is_gone(self) -> None:
        """Checks pages, files and notes."""
        text, file = self.files()
        client = Client()
        client.force_login(self.owner)
        addresses = [*(f"/m/{self.match.code}/{page}" for page in PAGES), f"/c/{self.club.code}/players/"]
        answers = [client.get(address) for address in addresses]
        assert {answer.status_code for answer in answers} == {200}
        notes = EventNote.objects.filter(match=self.match).values_list("text", flat=True)
        audit = AuditNames.objects.filter(row__match=self.match.code).values_list("before", "after")
        pages = [answer.content.decode() for answer in answers]
        everything = [text, json.dumps(file), *pages, *notes, str(list(audit))]
        for name in self.gone:
            assert [each for each in everything if re.search(rf"\b{name}\b", each)] == [], name

    def teardown(self) -> None:
        if self.gone:
            self.nobody_is_called_what_is_gone()
        super().teardown()


def done(action: Any, **told: Any) -> bool:
    """Whether the action was accepted."""
    try:
        action(**told)
    except RuleViolation:
        return False
    return True
