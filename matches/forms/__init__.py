"""Forms that start and configure a match: players, house rules, point value. They never save."""
