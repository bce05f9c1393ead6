"""Forms, which validate submitted data. They never save."""
