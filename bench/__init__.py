"""Benchmarks of the app and its yardsticks, in one run. Uses addresses and forms, but no code of the pages."""
