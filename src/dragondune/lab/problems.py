"""What can go wrong in the laboratory and is no fault of the program."""


class LabError(Exception):
    """Something the person at the keyboard can put right; its text says what."""
