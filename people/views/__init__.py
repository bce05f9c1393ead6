"""Pages of accounts, of clubs and their people: guard, form, action, page."""
