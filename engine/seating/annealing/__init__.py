"""Search for good schedules by simulated annealing, and repair of schedules during a tournament."""
