"""What other rooms' templates show of tournaments."""
