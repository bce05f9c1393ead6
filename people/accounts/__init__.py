"""Sessions, passwords, and limits on guessing them."""
