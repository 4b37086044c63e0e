"""Writing so that nothing is lost, and one run at a time in a folder."""

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from dragondune.lab.problems import LabError


def write_safely(path: Path, content: bytes) -> None:
    """The whole file or none of it, even when the power goes."""
    beside = path.with_name(f".{path.name}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        _flush_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise disk_problem(path, error) from None


def disk_problem(path: Path, error: OSError) -> LabError:
    """What a failed write means."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        with contextlib.suppress(OSError):
            free = shutil.disk_usage(path.parent).free // 2**20
            return LabError(
                f"The disk is full ({free} MiB free at {path.parent}). Every game finished before is "
                "kept: make room and run the same command again."
            )
    return LabError(f"{path} cannot be written: {error.strerror or error}.")


def _flush_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One run at a time in a folder."""
    try:
        import fcntl
    except ImportError:  # not on this system
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("w")
    except OSError as error:
        raise LabError(f"{folder} cannot be written to: {error.strerror}.") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LabError(f"Another run is at work in {folder}; wait for its end.") from None
        yield
