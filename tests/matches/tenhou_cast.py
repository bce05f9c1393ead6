"""A small writer of tenhou.net/6 logs: plays rounds move by move, and counts each player's points."""

import json
import random

from engine.rulesets.riichi_sanma.tenhou import read_log

START = (35000, 35000, 35000)
SUITS = {"m": 10, "p": 20, "s": 30}
HONOURS = {name: 41 + at for at, name in enumerate(("E", "S", "W", "N", "dW", "dG", "dR"))}
RED = {"0p": 52, "0s": 53}
DRAWN = "="  # a discard of the tile just drawn

# Hands far from winning, for players who only draw and discard; no test needs their tiles elsewhere.
IDLE = ("147p 147s E S W dW dG dR 9m", "258p 258s E S W dW dG dR 9m", "369p 369s E S W dW dG dR 9m")


def code(tile):
    """The number of a tile such as 5p, 0s (red) or dW."""
    return HONOURS.get(tile) or RED.get(tile) or SUITS[tile[-1]] + int(tile[0])


def codes(text):
    """The numbers of tiles such as "123p 0s E"."""
    found = []
    for word in text.split():
        found += [code(word)] if word in HONOURS else [code(number + word[-1]) for number in word[:-1]]
    return found


class Round:
    """One round. `kyoku`, `honba`, `sticks` and the points come from the table, unless they are given."""

    def __init__(self, table, hands, dora="1p", ura="", at=None):
        self.table = table
        self.head = list(at or table.head)
        self.scores = list(table.scores)
        self.dora, self.ura = codes(dora), codes(ura)
        self.hands = [codes(hand) for hand in hands]
        self.draws, self.discards = [[], [], []], [[], [], []]
        self.result = None

    def draw(self, who, tile):
        self.draws[who].append(code(tile))
        return self

    def throw(self, who, tile=DRAWN, riichi=False):
        number = 60 if tile == DRAWN else code(tile)
        self.discards[who].append(f"r{number}" if riichi else number)
        return self

    def turn(self, who, tile, thrown=DRAWN, riichi=False):
        return self.draw(who, tile).throw(who, thrown, riichi)

    def call(self, letter, who, source, tile, own):
        """Call a discard: p or m. `own`: the tiles of the caller. The letter says where the discarder sits."""
        parts = [str(number) for number in codes(own)]
        at = {1: len(parts), 2: 1, 3: 0}[(source - who) % 4]
        parts.insert(at, f"{letter}{code(tile)}")
        self.draws[who].append("".join(parts))
        if letter == "m":
            self.discards[who].append(0)
        return self

    def kong(self, letter, who, tile, others):
        """Declare a concealed kong (a), or add a tile to a pong (k)."""
        parts = "".join(map(str, codes(others)))
        self.discards[who].append(parts + f"a{code(tile)}" if letter == "a" else f"k{code(tile)}{parts}")
        return self

    def north(self, who):
        self.discards[who].append("f44")
        return self

    def idle(self, *tiles):
        """The players draw these tiles and discard them, starting with the dealer."""
        for at, tile in enumerate(tiles):
            self.turn((self.head[0] % 4 + at) % 3, tile)
        return self

    # ── how it ends ──────────────────────────────────────────────────────────

    def won(self, *wins):
        """Each win: (changes, winner, from, count, *yaku). `from` may be (from, liable)."""
        self.result = ["和了"]
        for changes, winner, source, count, *yaku in wins:
            source, liable = source if isinstance(source, tuple) else (source, winner)
            self.result += [[*changes, 0], [winner, source, liable, count, *yaku]]
        last = self.discards[wins[0][2] if not isinstance(wins[0][2], tuple) else wins[0][2][0]][-1:]
        self.table.ended(self, [win[0] for win in wins], won=True, last=last)
        return self

    def drawn(self, name="流局", changes=None):
        self.result = [name] if changes is None else [name, [*changes, 0]]
        self.table.ended(self, [changes or (0, 0, 0)])
        return self

    def document(self):
        rest = [[], [], []]
        players = [part for who in range(3) for part in (self.hands[who], self.draws[who], self.discards[who])]
        return [self.head, [*self.scores, 0], self.dora, self.ura, *players, *rest, self.result]


