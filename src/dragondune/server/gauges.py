"""What a server counts about itself, in the words of Prometheus (``/metrics``).

Numbers alone: no name, no address, nothing of any game.
"""

from functools import cache
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
MANY: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def _counter(name: str, what: str, *by: str) -> Counter:
    return Counter(f"dragondune_{name}", what, by, registry=REGISTRY)


def _gauge(name: str, what: str, *by: str) -> Gauge:
    return Gauge(f"dragondune_{name}", what, by, registry=REGISTRY)


def _histogram(name: str, what: str, buckets: tuple[float, ...] = QUICK) -> Histogram:
    return Histogram(f"dragondune_{name}", what, buckets=buckets, registry=REGISTRY)


LINES: Final = _counter("lines", "Lines added to the logs of tables, by their kind.", "kind")
counted: Final = cache(LINES.labels)  # by kind: looking a counter up takes longer than counting
WRITE: Final = _histogram(
    "write_seconds", "How long a write waits until it would survive a power loss."
)
TOGETHER: Final = _histogram("write_batch", "Writes that were committed together.", MANY)
FAILED: Final = _counter("failed_writes", "Writes that the database did not take.")
ANSWERS: Final = _counter("answers", "Answers to requests, by their status.", "status")
ANSWERING: Final = _histogram(
    "answer_seconds", "From a request until the first word of its answer."
)
LATE: Final = _histogram(
    "late_seconds", "How late the event loop comes to what is due: everything else waits as long."
)
COLLECTING: Final = _histogram(
    "collect_seconds", "How long the garbage collector kept everything else waiting."
)
PASSED_ON: Final = _counter(
    "passed_on", "Requests and sockets given to the process that has their table, by how.", "how"
)
LET_GO: Final = _counter("tables_let_go", "Tables that went on in another process, or rest.")
TABLES: Final = _gauge("tables", "Tables in memory, by their status.", "status")
SOCKETS: Final = _gauge("sockets", "People at tables, by whether they hold a seat.", "who")
READY: Final = _gauge("ready", "1 where the server takes requests and its database answers.")


def text() -> bytes:
    """All of it, as Prometheus reads it."""
    return generate_latest(REGISTRY)
