"""What pages send, read and refused with a sentence. Forms never save."""
