"""Shared by webhooks and notifications: the worker for queued tasks, and HTTP requests to URLs that users enter."""
