"""What people may do: each action is one transaction, and the only writer. `by` does it, `record` writes it down."""
