"""The rule card of riichi sanma: its wording, example hands, fu and payment tables."""
