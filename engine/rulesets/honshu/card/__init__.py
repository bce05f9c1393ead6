"""The rule card of Honshu sanma: texts, examples and the table of payments."""
