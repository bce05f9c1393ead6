"""One table: house rules, the match and its event log. Knows no tournament."""
