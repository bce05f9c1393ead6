"""What the riichi rule books share: tiles, readings, yaku, entries, sticks. It isn't a rule book itself."""
