"""How a hand of Honshu sanma is entered: questions, checklist, and reading of entries."""
