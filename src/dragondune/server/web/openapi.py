"""The HTTP API described in OpenAPI 3.1, for authors of clients and bots."""

import re
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from dragondune import __version__
from dragondune.server.wire import documents as d
from dragondune.server.wire import incoming as m
from dragondune.server.wire import reviews as r
from dragondune.server.wire.outgoing import TableHeader, UpdateMessage

Json = dict[str, object]
REFERENCE: Final = "#/components/schemas/{name}"
GAME: Final = "edition options"


class Call(NamedTuple):
    """A call: what it does, what it takes, and what it answers."""

    method: str
    path: str
    summary: str
    answer: Any = None
    body: type | None = None
    query: str = ""
    failures: str = ""


CALLS: Final = (
    Call("get", "/api/meta", "Editions, options and bots.", d.ServerMeta),
    Call("get", "/api/home", "Where others in the network find this server.", d.Home),
    Call("get", "/api/map", "The board as data to draw.", d.BoardMap),
    Call("get", "/api/rules", "The rulebook of one game.", d.Book, None, GAME, "400"),
    Call(
        "get",
        "/api/house-rules",
        "What a table can set, and what the edition says.",
        list[d.HouseRuleGroup],
        None,
        GAME,
        "400",
    ),
    Call("get", "/api/rules/{rule}", "One rule.", d.RuleText, None, GAME, "400 404"),
    Call("get", "/api/print", "How the game can be printed.", d.PrintOrder),
    Call(
        "get",
        "/api/print/{edition}.pdf",
        "The game on paper, as PDF.",
        None,
        None,
        "paper cards duplex ink parts options",
        "400 404 501 503",
    ),
    Call(
        "get", "/api/guides/{faction}", "A page about a faction.", d.FactionGuide, None, GAME, "400"
    ),
    Call("get", "/api/lessons", "The lessons that can be taken.", list[d.LessonCard]),
    Call(
        "get",
        "/api/lessons/{name}",
        "What a lesson tells, step by step.",
        d.LessonText,
        None,
        "",
        "404",
    ),
    Call(
        "post",
        "/api/lessons/{name}",
        "Sit down to it.",
        d.MadeTable,
        m.StartLesson,
        "",
        "400 404 429 503",
    ),
    Call(
        "get",
        "/api/tables",
        "Open, watchable and my tables.",
        d.TableList,
        None,
        "token before",
        "429",
    ),
    Call("post", "/api/seals", "A commitment for the next table.", d.Seal, None, "", "429"),
    Call(
        "post", "/api/tables", "Open a table.", d.MadeTable, m.NewTable, "", "400 409 413 429 503"
    ),
    Call("get", "/api/tables/{id}", "A table's header.", TableHeader, None, "", "404"),
    Call("post", "/api/tables/{id}/join", "Take a seat.", d.TakenSeat, m.Join, "", "400 404 409"),
    Call(
        "post",
        "/api/tables/{id}/bots",
        "Give free seats to bots, and begin.",
        TableHeader,
        m.FillSeats,
        "",
        "400 401 404 409",
    ),
    Call(
        "post",
        "/api/tables/{id}/host",
        "Let somebody in, or send somebody away, as the host.",
        TableHeader,
        m.HostDecision,
        "",
        "400 401 403 404 409",
    ),
    Call(
        "post",
        "/api/tables/{id}/name",
        "Be called otherwise at a table.",
        TableHeader,
        m.Rename,
        "",
        "400 401 404 409",
    ),
    Call(
        "post",
        "/api/tables/{id}/people",
        "Nudge somebody, vote that a bot plays for them; leave, come back or resign.",
        TableHeader,
        m.PeopleWish,
        "",
        "400 401 403 404 409 429",
    ),
    Call(
        "post", "/api/tables/{id}/leave", "Leave a waiting table.", d.Done, None, "", "401 404 409"
    ),
    Call(
        "post",
        "/api/tables/{id}/rematch",
        "Play again.",
        d.MadeTable,
        m.Rematch,
        "",
        "400 403 404 409",
    ),
    Call(
        "get",
        "/api/tables/{id}/record",
        "Record and seed, after the end.",
        d.GameRecord,
        None,
        "",
        "404 409",
    ),
    Call(
        "get",
        "/api/tables/{id}/review",
        "A finished game's review, or how far it is.",
        r.ReviewStatus,
        None,
        "",
        "404 409",
    ),
    Call(
        "post",
        "/api/tables/{id}/review",
        "Have a finished game reviewed.",
        r.ReviewStatus,
        None,
        "",
        "404 409 429 501 503",
    ),
    Call(
        "get",
        "/api/tables/{id}/picture.{kind}",
        "The curves of a reviewed game, as PNG or SVG.",
        None,
        None,
        "",
        "404 501",
    ),
    Call(
        "get",
        "/api/tables/{id}/qr.svg",
        "The link to a finished game, as a QR code.",
        None,
        None,
        "",
        "404 409 501",
    ),
    Call(
        "get",
        "/api/tables/{id}/frames",
        "Moments of a finished game, with all hands open.",
        list[r.Frame],
        None,
        "first number",
        "400 404 409",
    ),
    Call(
        "post",
        "/api/tables/{id}/fork",
        "Play on from a moment of a finished game against bots.",
        d.MadeTable,
        m.ForkWish,
        "",
        "400 404 409 429 503",
    ),
    Call(
        "get",
        "/api/tables/{id}/chance",
        "A lone player's chance to win, by what they know.",
        r.LiveChance,
        None,
        "",
        "401 403 404 409 503",
    ),
    Call(
        "get",
        "/api/tables/{id}/seat",
        "The position as my seat sees it.",
        UpdateMessage,
        None,
        "seen",
        "401 404 409",
    ),
    Call(
        "get",
        "/api/tables/{id}/story",
        "A page of what my seat heard before an event.",
        d.StoryPage,
        None,
        "before",
        "400 401 404 409",
    ),
    Call(
        "post",
        "/api/tables/{id}/act",
        "Play an action.",
        d.ActDone,
        m.HttpAct,
        "",
        "400 401 404 409",
    ),
    Call(
        "post",
        "/api/tables/{id}/keep",
        "For the keeper of the server: end or delete a table, take its talk out, silence a seat.",
        d.Done,
        m.KeepTable,
        "",
        "400 401 404 409",
    ),
)
SEATED: Final = frozenset(
    f"/api/tables/{{id}}/{what}"
    for what in ("seat", "story", "act", "bots", "people", "leave", "chance", "claim")
)
HOSTED: Final = "/api/tables/{id}/host"


