"""Small change of what bots say."""


def counted(n: int) -> str:
    """``no units``, ``1 unit``, ``4 units``."""
    if n == 1:
        return "1 unit"
    return f"{n} units" if n else "no units"
