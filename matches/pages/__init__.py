"""Contexts of a match's pages, computed from its log."""
