"""The entry of a hand of the Malaysian fan game: questions, checklist, reading."""
