"""How a hand of the Malaysian fan game is entered: questions, checklist, and reading of entries."""
