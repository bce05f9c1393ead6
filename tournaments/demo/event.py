"""The demonstration club, its season and its event, played with the same actions that the pages use."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import combinations
from json import dumps
from typing import Any

from engine.rulesets import rule_book
from engine.seats import PerSeat
from matches import actions
from matches.models import Match
from people.actions import accounts, clubs
from people.actions.roster import add_players
from people.clubs.roster import TypedPlayer
from people.models import Club, User
from tournaments.demo.cast import Entry, game, people, skill
from tournaments.draw import draw, seat_changes, write_rounds
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.entries import entries
from tournaments.links import table_token
from tournaments.models import Result, Tournament
from tournaments.play.penalties import give_penalty
from tournaments.play.results import confirm_result, dispute_result, enter_result, read_result
from tournaments.play.rounds import close_round, start_clock
from tournaments.play.substitutions import set_substitute
from tournaments.play.table_access import TableAction, join_table, open_table
from tournaments.play.tables import AtTable, table_of
from tournaments.setup.lifecycle import About, create_tournament, end_tournament
from tournaments.setup.stages import StageDetails
from tournaments.snapshot import Day
from tournaments.standings.standings import book_of, ranking

ORGANISER, CLUB, KEY = "demo-organiser", "Demonstration club", "demonstration-club-000"
SEASON, SYSTEM = "demo season", "korean_japanese"
SEASON_PLAYERS = ("Ann Abbot", "Bea Brook", "Cho Hana", "Dan Drake", "Eva Říhová")
Report = Callable[[int, int, str], None]  # reports progress: tables done, tables in total, current step


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """The event to play. `typed`: whether to enter only totals, which gives the same standings much faster."""

    players: int
    rounds: int
    seed: str
    swiss: bool = False
    typed: bool = False


def play(options: DemoOptions, report: Report = lambda done, of, what: None) -> tuple[Tournament, User]:
    """Play the event, or the rest of it, and return the tournament and its organiser.

    Raises `RuleViolation` or `Unavailable`.
    """
    club, by = demo_club()
    return DemoTournament(options, club, by, report).run(), by


def demo_club() -> tuple[Club, User]:
    """Get or create the demonstration club and its organiser."""
    by = accounts.make_account(username=ORGANISER, name="Demo organiser")
    club = clubs.create_club(by=by, name=CLUB, key=KEY)
    clubs.change_club(club=club, by=by, name=CLUB, public=True)
    return club, by


def _key(source: str) -> str:
    """Return a key of 22 characters that depends only on `source`, so that a second run finds the rows of the first."""
    return urlsafe_b64encode(sha256(source.encode()).digest()).decode()[:22]


def _score(match: Match, device: str, hands: list[Entry], keys: list[str]) -> None:
    """Enter all hands of a match and close it. `keys`: one for each hand, and one for closing the match."""
    for seq, ((kind, payload), key) in enumerate(zip(hands, keys, strict=False), start=1):
        at: dict[str, Any] = {"key": key, "expected_seq": seq}
        outcome = actions.record_entry(match=match, device=device, kind=kind, payload=payload, **at)
    balances = outcome.reading.log.state.balances
    actions.close_match(match=match, device=device, key=keys[-1], expected_seq=len(keys), balances=balances)


def play_season(club: Club, by: User) -> None:
    """Add five players to the roster, and play a match for each combination of three. A second run plays the rest."""
    add_players(club=club, by=by, typed=[TypedPlayer(name) for name in SEASON_PLAYERS])
    device = _key(f"{SEASON}/0/0")
    for number, three in enumerate(combinations(range(len(SEASON_PLAYERS)), 3)):
        skills = [skill(SEASON, player) for player in three]
        hands, _state = game(rule_book(SYSTEM, {}), skills, f"{SEASON}/{number}")
        start, *keys = (_key(f"{SEASON}/{number}/{seq}") for seq in range(len(hands) + 2))
        match = Match.objects.filter(start_key=start).first() or actions.start_match(
            device=device,
            name=f"Club night {number // 2 + 1}",
            names=PerSeat(*(SEASON_PLAYERS[player] for player in three)),
            system=SYSTEM,
            options={},
            key=start,
            club=club,
            user=by,
        )
        if not match.closed:
            _score(match, device, hands, keys)


class DemoTournament:
    """A demonstration event. A second run continues where the first one stopped."""

    def __init__(self, options: DemoOptions, club: Club, by: User, report: Report) -> None:
        self.options, self.club, self.by, self.report = options, club, by, report
        self.done = self.all = 0
        note = f"A demonstration with random hands, seed {options.seed}"
        name, today = f"Demonstration, {options.players} players", datetime.now(UTC).date()
        about = About(name=name, starts_on=today, place="Old Town Hall", note=note[:600])
        stage = StageDetails(seating="swiss" if options.swiss else "fixed", rounds=options.rounds)
        self.tournament = create_tournament(
            club=club, by=by, about=about, key=self.key("event"), stages=[stage], is_demo=True
        )
        self.acting: dict[str, Any] = {"tournament": self.tournament, "by": by}

    def key(self, what: str) -> str:
        """Return the key of an action, which depends only on the event and `what`."""
        return _key(dumps([asdict(self.options), self.club.code, what]))

    @property
    def day(self) -> Day:
        """The current state of the event."""
        self.tournament.refresh_from_db()
        return Day(self.tournament, inside=True)

    def run(self) -> Tournament:
        """Play the event, or the rest of it. Raises `RuleViolation` or `Unavailable`."""
        self.enter()
        draw.promise_draw(stage=1, options=DrawOptions(seed=self.options.seed), **self.acting)
        draw.draw_stage(stage=1, key=self.key("draw"), **self.acting)
        for number in range(1, self.options.rounds + 1):
            self._play_round(number)
        end_tournament(**self.acting)
        self.tournament.refresh_from_db()
        return self.tournament

    def enter(self) -> None:
        """Register and check in all players. If there are several rounds, the last player arrives later."""
        if self.day.entrants:
            return
        everybody = people(self.options.players, self.options.seed)
        entries.add_entrants(entries=everybody[:-1] if self.options.rounds > 1 else everybody, **self.acting)
        for entrant in self.day.entered:
            entries.check_in(number=entrant.number, **self.acting)

    def _come_and_go(self, number: int) -> None:
        """Add a late player before round 2, and withdraw another player halfway through the event."""
        comes: list[int] = []
        if number == 2 and len(self.day.entrants) < self.options.players:
            late = people(self.options.players, self.options.seed)[-1:]
            comes = [entrant.number for entrant in entries.add_entrants(entries=late, **self.acting)]
        leaver = self.day.by_number[2]
        goes = number == max(2, self.options.rounds // 2 + 1) and leaver.left_after is None
        leaves = [leaver.number] if goes and self.options.players > 4 else []
        if comes or leaves:
            seat_changes.reseat(first=number, leaves=leaves, comes=comes, **self.acting)

    def _play_round(self, number: int) -> None:
        row = self.day.round(number)
        if row and row.closed_at:
            self.done += len(self.day.tables[row.pk])
            return
        if number > 1 and not (row and row.published_at):
            self._come_and_go(number)
        if self.options.swiss:
            key = self.key(f"round {number}")
            draw.generate_round(number=number, key=key, ranking=lambda: ranking(self.day, number - 1), **self.acting)
        write_rounds.publish_rounds(upto=number, **self.acting)
        start_clock(round=number, **self.acting)
        day = self.day
        tables = day.tables[day.rounds[number - 1].pk]
        self.all = self.done + len(tables) * (self.options.rounds - number + 1)
        for table in tables:
            self._play_table(number, table.number)
            self.done += 1
        if number == 2:
            late = day.seats[tables[0].pk][0].entrant.number
            reason, key = "Late at the table", self.key("penalty")
            give_penalty(entrant=late, points=-5, reason=reason, round=2, key=key, **self.acting)
        close_round(round=number, **self.acting)

    def _play_table(self, round: int, number: int) -> None:
        self.report(self.done, self.all, f"round {round} of {self.options.rounds}, table {number}")
        if (round, number) == (2, 1):
            seat = self._at(round, number).seats[2]
            if not seat.substitute:
                set_substitute(round=round, entrant=seat.entrant.number, name="Sub Stitute", **self.acting)
        at_table = self._at(round, number)
        if at_table.confirmed:
            return
        device = self.key(f"phone {number}")
        card = table_token(self.tournament, number)
        join_table(tournament=self.tournament, number=number, token=card, device=device, label=f"Table {number}")
        self._sign(at_table, self._result(at_table, device), device)

    def _at(self, round: int, number: int) -> AtTable:
        table = table_of(self.tournament, round, number)
        assert table is not None
        return AtTable(table, inside=True)

    def _result(self, at_table: AtTable, device: str) -> Result:
        """Enter the result of a table, typed or read from a match scored hand by hand on the table's phone."""
        book, action = book_of(self.tournament), self._action(at_table, device, "result")
        skills = [skill(self.options.seed, seat.entrant.number) for seat in at_table.seats]
        hands, state = game(book, skills, f"{self.options.seed}/{at_table.round.number}/{at_table.table.number}")
        if self.options.typed:
            return enter_result(action, points=tuple(state.balances), pot=state.sticks)
        match = open_table(action)
        whats = (*range(1, len(hands) + 1), "close")
        _score(match, device, hands, [self.key(f"{match.pk}/{what}") for what in whats])
        return read_result(action)

    def _sign(self, at_table: AtTable, result: Result, device: str) -> None:
        """Confirm a result as South. At table 1 of round 1, South disputes it first, and the referee confirms it."""
        action = self._action(at_table, device, "confirm", 1)
        if (at_table.round.number, at_table.table.number) == (1, 1):
            dispute = self._action(at_table, device, "dispute", 1)
            dispute_result(dispute, number=result.number, reason="Was the last hand not mine?")
            action = TableAction(table=at_table.table, key=self.key("judged"), **self.acting)
        confirm_result(action, number=result.number)

    def _action(self, at_table: AtTable, device: str, what: str, seat: int = 0) -> TableAction:
        """Return an action on the table's phone, signed by the entrant in `seat` (0: East)."""
        key = self.key(f"{what} {at_table.round.number}/{at_table.table.number}")
        signer = at_table.seats[seat].entrant.number
        return TableAction(tournament=self.tournament, table=at_table.table, key=key, entrant=signer, device=device)
