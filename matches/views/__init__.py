"""Requests in, pages out: guard, form, action, render. No rules and no writing here."""
