"""What the fuzzer is made of: values, pages read, addresses, a world to fuzz, and the requests themselves."""
