"""Everybody who may ask, and one club with something behind every address of the site. Asserts nothing."""

from contextlib import contextmanager
from copy import deepcopy
from functools import cache, cached_property

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from matches.actions import join_match, save_house_rules
from matches.models import HouseRules, Match, Sitting
from people.accounts.passwords import link_for
from people.accounts.tokens import make_token, of_token
from people.clubs.invitations import guest_invitation, guest_token, invitation, nights_key
from people.models import Club, ClubNight, Membership, NightSignUp, Player, Role, Scope, Token, User
from tests.matches.cast import Phone, join, link, watch
from tests.matches.table import new_key, start
from tests.people.cast import PASSWORD
from tests.people.club_cast import Person, member
from tests.tournaments.cast import tournament
from tests.webhooks import rows as webhooks
from tournaments.links import entrant_token, table_code, table_token
from tournaments.models import Adjustment, Seat, Series, SeriesEvent, Stage, Team, Tournament

UNKNOWN = "A" * 22
# Who asks, in the order of the columns of the table.
GUESTS = {
    "anon": "a browser without anything",
    "view": "holds the watching link of the match",
    "join": "has joined the match by its scoring link",
    "mine": "the phone that started the match; it has house rules of its own",
    "gone": "had joined, and the right was taken away",
    "old": "holds a watching link that was made anew since",
}
ACCOUNTS = {
    "acct": "an account in no club",
    "memb": "a member of the match's club",
    "seat": "a member who sits at the match, and whose player on the roster is the one that is asked for",
    "scor": "a scorer of the club, on a phone that has not joined",
    "ref": "a referee of the club",
    "org": "an organiser of the club",
    "own": "an owner of the club",
    "away": "an owner of another club, with everything of the same kind there",
    "site": "the administrator of the site",
    "shut": "was an owner of the club, and the account is closed",
}
TOKENS = {
    "tokr": "a program with a token of the owner to read in the match's club",
    "toks": "one that may also score, and has joined the match",
    "toko": "one that may also organise, and has joined the match",
}
ROLES = (*GUESTS, *ACCOUNTS, *TOKENS)


@cache
def urls(resolver=None, prefix="") -> dict[str, str]:
    """Every address of the site map: its name with the app's, and its path."""
    found = {}
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            found |= urls(each, f"{each.namespace}:" if each.namespace else prefix)
        else:
            assert isinstance(each, URLPattern) and each.name, f"an address without a name: {each}"
            assert prefix + each.name not in found, f"two addresses of one name: {each.name}"
            found[prefix + each.name] = str(each.pattern)
    return found


