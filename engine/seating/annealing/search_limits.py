"""How long a search may go on, who is told, and how it is stopped. Knows no clock but the one it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

EVERY = 256  # steps between two tellings


def go_on(_done: float) -> bool:
    """Nobody listens: never stop early."""
    return True


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `steps` steps. `tell` hears the share done, 0 to 1, and returns whether to go on: with False the search
    ends with the best so far. With a `clock` (seconds, rising) at most `seconds` as well; without one the same seed
    gives the same answer on every machine."""

    steps: int = 300_000
    tell: Callable[[float], bool] = go_on
    clock: Callable[[], float] | None = None
    seconds: float = 10.0

    def split(self, *weights: int) -> tuple[Budget, ...]:
        """Budgets for parts of the work, one after the other. The listener hears the share of the whole;
        once it stopped one part, it is not asked again and stops the others."""
        total, before, parts, listener = sum(weights), 0, [], _Listener(self.tell)
        for weight in weights:
            steps, seconds = self.steps * weight // total, self.seconds * weight / total
            parts.append(Budget(steps, listener.part(before / total, weight / total), self.clock, seconds))
            before += weight
        return tuple(parts)

    def going(self) -> Iterator[float]:
        """The share done, once a step, until the budget is spent or somebody stops it."""
        begun = self.clock() if self.clock else 0.0
        share = 0.0
        for step in range(self.steps):
            if step % EVERY == 0:
                share = step / self.steps
                if self.clock:
                    share = max(share, (self.clock() - begun) / self.seconds)
                if share >= 1 or not self.tell(share):
                    return
            yield share


@dataclass(slots=True)
class _Listener:
    """Who is told by the parts of a search."""

    tell: Callable[[float], bool]
    going: bool = True

    def part(self, begin: float, width: float) -> Callable[[float], bool]:
        def told(share: float) -> bool:
            self.going = self.going and self.tell(begin + width * share)
            return self.going

        return told
