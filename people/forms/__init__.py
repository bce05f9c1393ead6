"""Forms: they validate what pages send. They never save."""
