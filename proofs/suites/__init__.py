"""One file a suite: `run(place, size, seed)` gives what was found, the control last."""
