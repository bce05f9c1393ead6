"""Creating and configuring a tournament: its stages, scoring, counting rules and series."""
