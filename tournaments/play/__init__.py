"""A round while it is played: tables, clock, results, substitutions, penalties."""
