"""Shared by webhooks and notifications: the worker for queued tasks, and requests to addresses of users."""
