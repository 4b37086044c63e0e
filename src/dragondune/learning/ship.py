"""Weights out of a training as they are shipped: what plays, without the critic, in little room.

python -m dragondune.learning.ship run3/learn.npz src/dragondune/learning/weights.npz
"""

import argparse
import sys
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

TRAINING_ONLY: Final = "critic"
MOST: Final = 5_000_000  # bytes that weights may take in the package


def ship(trained: Path, out: Path) -> int:
    """Write what plays; how many bytes that takes."""
    with np.load(trained) as data:
        parts = {name: data[name] for name in data.files if not name.startswith(TRAINING_ONLY)}
    part = out.with_suffix(".part")
    with part.open("wb") as file:
        np.savez_compressed(file, **cast(Any, parts))
    size = part.stat().st_size
    if size > MOST:
        part.unlink()
        raise ValueError(f"{trained} would take {size} bytes, more than the {MOST} it may.")
    part.replace(out)
    return size


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="dragondune.learning.ship", description=__doc__)
    parser.add_argument("trained", type=Path)
    parser.add_argument("out", type=Path)
    try:
        print(f"{ship(**vars(parser.parse_args()))} bytes")
    except (OSError, ValueError) as error:
        sys.exit(f"dragondune.learning.ship: {error}")
