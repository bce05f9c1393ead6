"""What `tools/mutants.py` is made of: small mistakes put into the source, and the tests that ought to notice them."""
