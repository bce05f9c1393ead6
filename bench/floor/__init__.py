"""The yardstick: the least that a Django site does for such a page and such a form. Imports nothing from the app."""
