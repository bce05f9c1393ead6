"""Forms that record what happened in a hand. They ask the engine and never save."""
