"""The endpoints of `/api/v1/`, a module for each kind of thing."""
