"""What is wrong with a configuration, in a sentence, before anybody is let in."""

from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from dragondune.bots import make_bot
from dragondune.review.work import EFFORTS
from dragondune.server.config import Config


def wrong_with(config: Config) -> str:
    """The first thing that cannot be; empty where all is well."""
    return next(_wrongs(config), "")


def _wrongs(config: Config) -> Iterator[str]:
    yield from _of_words("--log", config.log, ("text", "json"))
    yield from _of_words("--review-effort", config.review_effort, ("", *EFFORTS))
    for flag, text in (("--proxies", config.proxies), ("--operators", config.operators)):
        yield from _of_addresses(flag, text)
    yield from _of_link("--home", config.home, ("http", "https"))
    yield from _of_link("--mail", config.mail, ("smtp", "smtps"))
    try:
        make_bot(config.stand_in)
    except ValueError as error:
        yield f"--stand-in: {error}"


def _of_words(flag: str, word: str, words: tuple[str, ...]) -> Iterator[str]:
    if word not in words:
        yield f"{flag} is {' or '.join(filter(None, words))}, not {word!r}."


def _of_addresses(flag: str, text: str) -> Iterator[str]:
    for word in filter(None, (one.strip() for one in text.split(","))):
        if word != "*" and not _is_address(word):
            yield f"{flag} names addresses such as 127.0.0.1 or ::1, not {word!r}."


def _is_address(word: str) -> bool:
    try:
        ip_address(word)
    except ValueError:
        return False
    return True


def _of_link(flag: str, text: str, schemes: tuple[str, ...]) -> Iterator[str]:
    try:
        link = urlsplit(text)
        good = not text or (link.scheme in schemes and bool(link.hostname) and link.port != 0)
    except ValueError:  # a port that is none
        good = False
    if not good:
        yield f"{flag} begins with {schemes[0]}:// and names a server, which {text!r} does not."
