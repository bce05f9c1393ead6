"""The rule card of the Korean/Japanese game: its wording and example hands."""
