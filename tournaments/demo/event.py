"""The demonstration event, played through the actions that the pages use."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from json import dumps
from typing import Any

from matches import actions
from people.actions import accounts, clubs
from people.models import Club, User
from tournaments.demo.cast import people
from tournaments.demo.hands import game, skill, totals
from tournaments.draw import draw, seat_changes, write_rounds
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.entries import entries
from tournaments.links import table_token
from tournaments.models import Result, Round, Tournament
from tournaments.play.clock import start_clock
from tournaments.play.penalties import give_penalty
from tournaments.play.results import confirm_result, dispute_result, enter_result, read_result
from tournaments.play.rounds import close_round
from tournaments.play.substitutions import set_substitute
from tournaments.play.table_access import TableAction, join_table, open_table
from tournaments.play.tables import AtTable, table_of
from tournaments.setup.lifecycle import About, create_tournament, end_tournament
from tournaments.setup.stages import StageDetails
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of, ranking

ORGANISER, CLUB, KEY = "demo-organiser", "Demonstration club", "demonstration-club-000"
Tell = Callable[[int, int, str], None]  # how many tables are done, of how many, what is done now


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be played. `typed`: totals alone, which come to the same standings much sooner."""

    players: int
    rounds: int
    seed: str
    swiss: bool = False
    typed: bool = False


def play(wish: Wish, tell: Tell = lambda done, of, what: None) -> tuple[Tournament, User]:
    """The event, and the account of its organiser; both and their club are made where they are not there yet.

    Raises `RuleViolation`, `Unavailable`.
    """
    by = accounts.make_account(username=ORGANISER, name="Demo organiser")
    club = clubs.create_club(by=by, name=CLUB, key=KEY)
    clubs.change_club(club=club, by=by, name=CLUB, public=True)
    return DemoTournament(wish, club, by, tell).run(), by


