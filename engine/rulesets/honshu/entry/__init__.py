"""The entry of a hand of Honshu sanma: questions, checklist, reading."""
