"""How a hand of the Malaysian fan game is entered: the entry sheet, the checklist and the reader."""
