"""Backup, restore, verification and readiness checks for the person who runs the server. The app imports no views."""
