"""The parts that the riichi rule books share: tiles, readings, yaku, entries, sticks. Not itself a rule book."""
