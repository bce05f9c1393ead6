"""Search for good schedules by simulated annealing, and repair of schedules while a tournament runs."""
