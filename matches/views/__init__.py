"""Views of a match: guard, form, action, render. They contain no rules and write nothing."""
