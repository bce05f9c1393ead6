"""Exports of a tournament, and its archive, which can be imported."""
