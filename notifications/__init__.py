"""Notifications for players and organisers, by web push and e-mail."""
