"""Tables whose server is killed again and again: what they were promised has to be true afterwards."""
