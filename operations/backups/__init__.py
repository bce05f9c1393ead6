"""Backups: one file with the database, the secret key and a manifest. See docs/hosting.md, "Backup"."""
