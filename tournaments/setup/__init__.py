"""Creating and configuring tournaments: stages, scoring, counting rules, series."""
