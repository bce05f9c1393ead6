"""What the entry sheet of a hand shows beside its form fields."""
