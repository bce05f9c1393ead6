"""Views of accounts and clubs."""
