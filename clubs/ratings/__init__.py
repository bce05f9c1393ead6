"""A club's player ratings: calculation, chart and files."""
