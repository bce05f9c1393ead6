"""Forms of the tournament pages. They parse and never save."""
