"""Transactions, the write lock of SQLite, and append-only tables."""
