"""Answers to JSON questions about hands, claims, draws, matches and settlements, for `manage.py score`.

docs/formats.md describes the formats. `answer` takes one line at a time; nothing here reads files.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop as _
from engine.match.claims import decide
from engine.match.entries import Win
from engine.match.fields import LONGEST_ECHO, Payload, known_keys, mapping, one_of, whole_number
from engine.match.ledger import Log, LoggedEvent
from engine.match.payments import between_players
from engine.player_names import Players
from engine.rulesets import BOOKS, rule_book
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.scoring_types import TableState
from engine.seats import NOTHING, PerSeat, Seat

EXAMPLE_KEYS = frozenset({"title", "expected", "why", "confidence", "seed_lines"})
KEYS = EXAMPLE_KEYS | {"id", "system", "type", "options", "input"}
REQUIRED = ("winner", "concealed", "win")
TABLE_KEYS = frozenset({"hand_no", "round", "seats"})  # the keys that describe the table
MOST_POINTS = 10_000_000
MOST_ENTRIES = 400  # as in a match file
BLANK = " \t\n\r"  # whitespace that JSON allows
NO_LINE = _("line must be one JSON object in UTF-8 that isn’t nested too deeply.")


def answer(line: str | bytes) -> dict[str, Any]:
    """Return the answer to one question: `{"id", "result"}`, or `{"id", "error"}` with one sentence. Never raises."""
    name: str | int | None = None
    try:
        question = _parsed(line)
        name = _id(question)
        return {"id": name, "result": _result(question)}
    except RuleViolation as violation:
        return {"id": name, "error": _sentence(violation)}
    except RecursionError:
        return {"id": name, "error": _sentence(RuleViolation("line", NO_LINE))}


def checked_answer(line: str | bytes) -> dict[str, Any]:
    """Return the answer to one question. Raises `RuleViolation` instead of returning an error."""
    try:
        question = _parsed(line)
        return {"id": _id(question), "result": _result(question)}
    except RecursionError as error:
        raise RuleViolation("line", NO_LINE) from error


def _id(question: Payload) -> str | int | None:
    """The id of the question, if it has one."""
    given = question.get("id")
    if given is None or (isinstance(given, str | int) and not isinstance(given, bool)):
        return given
    raise RuleViolation("id", _("id must be text or a whole number."))


def _sentence(violation: RuleViolation) -> str:
    text = str(violation)
    return text if violation.field in text else f"{violation.field}: {text}"


def _parsed(line: str | bytes) -> dict[str, Any]:
    """The JSON object in `line`, without NaN, Infinity or duplicate keys. Raises `RuleViolation`."""
    try:
        text = (line.decode() if isinstance(line, bytes) else line).strip(BLANK)
        question, end = _JSON.raw_decode(text)
    except ValueError as error:
        raise RuleViolation("line", NO_LINE) from error
    if end < len(text) or not isinstance(question, dict):
        raise RuleViolation("line", NO_LINE)
    return question


def _no_number(text: str) -> None:
    raise ValueError(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    twice = Counter(key for key, _value in pairs).most_common(1)[0][0][:LONGEST_ECHO]
    raise RuleViolation(twice, _("%(key)s appears twice in the same object."))


_JSON = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_object)


def _result(question: Payload) -> dict[str, Any]:
    known_keys(question, KEYS)
    book = rule_book(one_of(question, "system", BOOKS), mapping(question, "options"))
    return TYPES[one_of(question, "type", book.types)](book, mapping(question, "input"))


def _hand(book: RuleBook, given: Payload) -> dict[str, Any]:
    players = Players.of(given)
    state, win = _table_and_win(book, players, given)
    score = book.score(state, win)
    lines = book.pay_win(state, win, score) if score.legal else ()
    result: dict[str, Any] = players.with_names(book.score_to_json(state, score))
    result["payments"] = players.named(between_players(lines))
    return result


def _table_and_win(book: RuleBook, players: Players, given: Payload) -> tuple[TableState, Win]:
    """The table before the hand, and the win, which must be given by its tiles."""
    entry = players.seated(given)
    entry.pop("players", None)
    for key in REQUIRED:
        if key not in entry:
            raise RuleViolation(key, _("%(key)s is required."))
    state = _table(book, entry)
    for key in book.knows:
        entry.pop(key, None)
    win = book.read("hand", entry).wins[0]  # type: ignore[union-attr]
    assert isinstance(win.count, TileHand)
    return state, win


def _table(book: RuleBook, entry: Payload) -> TableState:
    """The table before the hand, given by `hand_no`, by `round` and `seats`, or by both if they agree."""
    if "hand_no" in entry:
        state = book.table_at(whole_number(entry, "hand_no", 1, book.last_hand_no))
        _check_winds(state, entry)
        return book.with_carry_over(state, entry)
    if "round" in entry and "seats" in entry:
        return book.with_carry_over(book.table_by_winds(entry["round"], entry["seats"]), entry)
    raise RuleViolation("hand_no", _("Either hand_no or both round and seats are required."))


def _check_winds(state: TableState, entry: Payload) -> None:
    """Check that `round` and `seats`, if given, match the number of the hand."""
    wind, sentence = state.round_wind.value, _("%(key)s must be %(value)s to match hand_no.")
    if entry.get("round", wind) != wind:
        raise RuleViolation("round", sentence, value=wind)
    if "seats" in entry:
        seats = {seat.value: wind.value for seat, wind in state.seat_winds.items()}
        if entry["seats"] != seats:
            raise RuleViolation("seats", sentence, value=", ".join(seats.values()))


def _claim(book: RuleBook, given: Payload) -> dict[str, Any]:
    known_keys(given, frozenset({"players", "claimants", "discarder", "turn_order", "tile"}))
    hands = mapping(given, "claimants")
    # The players can be named in the hands instead.
    parts = (given, *(hand for hand in hands.values() if isinstance(hand, Mapping)))
    players = Players.of(next((part for part in parts if "players" in part), {}))
    discarder = players.seat(given.get("discarder"), "discarder")
    turn = players.order(given.get("turn_order"))
    if not hands:
        raise RuleViolation("claimants", _("claimants must contain a hand for each player who claims the tile."))
    for player in hands:
        if players.seat(player, "claimants") is discarder:
            raise RuleViolation("claimants", _("claimants can’t include the discarder."))
    claims = [_table_and_win(book, players, _completed(hand, player, given, players)) for player, hand in hands.items()]
    _check_one_tile(claims)
    return _verdict(book, players, claims, turn)


def _check_one_tile(claims: list[tuple[TableState, Win]]) -> None:
    facts = [
        {
            "by": win.by,
            "from": win.source,
            "tile": win.count.tile if isinstance(win.count, TileHand) else None,
            "hand_no": (state.round_wind, state.seat_winds),
            "goulash_carry": state.goulash,
        }
        for state, win in claims
    ]
    for key in facts[0]:
        if any(each[key] != facts[0][key] for each in facts):
            raise RuleViolation(key, _("%(key)s must be the same for every claimant."))
    if claims[0][1].by == "wall":
        raise RuleViolation("by", _("by must be discard or rob_kong when a tile is claimed."))


def _completed(hand: Any, player: str, given: Payload, players: Players) -> Payload:
    """A claimant's hand, completed with the values that the claim gives for all claimants."""
    if not isinstance(hand, Mapping):
        raise RuleViolation("claimants", _("claimants must contain a hand for each player who claims the tile."))
    _check_players(players, hand)
    if hand.get("winner", player) != player:
        raise RuleViolation("winner", _("winner must be the player who claims the tile: %(player)s."), player=player)
    win = mapping(hand, "win")
    for key, value in (("tile", given.get("tile")), ("from", given.get("discarder"))):
        if value is not None and win.get(key, value) != value:
            raise RuleViolation(key, _("%(key)s must be the same in the claim and in the hand."))
    win = {"tile": given.get("tile"), "from": given.get("discarder"), **win}
    return {**hand, "winner": player, "win": {key: value for key, value in win.items() if value is not None}}


