"""Fetching packages into .venv: by uv, which is quick, and by pip where uv cannot."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.setup import places
from tools.setup.places import SetupError, environment, in_venv, say

NETWORK_SIGNS = (
    "NewConnectionError",
    "NameResolutionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "SSLError",
    "Network is unreachable",
    "Temporary failure in name resolution",
    "No matching distribution found",
)
NO_VENV = (
    "This Python cannot create virtual environments. On Debian and Ubuntu they are a\n"
    "package of their own: apt install python3-venv"
)
# What pip is told on this machine, in the words of uv, which does not read pip's settings.
PIP_TO_UV = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "trusted-host": "UV_INSECURE_HOST",
    "constraint": "UV_CONSTRAINT",
    "cert": "SSL_CERT_FILE",
}


def logged(
    command: list[str], variables: dict[str, str], folder: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run it with its words kept in a log, for nobody reads them until something fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    with places.log().open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(command)}\n{done.stdout}\n")
    return done


def pip(*words: str, **variables: str) -> str:
    """Run the environment's pip; what it said, or a SetupError that explains its failure."""
    done = logged([str(in_venv("python")), "-m", "pip", *words], environment(**variables))
    if done.returncode:
        raise SetupError(explain(done.stdout))
    return done.stdout


def fetch(*requirements: str) -> None:
    """Install packages from the index."""
    uv = _uv()
    words = ["pip", "install", "--python", str(in_venv("python")), *requirements]
    if uv and not logged([uv, *words], environment(**_settings_for_uv())).returncode:
        return
    pip("install", "--no-input", *requirements)


def _uv() -> str | None:
    """The uv of this machine, or one fetched into .venv; None where pip has to do."""
    if os.environ.get("DRAGONDUNE_INSTALLER") == "pip":
        return None
    own = in_venv("uv")
    if not own.exists() and not shutil.which("uv"):
        words = ["-m", "pip", "install", "--no-input", "--only-binary", ":all:", "uv>=0.5"]
        logged([str(in_venv("python")), *words], environment())
    return str(own) if own.exists() else shutil.which("uv")


def _settings_for_uv() -> dict[str, str]:
    """An index or a certificate that pip is set to use, on the command line's behalf or a file's."""
    done = logged([str(in_venv("python")), "-m", "pip", "config", "list"], environment())
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # as pip does: the best of all indexes
    for line in done.stdout.splitlines():
        key, _, value = line.partition("=")
        name = PIP_TO_UV.get(key.rpartition(".")[2])
        if name and name not in os.environ:
            found[name] = value.strip("'\"").replace("\\n", " ")
    return found


def explain(output: str) -> str:
    """Why an installation failed, for somebody who does not know pip."""
    if "No space left on device" in output:
        return disk_full()
    if any(sign in output for sign in NETWORK_SIGNS):
        return (
            "Could not fetch a package. Is this machine online? Setting up needs the Python package\n"
            f"index once; later runs do not. Details: {places.log()}"
        )
    tail = "\n".join(output.rstrip().splitlines()[-15:])
    return f"Installing failed:\n{tail}\n\nThe whole log: {places.log()}"


def disk_full() -> str:
    """The sentence for a full disk."""
    free = shutil.disk_usage(places.ROOT).free // 2**20
    return f"The disk is full ({free} MiB free at {places.ROOT}); setting up needs about 300 MiB."


def _usable_venv() -> bool:
    """A system upgrade takes the interpreter from under an environment, or its pip away."""
    probe = "import sys, importlib.util as u; sys.exit(sys.version_info < (3, 11) or not u.find_spec('pip'))"
    try:
        command = [str(in_venv("python")), "-c", probe]
        return subprocess.run(command, env=environment(), check=False).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    """The environment, unless there is one that works."""
    if _usable_venv():
        return
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        _make_venv_by_uv()
        return
    say("creating .venv")
    try:
        venv.create(places.venv(), with_pip=True, clear=True)
    except subprocess.CalledProcessError as error:
        scarce = shutil.disk_usage(places.ROOT).free < 50 * 2**20
        raise SetupError(disk_full() if scarce else f"Could not create .venv: {error}") from error


def _make_venv_by_uv() -> None:
    """Where Python's own way is missing, uv may be at hand."""
    uv = shutil.which("uv")
    words = ["venv", "--quiet", "--seed", "--clear", "--python", sys.executable]
    if not uv or subprocess.call([uv, *words, str(places.venv())], env=environment()):
        raise SetupError(NO_VENV)
