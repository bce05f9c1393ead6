"""The rule card of riichi sanma."""