class DemoTournament:
    """One demonstration event. What was done already is found: stopped half-way, it goes on when it is run again."""

    def __init__(self, wish: Wish, club: Club, by: User, tell: Tell) -> None:
        self.wish, self.club, self.by, self.tell = wish, club, by, tell
        self.done = self.all = 0
        self.tournament = create_tournament(
            club=club, by=by, about=self._about(), key=self.key("event"), stages=[self._stage()], is_demo=True
        )

    def _about(self) -> About:
        wish = self.wish
        note = f"manage.py demo_tournament --players {wish.players} --rounds {wish.rounds} --seed {wish.seed}"
        name = f"Demonstration, {wish.players} players"
        return About(name=name, starts_on=datetime.now(UTC).date(), place="Old Town Hall", note=note[:600])

    def _stage(self) -> StageDetails:
        return StageDetails(seating="swiss" if self.wish.swiss else "fixed", rounds=self.wish.rounds)

    def key(self, what: str) -> str:
        """22 characters that are the same whenever the same event is played."""
        told = dumps([asdict(self.wish), self.club.code, what]).encode()
        return urlsafe_b64encode(sha256(told).digest()).decode()[:22]

    @property
    def day(self) -> Day:
        """The event as it is now."""
        self.tournament.refresh_from_db()
        return Day(self.tournament, inside=True)

    def run(self) -> Tournament:
        """From the list of entrants to the last round. Raises `RuleViolation`, `Unavailable`."""
        self._enter()
        seed = DrawOptions(seed=self.wish.seed)
        draw.promise_draw(tournament=self.tournament, stage=1, by=self.by, options=seed)
        draw.draw_stage(tournament=self.tournament, stage=1, key=self.key("draw"), by=self.by)
        for number in range(1, self.wish.rounds + 1):
            self._round(number)
        end_tournament(tournament=self.tournament, by=self.by)
        self.tournament.refresh_from_db()
        return self.tournament

    # ── who comes and who leaves ─────────────────────────────────────────────

    @property
    def late(self) -> bool:
        """Whether the last one on the list comes after the first round only."""
        return self.wish.rounds > 1

    def _enter(self) -> None:
        """Everybody on the list, but for who comes late."""
        if self.day.entrants:
            return
        told = people(self.wish.players, self.wish.seed)
        entries.add_entrants(tournament=self.tournament, by=self.by, told=told[:-1] if self.late else told)
        for entrant in self.day.entered:
            entries.check_in(tournament=self.tournament, by=self.by, number=entrant.number)

    def _come_and_go(self, number: int) -> None:
        """Before round 2 somebody comes; half-way through the day somebody leaves."""
        comes: list[int] = []
        if number == 2 and len(self.day.entrants) < self.wish.players:
            told = people(self.wish.players, self.wish.seed)[-1:]
            comes = [each.number for each in entries.add_entrants(tournament=self.tournament, by=self.by, told=told)]
        leaver = self.day.by_number[2]
        goes = number == max(2, self.wish.rounds // 2 + 1) and leaver.left_after is None
        leaves = [leaver.number] if goes and self.wish.players > 4 else []
        if comes or leaves:
            seat_changes.reseat(tournament=self.tournament, first=number, leaves=leaves, comes=comes, by=self.by)

    # ── a round ──────────────────────────────────────────────────────────────

    def _round(self, number: int) -> None:
        one = self._found(number)
        if one and one.closed_at:
            self.done += len(self.day.tables[one.pk])
            return
        if number > 1 and not (one and one.published_at):
            self._come_and_go(number)
        if self.wish.swiss:
            self._draw_next(number)
        write_rounds.publish_rounds(tournament=self.tournament, upto=number, by=self.by)
        start_clock(tournament=self.tournament, round=number, by=self.by)
        day = self.day
        tables = [table.number for table in day.tables[day.rounds[number - 1].pk]]
        self.all = self.done + len(tables) * (self.wish.rounds - number + 1)
        for table in tables:
            self._table(number, table)
            self.done += 1
        if number == 2:
            self._punish(day)
        close_round(tournament=self.tournament, round=number, by=self.by)

    def _found(self, number: int) -> Round | None:
        return next((each for each in self.day.rounds if each.number == number), None)

    def _draw_next(self, number: int) -> None:
        draw.generate_round(
            tournament=self.tournament,
            number=number,
            key=self.key(f"round {number}"),
            by=self.by,
            ranking=lambda: ranking(self.day, number - 1),
        )

    def _punish(self, day: Day) -> None:
        table = day.tables[day.rounds[1].pk][0]
        late = day.seats[table.pk][0].entrant.number
        told: dict[str, Any] = {"points": -5, "reason": "Late at the table", "round": 2, "key": self.key("penalty")}
        give_penalty(tournament=self.tournament, entrant=late, by=self.by, **told)

    # ── a table ──────────────────────────────────────────────────────────────

    def _table(self, round: int, number: int) -> None:
        self.tell(self.done, self.all, f"round {round} of {self.wish.rounds}, table {number}")
        if (round, number) == (2, 1):
            self._substitute(round, number)
        here = self._at(round, number)
        if here.confirmed:
            return
        device = self.key(f"phone {number}")
        card = table_token(self.tournament, number)
        join_table(tournament=self.tournament, number=number, token=card, device=device, label=f"Table {number}")
        result = self._typed(here, device) if self.wish.typed else self._played(here, device)
        self._sign(here, result, device)

    def _at(self, round: int, number: int) -> AtTable:
        table = table_of(self.tournament, round, number)
        assert table is not None
        return AtTable(table, inside=True)

    def _substitute(self, round: int, number: int) -> None:
        seat = self._at(round, number).seats[2]
        if not seat.substitute:
            told: dict[str, Any] = {"round": round, "entrant": seat.entrant.number, "name": "Sub Stitute"}
            set_substitute(tournament=self.tournament, by=self.by, **told)

    def _skills(self, here: AtTable) -> list[float]:
        return [skill(self.wish.seed, seat.entrant.number) for seat in here.seats]

    def _lots(self, here: AtTable) -> str:
        return f"{self.wish.seed}/{here.round.number}/{here.table.number}"

    def _typed(self, here: AtTable, device: str) -> Result:
        points, pot = totals(book_of(self.tournament), self._skills(here), self._lots(here))
        return enter_result(self._action(here, device, "result"), points=points, pot=pot)

    def _played(self, here: AtTable, device: str) -> Result:
        """Every hand on the table's phone, the match closed, the result read from it."""
        match = open_table(tournament=self.tournament, table=here.table, device=device)
        hands = game(book_of(self.tournament), self._skills(here), self._lots(here))
        for seq, (kind, payload) in enumerate(hands, start=1):
            at: dict[str, Any] = {
                "match": match,
                "device": device,
                "key": self.key(f"{match.pk}/{seq}"),
                "expected_seq": seq,
            }
            outcome = actions.record_entry(kind=kind, payload=payload, **at)
        balances = outcome.reading.log.state.balances
        key = self.key(f"{match.pk}/close")
        actions.close_match(match=match, device=device, key=key, expected_seq=seq + 1, balances=balances)
        return read_result(self._action(here, device, "result"))

    def _sign(self, here: AtTable, result: Result, device: str) -> None:
        """South confirms; at the first table of the day South says no at first, and the referee decides."""
        action = self._action(here, device, "confirm", 1)
        if (here.round.number, here.table.number) == (1, 1):
            dispute = self._action(here, device, "dispute", 1)
            dispute_result(dispute, number=result.number, reason="Was the last hand not mine?")
            action = TableAction(tournament=self.tournament, table=here.table, by=self.by, key=self.key("judged"))
        confirm_result(action, number=result.number)

    def _action(self, here: AtTable, device: str, what: str, seat: int = 0) -> TableAction:
        """An action at a table, signed by East (South: 1) on the table's phone."""
        key = self.key(f"{what} {here.round.number}/{here.table.number}")
        signer = here.seats[seat].entrant.number
        return TableAction(tournament=self.tournament, table=here.table, key=key, entrant=signer, device=device)
