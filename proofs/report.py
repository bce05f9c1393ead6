"""What a suite found, as a line for people and an object for machines. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Found:
    """`holds`: whether the promise held, or, of a control (`sabotaged`: what was taken away), whether it broke."""

    suite: str
    database: str
    holds: bool
    facts: dict[str, Any] = field(default_factory=dict)
    sabotaged: str = ""

    def __str__(self) -> str:
        facts = ", ".join(
            f"{name} {value:,}" if isinstance(value, int) else f"{name} {value}" for name, value in self.facts.items()
        )
        what = f"{self.suite} on {self.database}" + (f", without {self.sabotaged}" if self.sabotaged else "")
        verdict = (
            ("broke, as it must" if self.sabotaged else "held")
            if self.holds
            else ("DID NOT BREAK" if self.sabotaged else "FAILED")
        )
        return f"{what}: {verdict}. {facts}"

    def line(self) -> str:
        """One JSON object."""
        told = {"suite": self.suite, "database": self.database, "sabotaged": self.sabotaged, "holds": self.holds}
        return json.dumps({**told, **self.facts})
