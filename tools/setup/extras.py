"""Which packages a command needs, by the extras of pyproject.toml, and how they get there."""

import json
import tomllib

from tools.setup import installer, places
from tools.setup.installer import make_venv
from tools.setup.package import install_package
from tools.setup.page import build_page
from tools.setup.places import say
from tools.setup.stamp import locked, read_stamp, write_stamp

EXTRAS: dict[str, tuple[str, ...]] = {
    "serve": ("table", "print"),
    "print": ("print",),
    "lab": ("lab",),
    "mcp": ("table", "mcp"),
    "match": ("train",),
}
LAB_EXTRAS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("lab", "fit"): ("train",),
    ("lab", "drama"): ("train",),
    ("lab", "search"): ("search",),
}
# Commands that work on the checkout and are not in the package: those of the folder tools.
TOOLS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("bench", "check", "contract-match", "lesson-times"), ()),
    "calibrate": ("train",),
    "inspector": ("table", "mcp", "trial"),
    **dict.fromkeys(("load", "trial"), ("table", "postgres", "trial")),
    **dict.fromkeys(
        ("screens", "film", "games", "lighthouse", "opening"),
        ("table", "print", "browser"),
    ),
}
DEV_EXTRAS = (
    "table",
    "people",
    "mcp",
    "postgres",
    "print",
    "lab",
    "ray",
    "search",
    "train",
    "envs",
    "openspiel",
    "docs",
    "dev",
)


def extras_of(words: list[str]) -> tuple[str, ...]:
    """The extras that a command line needs."""
    extras = (EXTRAS | TOOLS).get(words[0], ())
    if words[0] == "lab" and "ray" in " ".join(words).replace("=", " ").split():
        extras += ("ray",)  # --on ray
    if words[0] == "bench" and "--envs" in words:
        extras += ("envs", "openspiel", "peers")
    if words[0] == "serve" and any(word.startswith("--people") for word in words):
        extras += ("people",)
    return (*extras, *LAB_EXTRAS.get(tuple(words[:2]), ()))


def _requirements(extras: tuple[str, ...]) -> dict[str, list[str]]:
    text = (places.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pyproject = tomllib.loads(text)
    named = pyproject["project"]["optional-dependencies"]
    return {
        "build": pyproject["build-system"]["requires"],
        **{extra: _flat(extra, named) for extra in extras},
    }


def _flat(extra: str, named: dict[str, list[str]]) -> list[str]:
    """An extra may name others, as in dragon-dune[trial,browser]."""
    wanted = []
    for line in named[extra]:
        if line.startswith("dragon-dune["):
            inner = line.removeprefix("dragon-dune[").rstrip("]").split(",")
            wanted += [found for name in inner for found in _flat(name, named)]
        else:
            wanted.append(line)
    return wanted


def _install_tools(stamp: dict[str, str], extras: tuple[str, ...]) -> None:
    """What builds the package stays in .venv, so that a later change installs without network."""
    new = {
        name: wanted
        for name, wanted in _requirements(extras).items()
        if stamp.get(name) != json.dumps(wanted)
    }
    if new:
        say(f"fetching packages for {', '.join(new)}")
        installer.fetch(*(line for wanted in new.values() for line in wanted))
        stamp.update((name, json.dumps(wanted)) for name, wanted in new.items())
        write_stamp(stamp)


def set_up(extras: tuple[str, ...] = (), hurry: bool = False) -> dict[str, str]:
    """Everything that a command with these extras needs; what is installed stays as it is."""
    dev = "dev" in extras
    with locked(".venv.lock"):
        make_venv()
        stamp = read_stamp()
        _install_tools(stamp, extras)
        if "table" in extras:
            build_page(dev)
        install_package(stamp, retry=dev, hurry=hurry)
    return stamp
