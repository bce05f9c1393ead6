"""Create matches: start, rematch, copy, import."""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple, NotRequired, TypedDict, Unpack

from engine.hash_chain import moment, plain
from engine.match.ledger import MatchLog, replay
from engine.rulesets import rule_book
from engine.rulesets.riichi_sanma.tenhou import TenhouLog
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat, Seat
from matches import links
from matches.actions.append import KeyReuse, rewrite, scored, update_season_totals
from matches.files import match_file, tenhou
from matches.files.match_file import MatchFile
from matches.log.state import MatchState, book_of, open_match
from matches.models import Event, EventNote, HouseRulesVersion, Match, MatchDevice, MatchLink, Sitting
from people.announcements import announce
from people.audit.log import Record, by_program
from people.clubs import rights, roster
from people.db.transactions import NotAllowed, created_once, writing
from people.models import Club, Player, Role, User
from people.text.cleaning import alike, checked_key, clean_name, clean_names
from people.web.codes import new_code
from people.web.one_at_a_time import long_work


class ContainingEvent(NamedTuple):
    """The event that a match belongs to.

    `within`: the path of the event's page; `players`: the roster player in each seat; `public`: whether anyone may
    watch the match; `then`: a function called in the same transaction to store the event's data.
    """

    within: str
    players: Mapping[Seat, Player]
    public: bool = False
    then: Callable[[Match], None] | None = None


class NewTable(TypedDict):
    """The players and rules of a new match.

    `options`: the house rules that differ from the defaults; `house_rules`: the profile version that the options come
    from, ignored if its own options differ from them. Names on the club's roster are linked to its players, except
    those of `guests`.
    """

    name: str
    names: PerSeat[str]
    system: str
    options: Mapping[str, Any]
    house_rules: NotRequired[HouseRulesVersion | None]
    club: NotRequired[Club | None]
    guests: NotRequired[Collection[str]]
    is_demo: NotRequired[bool]


def start_match(
    *,
    device: str,
    key: str,
    label: str = "",
    user: User | None = None,
    part: ContainingEvent | None = None,
    record: Record = by_program,
    **table: Unpack[NewTable],
) -> Match:
    """Start a match. The device, named `label` and linked to `user`, may score it.

    `part`: the event that contains the match, if any. The role of `user` is checked only for a club's match outside an
    event. A repeated request with the same `key` returns the match that the first request started. Raises
    `RuleViolation` (for the field `name`, `P1`, `P2` or `P3`, or for an option), `KeyReuse`, `NotAllowed` or
    `Unavailable`.
    """
    book, club, house_rules = rule_book(table["system"], table["options"]), table.get("club"), table.get("house_rules")
    players = clean_names(table["names"])
    known = _linkable(club, table.get("guests", ())) if club and not part else {}
    seated = part.players if part else {s: known[alike(n)] for s, n in players.items() if alike(n) in known}
    if not part:
        players = PerSeat(*(seated[seat].name if seat in seated else name for seat, name in players.items()))
    new = _new(device, key, table["name"])
    new.system, new.rules_version, new.options = book.key, book.version, plain(book.changed, "options")
    new.is_demo = new.public = table.get("is_demo", False)
    if part:
        new.within, new.public = part.within, part.public
    set_table(new, book)
    if house_rules and (house_rules.rules.system, house_rules.options) == (book.key, new.options):
        new.house_rules = house_rules
    new.club = club
    after = partial(_seat, new, user, seated, part, record) if part or user else None
    return _created(new, players, label, record, after, None)


def _linkable(club: Club, guests: Collection[str]) -> dict[str, Player]:
    """Return the roster by normalised name, without the namesakes of guests."""
    names = {alike(name) for name in guests}
    return {name: player for name, player in roster.by_name(club).items() if name not in names}


def _seat(
    match: Match, user: User | None, seated: Mapping[Seat, Player], part: ContainingEvent | None, record: Record
) -> None:
    """Link the phone to its account and the seats to the roster, and notify the event or club. Raises `NotAllowed`."""
    if user:
        MatchDevice.objects.filter(match=match).update(user=user)
    for seat, player in seated.items():
        Sitting.objects.filter(match=match, chair=seat.value).update(player=player)
    if part and part.then:
        part.then(match)
    elif match.club and not part:
        rights.needs(user, match.club, Role.SCORER)
        record("match_started", club=match.club, match=match.code, user=user)
    announce("match_started", match.club_id, match=match.pk)


def rematch(
    *, match: Match, device: str, key: str, label: str = "", user: User | None = None, record: Record = by_program
) -> Match:
    """Start a match with the same players and rules; the second player deals first.

    The new match belongs to the same club if `user` may score for the club. Guests with the name of a player who was
    already on the roster stay guests.
    """
    with writing():
        reading = scored(match, device)
        names = PerSeat.of(lambda seat: reading.names[seat.after(1)])
        club = match.club if rights.may(user, match.club, Role.SCORER) else None
        guests = _namesakes(reading, club) if club else []
    return start_match(
        device=device,
        name=match.name,
        names=names,
        system=match.system,
        options=match.options,
        key=key,
        house_rules=match.house_rules,
        label=label,
        club=club,
        guests=guests,
        user=user,
        record=record,
    )


