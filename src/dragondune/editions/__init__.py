"""The five editions, each a diff of the one before it, and the options that change them."""
