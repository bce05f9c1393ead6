"""The tiles, readings and yaku of riichi rule books, as marks and rows of data."""
