"""Project configuration: settings, URLs, HTTP. Knows nothing of mahjong."""
