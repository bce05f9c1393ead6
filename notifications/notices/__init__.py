"""Notices: which ones an announcement or the clock gives rise to, and their texts."""