def _verdict(
    book: RuleBook, players: Players, claims: list[tuple[TableState, Win]], turn: tuple[Seat, ...]
) -> dict[str, Any]:
    state = claims[0][0]
    scores = {win.winner: book.score(state, win) for _table, win in claims}
    winner, payments = None, NOTHING
    if any(score.legal for score in scores.values()):
        verdict = decide(book, state, [win for _table, win in claims], turn)
        scores, winner = dict(verdict.scores), players.names[verdict.win.winner]
        payments = between_players(book.pay_win(state, verdict.win, scores[verdict.win.winner]))
    points = {seat: (score.counted or score).points or 0 for seat, score in scores.items()}
    return {"winner": winner, "hand_points": players.named(points), "payments": players.named(payments)}


def _match(book: RuleBook, given: Payload) -> dict[str, Any]:
    known_keys(given, frozenset({"players", "hands"}))
    players, hands = Players.of(given), given.get("hands")
    if not isinstance(hands, list) or len(hands) > MOST_ENTRIES:
        raise RuleViolation("hands", _("hands must be a list of at most %(most)s entries."), most=MOST_ENTRIES)
    log = Log(book)
    for seq, entry in enumerate(hands, start=1):
        if not isinstance(entry, Mapping):
            raise RuleViolation("hands", _("Each entry in hands must be an object."))
        _check_players(players, entry)
        values = {key: value for key, value in entry.items() if key != "players"}
        log.take(LoggedEvent(seq, _kind(book, entry), players.seated(values)))
    rows = [players.with_names(book.entry_to_json(row.before, row.settlement, row.after)) for row in log.now.rows]
    return {key: [each[key] for each in rows] for key in book.entry_keys}


