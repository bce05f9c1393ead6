"""The entry of a hand of the Korean/Japanese game: questions, checklist, reading."""
