"""A goulash in place of another entry."""

from __future__ import annotations

from typing import Any

from matches.forms.entry import ReasonForm


class DrawForm(ReasonForm):
    """Nothing to choose: nobody won."""

    kind = "draw"

    @property
    def payload(self) -> dict[str, Any]:
        """The drawn hand as the log takes it."""
        return {"draw": True}