def _kind(book: RuleBook, entry: Payload) -> str:
    if any(key in entry for key in book.draw_keys):
        return "draw"
    return "penalty" if any(key in entry for key in book.penalty_keys) else "hand"


def _check_players(players: Players, part: Payload) -> None:
    if part.get("players", list(players.names)) != list(players.names):
        raise RuleViolation(
            "players", _("players must contain the same names as the match: %(names)s."), names=tuple(players.names)
        )


def _draw(book: RuleBook, given: Payload) -> dict[str, Any]:
    players = Players.of(given)
    if not any(key in given for key in ("tenpai", *book.asks_draw)):
        raise RuleViolation("tenpai", _("%(key)s is required."))
    entry = players.seated({key: value for key, value in given.items() if key != "players"})
    state = book.start()
    if book.asks_draw and TABLE_KEYS.intersection(entry):
        state = _table(book, {"round": book.winds[0].value, **entry} if "seats" in entry else entry)
        entry = {key: value for key, value in entry.items() if key not in TABLE_KEYS}
    for key in book.asks_draw:
        if entry.get(key) and TABLE_KEYS.isdisjoint(given):
            raise RuleViolation("seats", _("Either seats or hand_no is required with %(key)s."), key=key)
    return {"payments": players.with_names(book.settle(state, book.read("draw", entry)).exchanged)}


def _settlement(book: RuleBook, given: Payload) -> dict[str, Any]:
    known_keys(given, frozenset({"players", "points", "seat_order"} | ({"chips"} if book.knows_chips else set())))
    players = Players.of(given)
    order = players.order(given.get("seat_order"), "seat_order")
    points = _per_player(players, given, "points")
    chips = _per_player(players, given, "chips") if "chips" in given else NOTHING
    if sum(chips):
        raise RuleViolation("chips", _("chips must add up to 0."))
    final = book.settle_match(points, order, chips)
    assert final is not None, "a book that settles no matches does not have the type"
    return {"final": players.with_names(PerSeat.of(lambda seat: final.tenths[seat] / 10))}


def _per_player(players: Players, given: Payload, key: str) -> PerSeat[int]:
    """The whole numbers at `key`, one for each of the three players."""
    numbers = mapping(given, key)
    seats = {players.seat(name, key): name for name in numbers}
    if len(seats) < 3:
        raise RuleViolation(key, _("%(key)s must have a value for each of the three players."))
    for name in numbers:
        whole_number({key: numbers[name]}, key, -MOST_POINTS, MOST_POINTS)
    return PerSeat.of(lambda seat: int(numbers[seats[seat]]))


Answer = Callable[[RuleBook, Payload], dict[str, Any]]
TYPES: dict[str, Answer] = {"hand": _hand, "claim": _claim, "match": _match, "draw": _draw, "settlement": _settlement}
