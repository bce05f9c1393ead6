"""Accounts, clubs and players. Does not import the match apps."""
