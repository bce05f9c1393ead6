"""A club's season: standings, players' pages, their pictures and files. Reads what ended matches came to."""
