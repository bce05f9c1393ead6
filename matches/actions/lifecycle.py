"""New matches: started, played again, copied, imported from a file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.db import IntegrityError

from engine.hash_chain import moment, plain
from engine.match.ledger import MatchLog, replay
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat, Seat
from matches import links
from matches.actions.append import KeyReuse, checked_key, rewrite, scored, tell_season
from matches.files import match_file
from matches.files.match_file import MatchFile
from matches.log.state import MatchState, book_of, open_match
from matches.models import Event, EventNote, HouseRulesVersion, Match, MatchDevice, MatchLink, Sitting
from people.audit.log import Record, by_program
from people.clubs import rights, roster
from people.db.transactions import NotAllowed, writing
from people.models import Club, Player, Role, User
from people.text.cleaning import alike, clean_name, clean_names
from people.web.codes import new_code
from people.web.serial_work import long_work


@dataclass(frozen=True, slots=True)
class ContainingEvent:
    """A match that is a part of something larger: the page of that, who of the roster sits where, whether all may
    watch; `then` writes what that something keeps of it, in the same transaction."""

    within: str
    players: Mapping[Seat, Player]
    public: bool = False
    then: Callable[[Match], None] | None = None


def start_match(
    *,
    device: str,
    name: str,
    names: PerSeat[str],
    system: str,
    options: Mapping[str, Any],
    key: str,
    house_rules: HouseRulesVersion | None = None,
    is_demo: bool = False,
    label: str = "",
    club: Club | None = None,
    user: User | None = None,
    part: ContainingEvent | None = None,
    record: Record = by_program,
) -> Match:
    """Start a match; this device, called `label`, scores it. `options`: the house rules that differ.

    `house_rules`: the version of a profile that says so; where the two differ the match has none. `club`: whose match
    it is; `user`, who starts it, scores for it, and names on its roster mean its players. `part`: the club has laid
    this match out itself, and nobody is asked for a role. A repeated `key` finds the match that it started. Raises
    `RuleViolation` (fields `name`, `P1` …, an option's name), `KeyReuse`, `NotAllowed`, `Unavailable`.
    """
    book = rule_book(system, options)
    players, seated = (clean_names(names), part.players) if part else _seated(clean_names(names), club)
    new = _new(device, key, _name(name))
    new.system, new.rules_version = book.key, book.version
    new.is_demo = new.public = is_demo
    if part:
        new.within, new.public = part.within, part.public
    new.options = plain(book.changed, "options")
    _set_table(new, book)
    if house_rules and (house_rules.rules.system, house_rules.options) == (book.key, new.options):
        new.house_rules = house_rules
    new.club = club
    after = partial(_laid, new, user, part) if part else partial(_joined, new, user, seated, record) if user else None
    return _created(new, _Told(players, 1, label, record, after=after))


def _joined(match: Match, user: User, seated: Mapping[Seat, Player], record: Record) -> None:
    """Whose phone it is, who sits there of the roster, and that the club has a match. Raises `NotAllowed`."""
    MatchDevice.objects.filter(match=match).update(user=user)
    _sit(match, seated)
    if match.club:
        rights.needs(user, match.club, Role.SCORER)
        record("match_started", club=match.club, match=match.code, user=user)


def _laid(match: Match, user: User | None, part: ContainingEvent) -> None:
    """The phone's account and the players of the roster; what the match is a part of takes it in."""
    if user:
        MatchDevice.objects.filter(match=match).update(user=user)
    _sit(match, part.players)
    if part.then:
        part.then(match)


def _sit(match: Match, seated: Mapping[Seat, Player]) -> None:
    for seat, player in seated.items():
        Sitting.objects.filter(match=match, chair=seat.value).update(player=player)


def _seated(names: PerSeat[str], club: Club | None) -> tuple[PerSeat[str], dict[Seat, Player]]:
    """The names as the roster writes them, and its players among them."""
    if club is None:
        return names, {}
    known = roster.by_name(club)
    seated = {seat: known[alike(name)] for seat, name in names.items() if alike(name) in known}
    return PerSeat.of(lambda seat: seated[seat].name if seat in seated else names[seat]), seated


def rematch(
    *, match: Match, device: str, key: str, label: str = "", user: User | None = None, record: Record = by_program
) -> Match:
    """The same players by the same rules; who sat second deals first now. In the club too, if `user` scores for it."""
    with writing():
        reading = scored(match, device)
        names = PerSeat.of(lambda seat: reading.names[seat.after(1)])
    return start_match(
        device=device,
        name=match.name,
        names=names,
        system=match.system,
        options=match.options,
        key=key,
        house_rules=match.house_rules,
        label=label,
        club=match.club if rights.may(user, match.club, Role.SCORER) else None,
        user=user,
        record=record,
    )


def copy_match(*, match: Match, device: str, key: str, label: str = "", record: Record = by_program) -> Match:
    """A match of one's own with all that the demonstration holds."""
    if not match.is_demo:
        raise NotAllowed
    document = match_file.document(open_match(match.code))
    file = match_file.read(match_file.dump(document))
    return _imported(file, match_file.check(file), device, key, match.name, label, record)


def import_match(
    *, device: str, data: bytes, key: str, name: str = "", label: str = "", record: Record = by_program
) -> Match:
    """A new match with the events of a match file, checked link by link and entry by entry.

    The device joins with the next number. Raises `RuleViolation` with what is wrong in the file, `Unavailable`.
    """
    with long_work():
        file = match_file.read(data)
        log = match_file.check(file)
    return _imported(file, log, device, key, name, label, record)


def _imported(file: MatchFile, log: MatchLog, device: str, key: str, name: str, label: str, record: Record) -> Match:
    """The match of a file that was checked."""
    players = clean_names(file.players)
    new = _new(device, key, _name(name))
    new.system, new.rules_version, new.options = file.system, file.rules_version, file.options
    _set_table(new, book_of(new))
    numbers = [int(event["by"][1:]) for event in file.events]
    return _created(new, _Told(players, max(numbers, default=0) + 1, label, record, file, log))


def _set_table(new: Match, book: RuleBook) -> None:
    """The points before the first hand, and what they sum to for good."""
    start = book.start()
    new.b1, new.b2, new.b3 = start.balances
    new.pot, new.length = start.sticks, start.length
    new.total = sum(start.balances) + start.sticks


def _new(device: str, key: str, name: str) -> Match:
    checked_key(key)
    checked_key(device)
    return Match(code=new_code(), name=name, started_by=device, start_key=key, created_at=datetime.now(UTC))


def _name(text: str) -> str:
    """A match may go without: it is then called by its players."""
    return clean_name(text, "name") if text.strip() else ""


@dataclass(frozen=True, slots=True)
class _Told:
    """What a new match comes with, beside its row: the phone's number and what it is called, the log of a file, and
    what belongs to a new one besides (`after`)."""

    players: PerSeat[str]
    number: int
    label: str
    record: Record
    file: MatchFile | None = None
    log: MatchLog | None = None
    after: Callable[[], None] | None = None


def _created(new: Match, told: _Told) -> Match:
    """Save the match, or find the one that this key started."""
    try:
        with writing():
            same = _same(new, told.players, told.file)
            saved = same or _saved(new, told)
            if told.after and not same:
                told.after()
            return saved
    except IntegrityError:
        # Another process started it at the same moment: its match is there now.
        with writing():
            same = _same(new, told.players, told.file)
        if same is None:
            raise
        return same


def _same(new: Match, players: PerSeat[str], file: MatchFile | None) -> Match | None:
    """The match that this key started, if it is this one; `KeyReuse` if it is another."""
    old = Match.objects.filter(start_key=new.start_key).first()
    if old is None:
        return None
    reading = MatchState(old)
    told = [(m.started_by, m.name, m.system, m.options, m.club_id) for m in (old, new)]
    last = file.events[-1] if file and file.events else None
    event = reading.event(last["seq"]) if last else None
    if told[0] != told[1] or reading.names != players or (last and not _is(event, last)):
        raise KeyReuse(old, reading)
    return old


def _is(event: Event | None, last: Mapping[str, Any]) -> bool:
    return event is not None and event.hash == last["hash"]


def _saved(new: Match, told: _Told) -> Match:
    file = told.file
    new.save(force_insert=True)
    Sitting.objects.bulk_create(Sitting(match=new, chair=seat.value, name=name) for seat, name in told.players.items())
    MatchDevice.objects.create(
        match=new, number=told.number, device=new.started_by, joined_at=new.created_at, label=told.label[:80]
    )
    MatchLink.objects.bulk_create(links.new_link(new, role) for role in links.ROLES)
    if new.club is None:  # a club's match tells it with the account that starts it
        told.record("match_started", match=new.code)
    for role in links.ROLES:
        told.record("link_made", match=new.code, about=role, after={"generation": 1})
    if file and told.log:
        Event.objects.bulk_create(_event(new, event) for event in file.events)
        EventNote.objects.bulk_create(EventNote(match=new, seq=seq, text=text) for seq, text in file.notes.items())
        rewrite(new, replay(book_of(new), []), told.log)
        tell_season(MatchState(new))
    return new


def _event(match: Match, event: Mapping[str, Any]) -> Event:
    return Event(match=match, **{**event, "at": moment(event["at"])})
