"""Who: users, and later clubs and players. Knows no match."""
