"""Clean, compare and sort names and other typed text."""
