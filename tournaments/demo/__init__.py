"""A whole event played by the program, for people to look at: who comes, what they play, what happens on the way."""
