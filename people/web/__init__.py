"""Helpers for requests and responses that every app uses."""
