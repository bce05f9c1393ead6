"""Views of a match: check rights, bind the form, run the action, render. They contain no rules and don't write."""
