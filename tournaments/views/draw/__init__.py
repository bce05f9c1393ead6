"""Views for drawing, rounds and seat changes."""
