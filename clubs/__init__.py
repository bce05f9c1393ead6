"""A club's pages about its matches: seasons, ratings, the activity log, personal data. Has no models."""
