"""How a hand of riichi sanma is entered: the entry sheet, the checklist and the reader."""
