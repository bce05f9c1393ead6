"""Schedules that are stored because they are known to be best."""