def _types(calls: tuple[Call, ...]) -> list[Any]:
    shown = (kind for call in calls for kind in (call.answer, call.body) if kind is not None)
    return [*dict.fromkeys(shown), d.ErrorAnswer]


@lru_cache(maxsize=2)
def openapi_json(calls: tuple[Call, ...] = CALLS) -> Json:
    """The whole document, of the calls that a server answers."""
    types = _types(calls)
    shapes, schemas = msgspec.json.schema_components(types, ref_template=REFERENCE)
    shape_of = dict(zip(map(repr, types), shapes, strict=True))
    paths: dict[str, Json] = {}
    for call in calls:
        paths.setdefault(call.path, {})[call.method] = _call(call, shape_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dragon Dune",
            "version": __version__,
            "description": "Lobby, rules, records and play. Sockets: see docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _call(call: Call, shape_of: dict[str, Json]) -> Json:
    named = re.findall(r"\{(\w+)\}", call.path)
    parameters = [_parameter(name, "path") for name in named]
    parameters += [_parameter(name, "query") for name in call.query.split()]
    content = {"application/pdf": {}} if call.answer is None else _json(shape_of[repr(call.answer)])
    responses: Json = {_status(call): {"description": "Done.", "content": content}}
    for code in call.failures.split():
        error = _json(shape_of[repr(d.ErrorAnswer)])
        responses[code] = {"description": "Refused; nothing has changed.", "content": error}
    told: Json = {"summary": call.summary, "parameters": parameters, "responses": responses}
    if call.body is not None:
        told["requestBody"] = {"required": True, "content": _json(shape_of[repr(call.body)])}
    if call.path in SEATED or call.path == HOSTED:
        told["security"] = [{"seat": []}]
    return told


def _status(call: Call) -> str:
    """What is made anew is answered by 201."""
    made = call.method == "post" and call.path not in SEATED and call.path != HOSTED
    made = made and not call.path.startswith("/api/people/")
    return "201" if made else "200"


def _parameter(name: str, where: str) -> Json:
    schema = {"type": "integer"} if name in ("seen", "before") else {"type": "string"}
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}
