"""The parts of the fuzzer: values, pages, addresses, a world to fuzz, and requests."""
