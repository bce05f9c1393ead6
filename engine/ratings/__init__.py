"""Player ratings from the finishes of games of three. Independent of names, dates and clubs."""
