"""Notices: their creation from announcements and at set times, and their texts."""
