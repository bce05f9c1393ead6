"""One module per suite: `run(place, size, seed)` yields the results, the control last."""
