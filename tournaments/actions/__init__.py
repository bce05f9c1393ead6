"""The only writers of a tournament: plain verbs, each one transaction."""
