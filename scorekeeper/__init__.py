"""Project configuration: settings, URLs, HTTP. Knows nothing of mahjong."""

__version__ = "1.1.0"
