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
LINES: Final = Counter(
    "dragondune_lines",
    "Lines that were added to the logs of tables, by their kind.",
    ["kind"],
    registry=REGISTRY,
)
counted: Final = cache(LINES.labels)  # by kind: looking a counter up takes longer than counting
WRITE: Final = Histogram(
    "dragondune_write_seconds",
    "How long a write waits until it would survive a power loss.",
    buckets=QUICK,
    registry=REGISTRY,
)
TOGETHER: Final = Histogram(
    "dragondune_write_batch",
    "Writes that were committed together.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
    registry=REGISTRY,
)
FAILED: Final = Counter(
    "dragondune_failed_writes", "Writes that the database did not take.", registry=REGISTRY
)
ANSWERS: Final = Counter(
    "dragondune_answers", "Answers to requests, by their status.", ["status"], registry=REGISTRY
)
ANSWERING: Final = Histogram(
    "dragondune_answer_seconds",
    "From a request until the first word of its answer.",
    buckets=QUICK,
    registry=REGISTRY,
)
LATE: Final = Histogram(
    "dragondune_late_seconds",
    "How late the event loop comes to what is due: everything else waits as long.",
    buckets=QUICK,
    registry=REGISTRY,
)
PASSED_ON: Final = Counter(
    "dragondune_passed_on",
    "Requests and sockets given to the process that has their table, by how.",
    ["how"],
    registry=REGISTRY,
)
LET_GO: Final = Counter(
    "dragondune_tables_let_go", "Tables that went on in another process.", registry=REGISTRY
)
TABLES: Final = Gauge(
    "dragondune_tables", "Tables in memory, by their status.", ["status"], registry=REGISTRY
)
SOCKETS: Final = Gauge(
    "dragondune_sockets",
    "People at tables, by whether they hold a seat.",
    ["who"],
    registry=REGISTRY,
)
READY: Final = Gauge(
    "dragondune_ready",
    "1 where the server takes requests and its database answers.",
    registry=REGISTRY,
)


def text() -> bytes:
    """All of it, as Prometheus reads it."""
    return generate_latest(REGISTRY)
