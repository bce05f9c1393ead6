"""The rule card of the Korean/Japanese game: texts and examples."""
