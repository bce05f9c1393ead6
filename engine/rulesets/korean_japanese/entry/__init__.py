"""How a hand of the Korean/Japanese game is entered: questions, checklist, and reading of entries."""