class World:
    """One club, its match, its people; and what stands in each address."""

    def __init__(self, name="Friday club", sitters=("Ann", "Bea", "Cho")):
        self.owner = Person(f"owner of {name}")
        self.club = Club.objects.get(code=self.owner.found(name))
        self.owner.add(self.club.code, "\n".join((*sitters, "Dan")))
        self.player, self.twin = (self._entry(each) for each in (sitters[0], "Dan"))
        self.phone = Phone()
        self.match = self._match(sitters)
        self.member = Person(f"somebody of {name}").user
        self._joins(self.member, Role.MEMBER)
        self.night = ClubNight.objects.create(club=self.club, on="2031-03-28", changed_at=self.club.created_at)
        told = {"night": self.night, "guest": "Gus", "at": self.club.created_at}
        self.guest = NightSignUp.objects.create(key=new_key(), **told)
        self.endpoint = webhooks.endpoint(self.club)
        self.delivery = webhooks.delivery(self.endpoint)
        self.rules = HouseRules.objects.get(club=None, owner=self.match.started_by)
        told = {"device": new_key(), "system": "korean_japanese", "name": "Club rules", "note": "", "options": {}}
        self.club_rules = save_house_rules(club=self.club, user=self.owner.user, key=new_key(), **told).rules
        self.demo = start(is_demo=True)
        # Three rounds of nine entrants: the first is played, the second published, the third drawn.
        self.tournament = tournament(self.club, played=1, published=2, drawn=3)
        first = self.tournament.entrants.get(number=1)
        told = {"at": self.club.created_at, "points": -20, "reason": "Came late"}
        self.penalty = Adjustment.objects.create(tournament=self.tournament, key=new_key(), entrant=first, **told)
        # A second stage, which is not drawn, and a team.
        Stage.objects.create(tournament=self.tournament, number=2, rounds=1)
        Team.objects.create(tournament=self.tournament, number=1, name="Blue")
        # A series with the tournament in it.
        made = {"club": self.club, "created_at": self.club.created_at, "code": new_key(), "start_key": new_key()}
        self.series = Series.objects.create(name="The year", **made)
        SeriesEvent.objects.create(series=self.series, tournament=self.tournament)
        self.loose = Match.objects.get(code=self.phone.start(("Xan", "Yva", "Zoe")))
        self._addresses = {}

    def _entry(self, name):
        return Player.objects.get(club=self.club, name=name)

    def _joins(self, user, role):
        Membership.objects.create(club=self.club, user=user, role=role, since=user.date_joined)

    def _match(self, sitters):
        code = self.phone.start(sitters)
        self.phone.hand(code)
        self.phone.send(self.phone.get("/house/new/").form("/house/new/"), status=303, name="Our rules")
        Match.objects.filter(code=code).update(club=self.club)
        Sitting.objects.filter(match__code=code, chair="P1").update(player=self.player)
        return Match.objects.get(code=code)

    # ── who asks ─────────────────────────────────────────────────────────────

    def people(self, other):
        """Role -> phone, for every column of the table; `other`: the world of another club."""
        code, who = self.match.code, {role: Phone() for role in GUESTS}
        who["mine"] = self.phone
        for role in ("join", "gone"):
            join(code, who[role])
        watch(code, who["old"])
        self.phone.send(self.phone.get(f"/m/{code}/share/watching/").form("/watching/"), status=303)
        number = self.match.devices.order_by("number").last().number
        self.phone.post(f"/m/{code}/share/phones/{number}/", status=303)
        watch(code, who["view"])
        who |= {role: Person(f"the {role}") for role in ("acct", "site")}
        User.objects.filter(pk=who["site"].user.pk).update(is_superuser=True, is_staff=True)
        for role, rank in (("memb", "member"), ("seat", "member"), ("scor", "scorer"), ("ref", "referee"),
                           ("org", "organiser")):  # fmt: skip
            who[role] = member(self.club.code, rank, f"the {role}")
        Player.objects.filter(pk=self.player.pk).update(user=who["seat"].user)
        who["own"], who["away"] = self.owner, other.owner
        member(other.club.code, "owner", "another owner")  # the last one could not be erased
        who["shut"] = member(self.club.code, "owner", "shut out")
        who |= {role: self._program(scope) for role, scope in zip(TOKENS, Scope, strict=True)}
        for phone in who.values():
            phone.get("/start/")  # a token for its forms; and an account is listed as signed in here
        User.objects.filter(username="shut out").update(is_active=False)
        return who

    def _program(self, scope):
        """A phone without cookies that sends a token of the owner."""
        phone, user = Phone(), self.owner.user
        token = make_token(user=user, club=self.club, name=scope.value, scope=scope, days=30)
        phone.client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {token}"})
        row = Token.objects.get(name=scope.value, club=self.club)
        Token.objects.filter(pk=row.pk).update(used_at=row.expires_at)  # later uses are not written down
        if scope != Scope.READ:
            join_match(match=self.match, device=of_token(row, "device"), user=user, label=row.name)
        return phone

    def public(self):
        """From now on the club and its match are open to everybody."""
        Club.objects.filter(pk=self.club.pk).update(public=True)
        Match.objects.filter(pk=self.match.pk).update(public=True)
        Tournament.objects.filter(pk=self.tournament.pk).update(public=True)

    # ── what is asked for ────────────────────────────────────────────────────

    def address(self, row):
        """The path of a row of the table: a name of the site map, and "@" with what is special there.

        Worked out once: whoever asks, and whether the club is public, it is the same.
        """
        if row not in self._addresses:
            name, _at, special = row.partition("@")
            if name == "people:set_password" and special == "link":
                self._addresses[row] = link_for(self.member)
            elif name.startswith("api-v1:"):
                self._addresses[row] = self._of_the_api(name)
            else:
                self._addresses[row] = reverse(name, kwargs=self._takes(name, special))
        return self._addresses[row]

    def _of_the_api(self, name):
        """An address below `/api/v1/`: of the club, the match or the tournament, of the first result or the next."""
        path = name.partition(":")[2]
        room = path.partition("/")[0]
        codes = {"clubs": self.club.code, "matches": self.match.code, "tournaments": self.tournament.code}
        values = {"code": codes.get(room), "seq": 1, "table": 1, "number": 2 if path.endswith("/result") else 1}
        kwargs = {name: value for name, value in values.items() if f"<{name}>" in path}
        return reverse(name, kwargs=kwargs) + (f"?club={self.club.code}" if path in ("matches", "tournaments") else "")

    def _takes(self, name, special):
        """What the address `name` has in it."""
        room, _colon, page = name.partition(":")
        path = urls()[name]
        takes = {"code": self.club.code if path.startswith("c/<") else self.match.code} if "<code:code>" in path else {}
        if page.startswith("house") and "code" in takes:
            takes["code"] = (self.club_rules if special == "club" else self.rules).code
        if special in ("demo", "loose"):
            takes["code"] = getattr(self, special).code
        takes |= self._special_takes.get(name, {})
        if ":player_" in name:
            takes["number"] = (self.twin if page == "player_claim" else self.player).pk
        if name.startswith("webhooks:"):
            takes |= {"endpoint": self.endpoint.pk, "number": self.delivery.pk, "kind": "json"}
            takes = {key: value for key, value in takes.items() if key == "code" or f":{key}>" in path}
        if path.startswith("e/<"):
            takes |= self._in_the_tournament(page, special, path)
        if "<code:series>" in path:
            takes["series"] = self.series.code
        if page.startswith("house_version"):
            takes["number"] = 1
        if "<seq:seq>" in path:
            takes["seq"] = 1
        if special == "unknown":
            where = "key" if "key" in takes else "token"
            takes[where] = UNKNOWN + ("0" + UNKNOWN if name == "people:club_join" else "")
        return takes

    @cached_property
    def _special_takes(self):
        """What an address has in it besides a code, by its name."""
        return {
            "people:set_password": {"pk": 1, "token": "abc123-" + "0" * 32},
            "people:club_join": {"token": invitation(self.club, Role.SCORER)},
            "people:nights_key": {"key": nights_key(self.club)},
            "people:member_role": {"user": self.member.pk},
            "people:member_remove": {"user": self.member.pk},
            **{
                f"people:night{page}": {"number": self.night.pk}
                for page in ("", "_ics", "_change", "_cancel", "_come", "_add", "_guests")
            },
            "people:night_remove": {"number": self.night.pk, "sign_up": self.guest.pk},
            "people:night_guest": {"token": guest_invitation(self.night)},
            **{f"people:guest{page}": {"token": guest_token(self.guest)} for page in ("", "_ics")},
            "matches:watch": {"token": self._token("watching")},
            "matches:join": {"token": self._token("scoring")},
            "matches:preset_card": {"system": "korean_japanese", "preset": "club"},
            "matches:renew_link": {"role": "scoring"},
            "matches:revoke": {"number": 2},
            "clubs:player": {"player": self.player.pk},
            "notifications:notify_mail": {"number": 1, "token": UNKNOWN},
            "tournaments:typed_code": {"code": table_code(self.tournament, 1)},
        }

    def _in_the_tournament(self, page, special, path):
        """What an address of the tournament has in it: its second round, the first table there, the first entrant;
        the first round for what takes a result, the second stage for what takes one that is not drawn."""
        round = 1 if page in ("confirm", "dispute", "result_correct", "reopen") else 2
        sheet = special if special not in ("", "public") else "standings"
        stage = 2 if page.startswith("stage") else 1
        there = {"code": self.tournament.code, "stage": stage, "round": round, "table": 1, "entrant": 1, "sheet": sheet}
        there |= {"penalty": self.penalty.pk, "token": table_token(self.tournament, 1)}
        if page == "own":
            there["token"] = entrant_token(self.tournament, self.tournament.entrants.get(number=1))
        return {name: value for name, value in there.items() if f":{name}>" in path}

    def _token(self, role):
        return link(self.match.code, role)[3:]

    def _sits(self, wind):
        """The number of the entrant on a wind of the table that is asked for."""
        seat = Seat.objects.filter(round__tournament=self.tournament, round__number=2, table__number=1, wind=wind)
        return str(seat.get().entrant.number)

    def body(self, row):
        """What a form at this address sends so that it does what it is for, where it may."""
        name = row.partition(":")[2] or row
        if row.startswith("api-v1:"):
            return self._json.get(name.partition("@")[0], {"expected_seq": 2})
        special = self._bodies.get(name) or self._bodies.get(name.partition("@")[0], {})
        return {"key": new_key(), "expected_seq": "2", **special}

    @cached_property
    def _json(self):
        """What a program sends, by the name of its address."""
        hand = {"winner": "P1", "win": {"by": "wall"}, "hand_points": 5, "bonus_points": 3}
        entry = {"kind": "hand", "payload": hand, "expected_seq": 2}
        tiles = ["1p", "1p", "1p", "2p", "2p", "2p", "3p", "3p", "3p", "4p", "4p", "4p", "5p", "5p"]
        win = {"hand_no": 1, "winner": "P1", "win": {"by": "wall", "tile": "5p"}, "concealed": tiles}
        return {
            "score": {"system": "korean_japanese", "type": "hand", "input": win},
            "matches": {
                "club": self.club.code,
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
        """What a form sends besides its key, by the name of its address."""
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
            "match_club@loose": {"club": self.club.code},
            "link_guest": {"sitting": str(self.match.sittings.get(chair="P2").pk), "player": str(self.twin.pk)},
            "house_new": {"name": "Mine", "system": "korean_japanese"},
            "house_edit": {"name": "Mine", "after": "1"},
            "set_language": {"language": "cs"},
            "club_new": {"name": "My club"},
            "club_settings": {"name": "Another name"},
            "club_links": {"use": "member", "after": "1"},
            "nights_rotate": {"after": "1"},
            "nights_add": {"on": "2031-04-04"},
            "night_change": {"on": "2031-04-05"},
            "night_add": {"name": self.twin.name},
            "night_guests": {"after": "1"},
            "night_guest": {"name": "Guest"},
            "webhook_add": {"url": "https://93.184.216.34/", "events": "match.closed"},
            "webhook_change": {"url": "https://93.184.216.34/", "events": "match.closed"},
            "webhook_step": {"step": "test"},
            "roster_add": {"names": "Eve", "action": "add"},
            "member_role": {"role": "scorer"},
            "player_entry": {"name": "Mallory", "shown": "full"},
            "player_give": {"user": ""},
            "player_merge": {"into": str(self.twin.pk)},
            "player_erase": {"sure": "yes"},
            "person_erase": {"sure": "yes", "old_password": PASSWORD},
            "end_sessions": {"which": "others", "old_password": PASSWORD},
            "account": {"name": "Mallory"},
            "second_step": {"code": "123456"},
            "passkey_sign_in": {"credential": "{}"},
            "token_new": {
                "name": "Website",
                "club": self.club.code,
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
            "table_exchange": {"with": "2", "reason": "Mixed up"},  # nobody has begun to score there: refused
            "penalties": {"entrant": "2", "way": "takes", "points": "10", "reason": "Came late"},
            "penalty_cancel": {"reason": "The tram stood still"},
            **{each: {"code": table_code(self.tournament, 1)} for each in ("typed", "typed_code")},
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
        """What the forms of founding and entering send."""
        about = {"name": "Autumn cup", "starts_on": "2031-04-04", "minutes": "50"}
        return {
            "new": {**about, "rounds": "3", "action": "found"},
            "settings": about,
            "rules": {"system": "malaysian_fan"},  # other rules, once a round is published: refused
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
            "series_events": {"tournament": self.tournament.code, "out": "1"},
        }


@contextmanager
def taken_back(phone):
    """What is done inside is undone: in the database, and in the browser of who asked."""
    cookies, inside = deepcopy(phone.client.cookies), transaction.atomic()
    inside._from_testcase = True  # else no durable transaction may stand in it
    with inside:
        yield
        transaction.set_rollback(True)
    phone.client.cookies = cookies
