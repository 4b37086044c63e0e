"""The HTTP API described in OpenAPI 3.1, for authors of clients and bots."""

import re
from functools import lru_cache
from typing import Final

import msgspec

from dragondune import __version__
from dragondune.server.wire.incoming import FillSeats, HttpAct, Join, NewTable, Rematch, StartLesson

Json = dict[str, object]

# method, path, what it does, name of the body, names of query parameters, statuses of failure
CALLS: Final = (
    ("get", "/api/meta", "Editions, options, bots and bounds of handicaps.", "", "", ""),
    ("get", "/api/home", "Where others in the network find this server.", "", "", ""),
    ("get", "/api/map", "The board as data to draw.", "", "", ""),
    ("get", "/api/rules", "The rulebook of one game.", "", "edition options", "400"),
    ("get", "/api/rules/{rule}", "One rule.", "", "edition options", "400 404"),
    (
        *("get", "/api/print/{edition}.pdf", "The game on paper, as PDF.", ""),
        *("paper options", "400 404 501 503"),
    ),
    ("get", "/api/guides/{faction}", "A page about a faction.", "", "edition options", "400"),
    ("get", "/api/lessons", "The lessons that can be taken.", "", "", ""),
    ("get", "/api/lessons/{name}", "What a lesson tells, step by step.", "", "", "404"),
    ("post", "/api/lessons/{name}", "Sit down to it.", "StartLesson", "", "400 404 429 503"),
    ("get", "/api/tables", "Open, watchable and my tables.", "", "token", ""),
    ("post", "/api/seals", "A commitment for the next table.", "", "", "429"),
    ("post", "/api/tables", "Open a table.", "NewTable", "", "400 409 413 429 503"),
    ("get", "/api/tables/{id}", "A table's header.", "", "", "404"),
    ("post", "/api/tables/{id}/join", "Take a seat.", "Join", "", "400 404 409"),
    (
        *("post", "/api/tables/{id}/bots", "Give free seats to bots, and begin.", "FillSeats"),
        *("", "400 401 404 409"),
    ),
    ("post", "/api/tables/{id}/leave", "Leave a waiting table.", "", "", "401 404 409"),
    ("post", "/api/tables/{id}/rematch", "Play again.", "Rematch", "", "400 403 404 409"),
    ("get", "/api/tables/{id}/record", "Record and seed, after the end.", "", "", "404 409"),
    ("get", "/api/tables/{id}/seat", "The position as my seat sees it.", "", "seen", "401 404 409"),
    ("post", "/api/tables/{id}/act", "Play an action.", "HttpAct", "", "400 401 404 409"),
)
SEATED: Final = frozenset(f"/api/tables/{{id}}/{what}" for what in ("seat", "act", "bots", "leave"))
BODIES: Final = (NewTable, StartLesson, Join, FillSeats, Rematch, HttpAct)


@lru_cache(maxsize=1)
def openapi_json() -> Json:
    """The whole document."""
    _, schemas = msgspec.json.schema_components(BODIES, ref_template="#/components/schemas/{name}")
    paths: dict[str, Json] = {}
    for method, path, summary, body, query, failures in CALLS:
        paths.setdefault(path, {})[method] = _call(path, summary, body, query, failures)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dragon Dune",
            "version": __version__,
            "description": "Lobby, rules, records and play. Sockets: see docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Error": _error_schema()},
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _call(path: str, summary: str, body: str, query: str, failures: str) -> Json:
    named = re.findall(r"\{(\w+)\}", path)
    parameters = [_parameter(name, "path") for name in named]
    parameters += [_parameter(name, "query") for name in query.split()]
    status = "201" if body and path not in SEATED else "200"
    content: Json = {"application/pdf": {}} if path.endswith(".pdf") else _json({"type": "object"})
    responses: Json = {status: {"description": "Done.", "content": content}}
    for code in failures.split():
        error = _json({"$ref": "#/components/schemas/Error"})
        responses[code] = {"description": "Refused; nothing has changed.", "content": error}
    call: Json = {"summary": summary, "parameters": parameters, "responses": responses}
    if body:
        schema: Json = {"$ref": f"#/components/schemas/{body}"}
        call["requestBody"] = {"required": True, "content": _json(schema)}
    if path in SEATED:
        call["security"] = [{"seat": []}]
    return call


def _parameter(name: str, where: str) -> Json:
    schema = {"type": "integer"} if name == "seen" else {"type": "string"}
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _error_schema() -> Json:
    rule = {"type": ["string", "null"]}
    inner = {"type": "object", "properties": {"rule": rule, "text": {"type": "string"}}}
    return {"type": "object", "properties": {"error": inner}, "required": ["error"]}
