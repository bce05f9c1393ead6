"""The rule card of the Malaysian fan game: texts and examples."""
