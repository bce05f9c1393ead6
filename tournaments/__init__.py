"""A club's tournaments: who enters, who sits where, what the games come to. Matches know nothing of it."""
