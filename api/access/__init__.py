"""Who uses the API: tokens, the identification of requests, and keys of repeated requests."""
