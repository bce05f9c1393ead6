"""Views for tables, results, the clock and penalties."""
