"""Helpers for requests and responses, used by every app."""
