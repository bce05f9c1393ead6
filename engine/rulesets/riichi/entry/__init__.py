"""How a hand is entered in riichi rule books: the reader, the checklist and the entry sheet."""
