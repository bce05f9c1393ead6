"""The contents of a tournament's pages, in words. Independent of requests."""
