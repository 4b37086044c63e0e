"""What records and stored games say before any of it is played: formats, versions, headers."""

from dataclasses import dataclass
from typing import Final

# Raised whenever the same actions could lead to another game than before; docs/versions.md says
# what each version changed. Older readings are not kept: what was stored by them is read so far as
# it still means the same, and says so where it does not.
RULES_VERSION: Final = 2
"""Goes up when the same actions can lead to another game; records and stored games carry it."""
RECORD_FORMAT: Final = "dragon-dune record"
GAME_FORMAT: Final = "dragon-dune game"


@dataclass(frozen=True)
class Header:
    """What a table agreed on before play: it names the rules and nothing of the position.

    Attributes:
        edition: The name of the edition.
        options: Names of options, and settings like ``gold.orcs=5``.
        contracts: Whether contracts are played.
    """

    edition: str
    options: tuple[str, ...]
    contracts: bool = True

    def to_dict(self) -> dict[str, object]:
        """As plain JSON data."""
        return {
            "rules_version": RULES_VERSION,
            "edition": self.edition,
            "options": list(self.options),
            "contracts": self.contracts,
        }


def checked_data(data: object, wanted: str) -> dict[str, object]:
    """The data, if it has this format and a version that can be read here."""
    if not isinstance(data, dict) or data.get("format") != wanted:
        raise ValueError(f"This is no {wanted}.")
    version_of(data)
    return data


def version_of(data: dict[str, object]) -> int:
    """The version of the rules by which it was played."""
    version = data.get("rules_version")
    if type(version) is not int or version < 1:
        raise ValueError(
            f"It does not say by which version of the rules it was played: {version!r}."
        )
    if version > RULES_VERSION:
        raise ValueError(f"{played_by(version)}A newer program can read it.")
    return version


def earlier_version(data: dict[str, object]) -> int:
    """The version by which the game came to its first position; 0 where it began there."""
    version = data.get("earlier_version", 0)
    return version if type(version) is int else 0


def played_by(version: int) -> str:
    """What is said first of anything that the rules of today do not fit; empty where they should."""
    if version == RULES_VERSION:
        return ""
    return (
        f"It was played by version {version} of the rules; this program plays version "
        f"{RULES_VERSION}. "
    )


def with_contracts(data: dict[str, object]) -> bool:
    """Are contracts played? Older records call them agreements."""
    return bool(data.get("contracts", data.get("agreements", True)))


def header_of(data: dict[str, object]) -> Header:
    """Edition, options, and whether contracts are played."""
    talks = with_contracts(data)
    return Header(str(data.get("edition")), tuple(words_of(data, "options")), talks)


def words_of(data: dict[str, object], name: str) -> list[str]:
    """A list of words, by the name of its field."""
    words = data.get(name)
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError(f"{name!r} must be a list of words.")
    return words


def actions_of(data: dict[str, object]) -> list[tuple[str, str]]:
    """What was done and said: seats and their lines."""
    entries = data.get("actions")
    if not isinstance(entries, list):
        raise ValueError("'actions' must be a list.")
    for entry in entries:
        if not (
            isinstance(entry, list) and len(entry) == 2 and all(isinstance(w, str) for w in entry)
        ):
            raise ValueError("Each action must be a seat and a line of text.")
    return [(entry[0], entry[1]) for entry in entries]


def chances_of(data: dict[str, object]) -> list[list[int]]:
    """How dice fell and what shuffles came to."""
    results = data.get("chances")
    if not isinstance(results, list):
        raise ValueError("'chances' must be a list of results.")
    for result in results:
        numbers = isinstance(result, list) and all(type(n) is int and 0 <= n < 64 for n in result)
        if not numbers or not result:
            raise ValueError("Each die or shuffle must be a list of small numbers.")
    return results


def script_of(data: dict[str, object]) -> list[list[int]]:
    """What the caller had decided about dice and shuffles; one left to luck is empty."""
    script = data.get("script")
    if not isinstance(script, list):
        raise ValueError("'script' must be a list of results.")
    chances_of({"chances": [result for result in script if result != []]})
    return script
