"""Forms that record what happened in a hand. The engine validates the values; the forms never save."""
