"""Accounts, clubs and players. Imports nothing about matches."""
