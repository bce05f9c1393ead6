"""Match files, house-rules files and exports."""
