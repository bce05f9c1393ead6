"""What a club sees of its matches: seasons, ratings, the activity log, personal data. No models."""
