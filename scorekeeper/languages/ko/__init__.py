"""Korean date formats."""
