"""The rule card of the Malaysian fan game: its wording and example hands."""
