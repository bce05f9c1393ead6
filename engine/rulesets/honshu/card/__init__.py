"""The rule card of Honshu sanma: its wording, example hands and payment table."""
