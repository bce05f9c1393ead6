"""Project configuration: settings, URLs, HTTP. Contains no mahjong rules."""

__version__ = "1.1.0"
