"""Views for creating and configuring tournaments."""
