"""Files for download: one table in several formats, and the responses that send them."""
