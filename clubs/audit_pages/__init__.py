"""The activity log in words: of a match, of a club, of an account."""
