"""The parts of an entry sheet that aren't form fields."""
