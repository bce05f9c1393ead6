"""The data that forms and programs send to each URL so that the request succeeds. Contains no assertions."""

from functools import cached_property

from tests.matches.table import new_key
from tests.people.cast import PASSWORD
from tournaments.links import table_code
from tournaments.models import Seat

UNKNOWN = "A" * 22


class Bodies:
    """The request bodies for each row of the table of rights."""

    def __init__(self, world):
        self.world = world

    def of(self, row):
        """Return the fields with which the form at this address succeeds if the sender has the right."""
        name = row.partition(":")[2] or row
        if row.startswith("api-v1:"):
            return self._json.get(name.partition("@")[0], {"expected_seq": 2})
        special = self._bodies.get(name) or self._bodies.get(name.partition("@")[0], {})
        return {"key": new_key(), "expected_seq": "2", **special}

    @cached_property
    def _json(self):
        """{URL name: JSON that a program sends}."""
        hand = {"winner": "P1", "win": {"by": "wall"}, "hand_points": 5, "bonus_points": 3}
        entry = {"kind": "hand", "payload": hand, "expected_seq": 2}
        tiles = ["1p", "1p", "1p", "2p", "2p", "2p", "3p", "3p", "3p", "4p", "4p", "4p", "5p", "5p"]
        win = {"hand_no": 1, "winner": "P1", "win": {"by": "wall", "tile": "5p"}, "concealed": tiles}
        return {
            "score": {"system": "korean_japanese", "type": "hand", "input": win},
            "matches": {
                "club": self.world.club.code,
                "system": "korean_japanese",
                "players": {"P1": "Ann", "P2": "Bea", "P3": "Cho"},
            },
            "matches/<code>/entries": entry,
            "matches/<code>/entries/<seq>": entry,
            "matches/<code>/undo": {"expected_seq": 2, "target": 1},
            "matches/<code>/insertions": {**entry, "after": 1},
            "tournaments/<code>/players": [{"name": "Zoe Zimmer"}],
            "tournaments/<code>/players/<number>/check-in": {"present": True},
            "tournaments/<code>/rounds/<number>/tables/<table>/result": {"points": [20, -5, -15]},
            "tournaments/<code>/rounds/<number>/tables/<table>/confirm": {"number": 1},
        }

    @cached_property
    def _bodies(self):
        """{URL name: form data without its key}."""
        hand = {"winner": "P1", "source": "wall", "points": "5", "bonus": "3", "note": "why"}
        fine = {"offender": "P1", "what": "other", "amount": "5", "payee": "both", "note": "why"}
        two = {"discarder": "P2", "points_P1": "5", "bonus_P1": "2", "points_P3": "4", "bonus_P3": "2"}
        return {
            "start": {"P1": "Ann", "P2": "Bea", "P3": "Cho", "action": "start"},
            "entry": hand,
            "correct": hand | {"kind": "hand"},
            "insert": hand | {"kind": "hand"},
            "penalty": fine,
            "claims": two,
            "void": {"note": "why"},
            "undo": {"target": "1"},
            "extend": {"match_length": "18"},
            "players": {"what": "rename", "chair": "P1", "name": "Mallory", "from_hand": "1"},
            "value": {"value": "5", "unit": "gold"},
            "delete": {"sure": "yes"},
            "publish": {"public": "1"},
            "renew_link": {"generation": "2"},
            "match_club@loose": {"club": self.world.club.code},
            "link_guest": {
                "sitting": str(self.world.match.sittings.get(chair="P2").pk),
                "player": str(self.world.twin.pk),
            },
            "house_new": {"name": "Mine", "system": "korean_japanese"},
            "house_edit": {"name": "Mine", "after": "1"},
            "set_language": {"language": "cs"},
            "club_new": {"name": "My club"},
            "club_settings": {"name": "Another name"},
            "club_links": {"use": "member", "after": "1"},
            "nights_rotate": {"after": "1"},
            "nights_add": {"on": "2031-04-04"},
            "night_change": {"on": "2031-04-05"},
            "night_add": {"name": self.world.twin.name},
            "night_guests": {"after": "1"},
            "night_guest": {"name": "Guest"},
            "webhook_add": {"url": "https://93.184.216.34/", "events": "match.closed"},
            "webhook_change": {"url": "https://93.184.216.34/", "events": "match.closed"},
            "webhook_step": {"step": "test"},
            "roster_add": {"names": "Eve", "action": "add"},
            "member_role": {"role": "scorer"},
            "player_entry": {"name": "Mallory", "shown": "full"},
            "player_give": {"user": ""},
            "player_merge": {"into": str(self.world.twin.pk)},
            "player_erase": {"sure": "yes"},
            "person_erase": {"sure": "yes", "old_password": PASSWORD},
            "end_sessions": {"which": "others", "old_password": PASSWORD},
            "account": {"name": "Mallory"},
            "second_step": {"code": "123456"},
            "passkey_sign_in": {"credential": "{}"},
            "token_new": {
                "name": "Website",
                "club": self.world.club.code,
                "scope": "read",
                "days": "30",
                "old_password": PASSWORD,
            },
            "token_revoke": {"token": "1000"},
            "security_change": {"which": "passkey-1", "old_password": PASSWORD},
            "passkey_add": {"credential": "{}", "name": "Mine", "old_password": PASSWORD},
            "authenticator_add": {"secret": "x", "code": "123456", "old_password": PASSWORD},
            "password": {"old_password": PASSWORD, "password": "five quiet tiles"},
            "set_password": {"password": "five quiet tiles"},
            "sign_in": {"username": "nobody", "password": "five quiet tiles"},
            "sign_up": {"username": "somebody", "password": "five quiet tiles"},
            "theme": {"theme": "dark"},
            **{f"notify_{each}": {"address": "ann@mail.example"} for each in ("player", "desk", "nights")},
            "notify_worker": {"secret": UNKNOWN},
            "result": {"E": "20", "S": "-5", "W": "-15", "entrant": ""},
            "round_results": {"t1-E": "20", "t1-S": "-5", "t1-W": "-15"},
            "result_correct": {"E": "20", "S": "-5", "W": "-15", "number": "1", "reason": "Miscounted"},
            "confirm": {"result": "1"},
            "dispute": {"number": "1", "reason": "A hand is missing", "entrant": ""},
            "reopen": {"reason": "Table 2 plays on"},
            "clock": {"do": "start"},
            "clock@plan": {"do": "plan", "starts_in": "10"},
            "clock@unplan": {"do": "unplan"},
            "substitute": {"entrant": self._sits("E"), "name": "Sub Stitute"},
            "reseat": {"E": self._sits("S"), "S": self._sits("E"), "W": self._sits("W"), "reason": "Misread"},
            "table_exchange": {"with": "2", "reason": "Mixed up"},  # refused, because no match has been started there
            "penalties": {"entrant": "2", "way": "takes", "points": "10", "reason": "Came late"},
            "penalty_cancel": {"reason": "The tram stood still"},
            **{each: {"code": table_code(self.world.tournament, 1)} for each in ("typed", "typed_code")},
            "typed@wrong": {"code": "C" * 9},
            "draw_stage": {"do": "draw"},
            "round_next": {"number": "3"},
            "round_publish": {"upto": "3"},
            "round_lock": {"locked": "1"},
            "round_swap": {"one": "1", "other": "2", "reason": "why"},
            "late": {"leaves": "1", "first": "3"},
            **self._of_entries(),
        }

    def _of_entries(self):
        """Data of the forms for creating a tournament and for registration."""
        about = {"name": "Autumn cup", "starts_on": "2031-04-04", "minutes": "50"}
        return {
            "new": {**about, "rounds": "3", "action": "found"},
            "settings": about,
            "rules": {"system": "malaysian_fan"},  # refused: the rules can't change after a round is published
            "scoring": {"worth": "3-1-0"},
            "stage_add": {"rounds": "2"},
            "stage": {"rounds": "2"},
            "entries_add": {"names": "Zoe Zimmer", "action": "add"},
            "entry_edit": {"name": "Zoe Zimmer"},
            "entry_move": {"to": "approve"},
            "own": {"what": "come"},
            "enter@public": {"name": "Zoe Zimmer"},
            "checkin_one": {"here": "1"},
            "cards_renew": {"after": "1"},
            "apart_pair": {"one": "1", "other": "2"},
            "team": {"team": "1", "name": "Red"},
            "counting": {"way": "best", "many": "2"},
            "lots": {"lot_1": "1"},
            "series_new": {"name": "The next year"},
            "series_settings": {"name": "Another year"},
            "series_events": {"tournament": self.world.tournament.code, "out": "1"},
        }

    def _sits(self, wind):
        """The number of the entrant in a seat of the requested table."""
        seat = Seat.objects.filter(round__tournament=self.world.tournament, round__number=2, table__number=1, wind=wind)
        return str(seat.get().entrant.number)
