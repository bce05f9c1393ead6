"""A club's season: standings, player pages, charts and files."""
