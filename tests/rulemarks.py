"""Says which rules a test is about: the coverage of the rulebook reads these marks.

@rule("V4", "ruling 74")                    in the newest edition
@rule("V4", edition="first r2")             in these
@rule("V4", edition="all")                  in all five
"""

import pytest


def rule(*ids: str, edition: str = "r9") -> pytest.MarkDecorator:
    """Mark a test with the rules it shows and the editions it shows them in."""
    return pytest.mark.rule(*ids, edition=edition)