def _namesakes(reading: MatchState, club: Club) -> list[str]:
    """Return the names of the guests whose namesakes were on the roster before the match: other people."""
    known = {name for name, player in roster.by_name(club).items() if player.created_at <= reading.match.created_at}
    return [guest.name for guest in reading.guests if alike(guest.name) in known]


def copy_match(*, match: Match, device: str, key: str, label: str = "", record: Record = by_program) -> Match:
    if not match.is_demo:
        raise NotAllowed
    file = match_file.read(match_file.dump(match_file.document(open_match(match.code))))
    return _imported(file, match_file.check(file), device, key, match.name, label, record)


def import_match(
    *, device: str, data: bytes, key: str, name: str = "", label: str = "", record: Record = by_program
) -> Match:
    """Create a match from a match file, after checking its hash chain and every entry.

    The device gets the next number. Raises `RuleViolation` with the problem in the file, or `Unavailable`.
    """
    with long_work():
        log = match_file.check(file := match_file.read(data))
    return _imported(file, log, device, key, name, label, record)


def import_log(
    *, device: str, log: TenhouLog, names: PerSeat[str], key: str, label: str = "", record: Record = by_program
) -> Match:
    """Create a match between the players `names` from a Tenhou log. Raises `RuleViolation` or `Unavailable`."""
    players = clean_names(names)
    file = tenhou.as_match_file(log, players)
    new = _new(device, key, "")
    new.system, new.rules_version, new.options = file.system, file.rules_version, file.options
    set_table(new, log.book)
    return _created(new, players, label, record, partial(_save_log, new, file, log.log), None)


def _imported(file: MatchFile, log: MatchLog, device: str, key: str, name: str, label: str, record: Record) -> Match:
    players = clean_names(file.players)
    new = _new(device, key, name)
    new.system, new.rules_version, new.options = file.system, file.rules_version, file.options
    set_table(new, book_of(new))
    return _created(new, players, label, record, partial(_save_log, new, file, log), file)


def set_table(new: Match, book: RuleBook) -> None:
    """Set the starting points of the match, and the sum of all points."""
    start = book.start()
    new.b1, new.b2, new.b3 = start.balances
    new.pot, new.length = start.sticks, start.length
    new.total = sum(start.balances) + start.sticks


def _new(device: str, key: str, name: str) -> Match:
    """Return an unsaved match. Without a name, its title lists the players."""
    checked_key(key)
    checked_key(device)
    title = clean_name(name, "name") if name.strip() else ""
    return Match(code=new_code(), name=title, started_by=device, start_key=key, created_at=datetime.now(UTC))


def _created(
    new: Match,
    players: PerSeat[str],
    label: str,
    record: Record,
    after: Callable[[], None] | None,
    file: MatchFile | None,
) -> Match:
    """Save the match with its players and call `after`, or return the match already started with its key.

    `file`: the imported match file, whose phones keep their numbers.
    """

    def create() -> Match:
        new.save(force_insert=True)
        Sitting.objects.bulk_create(Sitting(match=new, chair=seat.value, name=name) for seat, name in players.items())
        number = 1 + max((int(event["by"][1:]) for event in file.events), default=0) if file else 1
        phone = {"device": new.started_by, "joined_at": new.created_at, "label": label[:80]}
        MatchDevice.objects.create(match=new, number=number, **phone)
        MatchLink.objects.bulk_create(links.new_link(new, role) for role in links.ROLES)
        if new.club is None:  # for a club, `_seat` records the start with the account
            record("match_started", match=new.code)
        for role in links.ROLES:
            record("link_made", match=new.code, about=role, after={"generation": 1})
        if after:
            after()
        return new

    return created_once(partial(_same, new, players, file), create)


def _same(new: Match, players: PerSeat[str], file: MatchFile | None) -> Match | None:
    """Return the match already started with the same key, if any. Raises `KeyReuse` if that match differs."""
    old = Match.objects.filter(start_key=new.start_key).first()
    if old is None:
        return None
    reading = MatchState(old)
    facts = [(m.started_by, m.name, m.system, m.options, m.club_id) for m in (old, new)]
    last = file.events[-1] if file and file.events else None
    event = reading.event(last["seq"]) if last else None
    if facts[0] != facts[1] or reading.names != players or (last and (not event or event.hash != last["hash"])):
        raise KeyReuse(old, reading)
    return old


def _save_log(new: Match, file: MatchFile, log: MatchLog) -> None:
    Event.objects.bulk_create(event_row(new, event) for event in file.events)
    EventNote.objects.bulk_create(EventNote(match=new, seq=seq, text=text) for seq, text in file.notes.items())
    rewrite(new, replay(book_of(new), []), log)
    update_season_totals(MatchState(new))


def event_row(match: Match, event: Mapping[str, Any]) -> Event:
    return Event(match=match, **{**event, "at": moment(event["at"])})
