"""The checklist of the Malaysian fan game: its items, and what the ticks imply."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.match.entries import Ticks, Win
from engine.rulesets.checklist import Checklist, Implied
from engine.rulesets.definitions import Pattern
from engine.rulesets.malaysian_fan.entry.compatibility import check_ticks, four_pongs, grounds_of
from engine.rulesets.malaysian_fan.house import MalaysianFanHouseRules
from engine.rulesets.malaysian_fan.items import BY_ID, fan_of, worded

AUTOMATIC = frozenset(("rob_kong",))  # implied by the way of winning, never ticked by hand


class MalaysianFanChecklist(Checklist):
    """The checklist of one table."""

    house: MalaysianFanHouseRules
    order = list(BY_ID)

    def check(self, win: Win, ticks: Ticks) -> None:
        check_ticks(self.house, win, ticks)

    def items(self, win: Win) -> Iterator[Pattern]:
        deals = win.winner is self.state.dealer
        for item in BY_ID.values():
            points = self.house.max_fan if item.kind == "limit" else fan_of(item.id, deals)
            yield replace(worded(item, self.house.small_dragons_total), points=points)

    def following(self, win: Win, counts: Counter[str], bonus: Mapping[str, int]) -> Iterator[Implied]:
        for item, ground, least in grounds_of(self.house, counts):
            yield Implied(ground, least, item)
        if counts["faces"] == 4:
            yield Implied("all_faces", 1, "faces")
        if counts["animals"] == 4:
            yield Implied("all_animals", 1, "animals")
        if counts["three_dragons"]:
            yield Implied("dragon_pong", 3, "three_dragons")
        if counts["dragon_pong"] >= 3:
            yield Implied("three_dragons", 1, "dragon_pong")
        if reason := four_pongs(counts):
            yield Implied("all_pongs", 1, reason)
        if win.by == "rob_kong":
            yield Implied("rob_kong", 1, "")
