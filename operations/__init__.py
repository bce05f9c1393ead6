"""What who runs the server needs: backup, restore, verification, readiness. Knows no page."""
