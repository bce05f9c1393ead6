"""Downloads: one table in several file formats, and the responses that send files."""
