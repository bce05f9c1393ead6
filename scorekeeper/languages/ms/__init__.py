"""Malay date formats."""
