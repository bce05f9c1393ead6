"""A club's pages about its matches: seasons, ratings, the activity log, personal data. The app has no models."""
