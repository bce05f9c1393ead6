"""The results of a suite, as a line for people and an object for machines."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Found:
    """The result of a run. `holds`: whether the promise held or, for a control (`sabotaged`), whether it broke."""

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
        """The result as a JSON object."""
        told = {"suite": self.suite, "database": self.database, "sabotaged": self.sabotaged, "holds": self.holds}
        return json.dumps({**told, **self.facts})
