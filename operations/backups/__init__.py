"""Backups: one file with the database, the key of the site and a manifest. docs/hosting.md, "Backup"."""
