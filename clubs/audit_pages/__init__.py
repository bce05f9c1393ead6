"""The activity log of a match, a club or an account, in sentences."""
