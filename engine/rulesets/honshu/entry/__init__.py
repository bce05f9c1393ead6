"""How a hand of Honshu sanma is entered: the entry sheet, the checklist and the reader."""
