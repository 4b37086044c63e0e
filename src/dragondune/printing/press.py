"""Makes the PDF: the same bytes for the same order, on any machine."""

import json
import os
import tempfile
from pathlib import Path
from typing import Final

from dragondune.printing.sheets import Order, contents

TEMPLATE: Final = Path(__file__).resolve().parent / "template.typ"
NO_PRINT: Final = "dragon-dune print needs the extra 'print': pip install 'dragon-dune[print]'."
# Any fixed day will do; the file must not tell when it was made.
DAY: Final = 0


class PressError(Exception):
    """A failure the reader can do something about; its text says what."""


def make_pdf(order: Order) -> bytes:
    """All sheets as a PDF; ValueError for a game that makes no sense, PressError without Typst."""
    order.rules  # noqa: B018 - refuses what makes no sense before anything is loaded
    try:
        import typst
    except ModuleNotFoundError:
        raise PressError(NO_PRINT) from None
    data = json.dumps(contents(order), ensure_ascii=False)
    try:
        made = typst.compile(
            TEMPLATE.read_bytes(),
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"data": data},
            timestamp=DAY,
        )
    except (RuntimeError, typst.TypstError) as error:
        raise PressError(f"The sheets could not be laid out: {error}") from error
    assert isinstance(made, bytes)
    return made


def write_whole(path: Path, content: bytes) -> None:
    """Write a file or nothing: a full disk leaves no half file and the old one in place."""
    made, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(made, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
