"""The players of a question by name, and the chairs that the engine knows them by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.payload import Payload
from engine.seats import PerSeat, Seat

# Where a name stands for a player: as a value, or as keys of an object.
AS_VALUE = ("winner", "from")
AS_KEYS = ("seats", "waiting", "opp_declared", "penalty")
AS_LIST = ("tenpai", "riichi_by")


@dataclass(frozen=True, slots=True)
class Players:
    """Three different names in the order of their chairs."""

    names: PerSeat[str]

    @classmethod
    def of(cls, given: Payload) -> Players:
        """From `players`; left out: P1, P2, P3."""
        names = given.get("players", list(Seat.__members__))
        texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
        if not texts or len(names) != 3 or len(set(names)) != 3:
            raise RuleViolation("players", _("players takes three different names."))
        return cls(PerSeat(*names))

    def seat(self, name: object, field: str) -> Seat:
        """The chair of a player."""
        for seat, known in self.names.items():
            if known == name:
                return seat
        raise RuleViolation(
            field,
            _("%(key)s takes one of the players %(names)s."),
            key=field,
            names=", ".join(self.names),
        )

    def order(self, names: object, field: str = "turn_order") -> tuple[Seat, ...]:
        """The chairs in turn; left out: the order of the players."""
        if names is None:
            return tuple(Seat)
        if not isinstance(names, list) or len(names) != 3 or len(set(map(str, names))) != 3:
            raise RuleViolation(field, _("%(key)s takes the three players in turn."), key=field)
        return tuple(self.seat(name, field) for name in names)

    def seated(self, entry: Payload) -> dict[str, Any]:
        """`entry` with chairs for names, in its win too."""
        seated = dict(entry)
        for key in AS_VALUE:
            if seated.get(key) is not None:
                seated[key] = self.seat(seated[key], key).value
        for key in AS_KEYS:
            if isinstance(seated.get(key), Mapping):
                seated[key] = {self.seat(name, key).value: value for name, value in seated[key].items()}
        for key in AS_LIST:
            if isinstance(seated.get(key), list):
                seated[key] = [self.seat(name, key).value for name in seated[key]]
        if isinstance(seated.get("win"), Mapping):
            seated["win"] = self.seated(seated["win"])
        if isinstance(seated.get("wins"), list):
            seated["wins"] = [self.seated(hand) if isinstance(hand, Mapping) else hand for hand in seated["wins"]]
        return seated

    def named(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values by chair as values by name."""
        return {self.names[Seat(chair)]: value for chair, value in values.items()}

    def told(self, value: Any) -> Any:
        """What a rule book says, as an answer says it: names for chairs, also as keys."""
        if isinstance(value, Seat):
            return self.names[value]
        if isinstance(value, PerSeat):
            return dict(zip(self.names, value, strict=True))
        if isinstance(value, Mapping):
            return {self.told(key): self.told(part) for key, part in value.items()}
        return value