class Table:
    """A match: rounds one after the other, with points, honba and sticks."""

    def __init__(self, names=("Aki", "Botan", "Chie"), shown="三鳳南喰赤"):
        self.names, self.shown = names, shown
        self.head, self.scores, self.rounds = [0, 0, 0], list(START), []

    def round(self, *hands, **options):
        new = Round(self, hands or IDLE, **options)
        self.rounds.append(new)
        return new

    def ended(self, played, changes, won=False, last=()):
        """Count the points. The next deal is set with `next`."""
        declared = [any(str(step).startswith("r") for step in steps) for steps in played.discards]
        self.scores = [points + sum(change[who] for change in changes) for who, points in enumerate(self.scores)]
        for who in range(3):
            lost = won and last and str(last[0]).startswith("r") and played.discards[who][-1:] == list(last)
            self.scores[who] -= 1000 * (declared[who] and not lost)
            self.head[2] += declared[who] and not lost
        if won:
            self.head[2] = 0

    def next(self, kyoku, honba=0):
        """The deal of the next round."""
        self.head[:2] = [kyoku, honba]
        return self

    def log(self, **changes):
        content = {
            "title": ["", ""],
            "name": [*self.names, ""],
            "rule": {"disp": self.shown, "aka51": 0, "aka52": 1, "aka53": 1},
            "log": [played.document() for played in self.rounds],
            "ratingc": "PF3",
            "rate": [1500.25, 1600.5, 1700.75, 0],
        }
        return json.loads(json.dumps({**content, **changes}))

    def data(self, **changes):
        return json.dumps(self.log(**changes), ensure_ascii=False).encode()


WAITS = "234p 567p 345s 67s 22s"  # for 5 or 8 bamboo: pinfu and tanyao


def read(table, **changes):
    return read_log(json.loads(table.data(**changes)))


def agreed(table, **changes):
    """Return the payloads of a log without contradictions."""
    log = read(table, **changes)
    assert log.differences == ()
    return [row.payload for row in log.log.rows]


def opened(red=True):
    table = Table()
    played = table.round(IDLE[0], "55p 234p 67p 22s 345s 9m", IDLE[2], dora="E").turn(0, "0p" if red else "5p")
    played.call("p", 1, 0, "0p" if red else "5p", "55p").throw(1, "9m").turn(2, "9m").turn(0, "9m")
    return table, played


def dragons():
    """Botan has called all three dragons, the last one from Chie, and waits for a 5 bamboo."""
    table = Table()
    played = table.round(IDLE[0], "234p 5s 1s 9m 9m dW dW dG dG dR dR", IDLE[2], dora="E").turn(0, "dW")
    played.call("p", 1, 0, "dW", "dW dW").throw(1, "9m").turn(2, "1m").turn(0, "dG")
    played.call("p", 1, 0, "dG", "dG dG").throw(1, "9m").turn(2, "dR")
    return table, played.call("p", 1, 2, "dR", "dR dR").throw(1, "1s").turn(2, "9m")


def won(table, paid=2000, count="30符2飜2000点"):
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").idle("9m", "9m", "8s")
    return played.won(((0, paid, -paid), 1, 2, count))


def bust(**changes):
    table, played = dragons()
    played.turn(0, "5s").won(((-32000, 32000, 0), 1, 0, "役満32000点", "大三元(役満)"))
    table.next(1).round(*IDLE).turn(1, "9m").drawn("流し満貫", (-4000, 8000, -4000))
    return table, {"sc": [-1000, -61.0, 75000, 70.0, 31000, -9.0, 0, 0], **changes}


def broken_logs(document, rolls):
    """Copies of a log, each with something deleted, doubled, or of the wrong kind."""
    wrong = (None, True, -1, 10**12, 1.5, "", "x", "p999999", "\ud800", [], {}, [[]], [60] * 79)
    for _roll in range(rolls):
        copy = json.loads(json.dumps(document))
        inside = copy
        while True:
            at = random.choice(list(inside)) if isinstance(inside, dict) else random.randrange(len(inside))
            if isinstance(inside[at], dict | list) and inside[at] and random.random() < 0.85:
                inside = inside[at]
                continue
            if random.random() < 0.4:
                del inside[at]
            elif isinstance(inside, list) and random.random() < 0.3:
                inside.insert(at, inside[at])
            else:
                inside[at] = random.choice(wrong)
            break
        yield copy


def whole():
    """A log with calls, a riichi, a drawn hand and an end."""
    table, played = opened()
    played.draw(1, "5p").kong("k", 1, "5p", "0p 55p").draw(1, "8p")
    played.won(((-2000, 3000, -1000), 1, 1, "30符3飜1000-2000点"))
    played = table.next(1).round(IDLE[0], IDLE[1], WAITS, dora="E").turn(1, "N", "N")
    played.discards[1][-1] = "f44"
    played.turn(1, "9m").turn(2, "9m", riichi=True).turn(0, "9m").drawn(changes=(-1000, -1000, 2000))
    table.next(2, 1)
    played = table.round(IDLE[0], WAITS, IDLE[2], dora="E").turn(2, "9m").turn(0, "9m").turn(1, "9m").turn(2, "8s")
    played.won(((0, 3200, -2200), 1, 2, "30符2飜2000点"))
    return table
