"""How a hand of the Korean/Japanese game is entered: the entry sheet, the checklist and the reader."""
