"""Transactions, SQLite's write lock, and append-only tables."""
