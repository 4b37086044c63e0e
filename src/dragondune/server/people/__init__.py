"""People who come back: accounts, where they are signed in, and the seats that are theirs."""
