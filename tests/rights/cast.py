"""A browser for every role, and a club with data for every URL of the site. Contains no assertions."""

from contextlib import contextmanager
from copy import deepcopy
from functools import cache, cached_property

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from matches.actions import join_match, save_house_rules
from matches.models import HouseRules, Match, Sitting
from people.accounts.passwords import link_for
from people.accounts.tokens import derived_id, make_token
from people.clubs.invitations import guest_invitation, guest_token, invitation, nights_key
from people.models import Club, ClubNight, Membership, NightSignUp, Player, Role, Scope, Token, User
from tests.matches.cast import Phone, join, link, watch
from tests.matches.table import new_key, start
from tests.people.club_cast import Person, member
from tests.rights.bodies import UNKNOWN, Bodies
from tests.tournaments.cast import tournament
from tests.webhooks import rows as webhooks
from tournaments.links import entrant_token, table_code, table_token
from tournaments.models import Adjustment, Series, SeriesEvent, Stage, Team, Tournament

# The roles, in the order of the columns of the table.
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
    """{namespaced URL name: path} for every URL of the site."""
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
    """A club with its match and people, and the parameters for each URL."""

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
        # A second stage, not drawn yet, and a team.
        Stage.objects.create(tournament=self.tournament, number=2, rounds=1)
        Team.objects.create(tournament=self.tournament, number=1, name="Blue")
        # A series that contains the tournament.
        made = {"club": self.club, "created_at": self.club.created_at, "code": new_key(), "start_key": new_key()}
        self.series = Series.objects.create(name="The year", **made)
        SeriesEvent.objects.create(series=self.series, tournament=self.tournament)
        self.loose = Match.objects.get(code=self.phone.start(("Xan", "Yva", "Zoe")))
        self._addresses, self._bodies = {}, Bodies(self)

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

    # ── roles ────────────────────────────────────────────────────────────────

    def people(self, other):
        """{role: phone} for every column of the table. `other`: the world of another club."""
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
        member(other.club.code, "owner", "another owner")  # the last owner of a club can't be erased
        who["shut"] = member(self.club.code, "owner", "shut out")
        who |= {role: self._program(scope) for role, scope in zip(TOKENS, Scope, strict=True)}
        for phone in who.values():
            phone.get("/start/")  # sets the CSRF cookie, and lists the session of an account
        User.objects.filter(username="shut out").update(is_active=False)
        return who

    def _program(self, scope):
        """A client without cookies that sends an API token of the owner."""
        phone, user = Phone(), self.owner.user
        token = make_token(user=user, club=self.club, name=scope.value, scope=scope, days=30)
        phone.client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {token}"})
        row = Token.objects.get(name=scope.value, club=self.club)
        Token.objects.filter(pk=row.pk).update(used_at=row.expires_at)  # so that later uses don't update the row
        if scope != Scope.READ:
            join_match(match=self.match, device=derived_id(row, "device"), user=user, label=row.name)
        return phone

    def public(self):
        """Make the club, its match and its tournament public."""
        Club.objects.filter(pk=self.club.pk).update(public=True)
        Match.objects.filter(pk=self.match.pk).update(public=True)
        Tournament.objects.filter(pk=self.tournament.pk).update(public=True)

    # ── URLs and request bodies ──────────────────────────────────────────────

    def address(self, row):
        """The path of a row of the table: a URL name, optionally with "@" and a variant.

        Cached, because it is the same for every role, and for public and private clubs.
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
        """A URL below `/api/v1/` of the club, the match or the tournament, for the first result or the next."""
        path = name.partition(":")[2]
        room = path.partition("/")[0]
        codes = {"clubs": self.club.code, "matches": self.match.code, "tournaments": self.tournament.code}
        values = {"code": codes.get(room), "seq": 1, "table": 1, "number": 2 if path.endswith("/result") else 1}
        kwargs = {name: value for name, value in values.items() if f"<{name}>" in path}
        return reverse(name, kwargs=kwargs) + (f"?club={self.club.code}" if path in ("matches", "tournaments") else "")

    def _takes(self, name, special):
        """The parameters of the URL `name`."""
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
        """{URL name: parameters} for URLs with other parameters than a code."""
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
        """The parameters of a URL of the tournament: second round, first table, first entrant. Pages that need a result
        get the first round; pages that need a stage without a draw get the second stage."""
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

    def body(self, row):
        """The data of a form or program that succeeds at this address if the sender has the right."""
        return self._bodies.of(row)


@contextmanager
def taken_back(phone):
    """A context that undoes all changes to the database and to the cookies of `phone`."""
    cookies, inside = deepcopy(phone.client.cookies), transaction.atomic()
    inside._from_testcase = True  # allows durable transactions inside
    with inside:
        yield
        transaction.set_rollback(True)
    phone.client.cookies = cookies
