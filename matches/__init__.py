"""The match of one table: house rules, players and event log. Independent of tournaments."""
