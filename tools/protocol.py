"""Makes what is said about the protocol from its structs in ``dragondune.server.wire``.

python tools/protocol.py            writes the page's types and those in docs/protocol.md
python tools/protocol.py --check    writes nothing, and fails where one of them is stale
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path

import msgspec
from msgspec import inspect

from dragondune.model.events import Event
from dragondune.review import result
from dragondune.server.wire import (
    circles,
    cups,
    days,
    documents,
    incoming,
    outgoing,
    parts,
    people,
    ranks,
    reviews,
)

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "web" / "src" / "generated" / "types.ts"
DOCS = ROOT / "docs" / "protocol.md"
BEGIN, END = "<!-- types: made by tools/protocol.py -->", "<!-- end of types -->"

# Literals that have a name of their own, and those whose dicts hold every key.
ALIASES = {
    "FactionName": incoming.Faction,
    "Side": parts.Side,
    "Colour": parts.Colour,
    "SeatKind": outgoing.SeatKind,
    "Status": outgoing.Status,
    "Ends": parts.Ends,
    "TerritoryKind": documents.TerritoryKind,
    "PaceKind": incoming.PaceKind,
    "ReviewState": reviews.ReviewState,
    "ContractDeed": incoming.ContractDeed,
}
COMPLETE = {"Side"}
SIMPLE = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.StrType: "string",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def literal_names() -> dict[frozenset[object], str]:
    return {frozenset(typing.get_args(alias)): name for name, alias in ALIASES.items()}


def written(found: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    if type(found) in SIMPLE:
        return SIMPLE[type(found)]
    if isinstance(found, inspect.Metadata):
        return str((found.extra or {}).get("typescript") or written(found.type))
    if isinstance(found, inspect.LiteralType):
        named = literal_names().get(frozenset(found.values))
        return named or " | ".join(f'"{value}"' for value in found.values)
    if isinstance(found, inspect.UnionType):
        return " | ".join(written(one) for one in found.types)
    if isinstance(found, inspect.ListType):
        inner = written(found.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(found, inspect.TupleType):
        return f"[{', '.join(written(one) for one in found.item_types)}]"
    if isinstance(found, inspect.NamedTupleType):
        return f"[{', '.join(f'{one.name}: {written(one.type)}' for one in found.fields)}]"
    if isinstance(found, inspect.DictType):
        return record(written(found.key_type), written(found.value_type))
    if isinstance(found, inspect.StructType | inspect.DataclassType):
        return found.cls.__name__
    raise TypeError(f"no TypeScript for {found!r}")


def record(key: str, value: str) -> str:
    whole = f"Record<{key}, {value}>"
    return whole if key == "string" or key in COMPLETE else f"Partial<{whole}>"


def comment(cls: type, indent: str = "") -> list[str]:
    """The docstring, as a comment."""
    lines = [line.strip() for line in (cls.__doc__ or "").strip().splitlines()]
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def members(cls: type, always: bool) -> Iterator[str]:
    """The fields of a struct; ``always``: those with a default are sent all the same."""
    found = inspect.type_info(cls)
    assert isinstance(found, inspect.StructType | inspect.DataclassType)
    if isinstance(found, inspect.StructType) and found.tag is not None:
        yield f'{found.tag_field}: "{found.tag}";'
    hints = typing.get_type_hints(cls)
    for field in found.fields:
        unset = msgspec.UnsetType in typing.get_args(hints[field.name])
        optional = unset or not (field.required or always)
        yield f"{field.encode_name}{'?' if optional else ''}: {written(field.type)};"


def interface(cls: type, always: bool = True) -> str:
    head, end = f"export interface {cls.__name__} {{", "}"
    if cls is parts.GameEvent:
        head, end = f"export type {cls.__name__} = Told & {{", "};"
    lines = [f"  {member}" for member in members(cls, always)]
    return "\n".join([*comment(cls), head, *lines, end])


def told(kind: type[Event]) -> str:
    """The fields of a kind of event."""
    fields = [f"{name}: {meaning.script}" for name, meaning in kind.FIELDS.items()]
    return "{ " + "; ".join([f'kind: "{kind.kind}"', *fields]) + " }"


def own_structs(module: types.ModuleType) -> list[type[msgspec.Struct]]:
    """The structs that a module defines, without those that only gather others."""
    return [
        one
        for one in vars(module).values()
        if isinstance(one, type)
        and issubclass(one, msgspec.Struct)
        and one.__module__ == module.__name__
        and one.__struct_fields__
    ]


def own_dataclasses(module: types.ModuleType) -> list[type]:
    """The same of a module that knows nothing of messages."""
    return [one for one in vars(module).values() if isinstance(one, type) and is_dataclass(one)]


def union(name: str, text: str, options: list[str]) -> str:
    lines = [f"  | {option}" for option in options]
    return "\n".join([f"/** {text} */", f"export type {name} =", *lines]) + ";"


def said(cls: type[msgspec.Struct]) -> str:
    """A message of a client; the page adds its number."""
    inner = " ".join(members(cls, always=False)).rstrip(";")
    return f"{{ {inner} }}"


def with_accounts() -> list[type[msgspec.Struct]]:
    """What is said where a server keeps accounts."""
    return [one for module in (people, days, ranks, circles, cups) for one in own_structs(module)]


def typescript() -> str:
    """All of it."""
    sent = [
        *own_structs(parts),
        *own_structs(outgoing),
        *own_structs(documents),
        *own_dataclasses(result),
        *own_structs(reviews),
        *(one for one in with_accounts() if not issubclass(one, people.Body)),
    ]
    taken: list[type[msgspec.Struct]] = [incoming.OrderSet, incoming.Pace]
    bodies = [one for one in own_structs(incoming) if one not in taken and not is_message(one)]
    bodies += [one for one in with_accounts() if issubclass(one, people.Body)]
    pieces = [
        *(f"export type {name} = {choices(alias)};" for name, alias in ALIASES.items()),
        *(interface(one) for one in [*taken, *sent]),
        union("Told", "The fields of an event, by its kind.", [*map(told, Event.KINDS.values())]),
        union("ServerMessage", "Anything that comes over a table's socket.", names(outgoing)),
        union("ClientMessage", "Anything that a client may say there.", client_messages()),
        *(interface(one, always=False) for one in bodies),
    ]
    return "\n\n".join(pieces) + "\n"


def choices(alias: object) -> str:
    return " | ".join(f'"{value}"' for value in typing.get_args(alias))


def is_message(cls: type[msgspec.Struct]) -> bool:
    return cls.__struct_config__.tag is not None


def names(module: types.ModuleType) -> list[str]:
    return [one.__name__ for one in own_structs(module) if is_message(one)]


def client_messages() -> list[str]:
    return [said(one) for one in own_structs(incoming) if is_message(one)]


def page_file() -> str:
    head = "// Made from src/dragondune/server/wire by tools/protocol.py: change it there.\n\n"
    return head + typescript()


def docs_file(text: str) -> str:
    """The page of the docs, with the types in their place."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n```text\n{typescript()}```\n\n{END}{after}"


def files() -> dict[Path, str]:
    return {PAGE: page_file(), DOCS: docs_file(DOCS.read_text(encoding="utf-8"))}


def stale() -> list[Path]:
    """The files that do not say what the structs say."""
    return [
        path
        for path, text in files().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def main(argv: list[str]) -> int:
    if "--check" in argv:
        for path in stale():
            print(f"{path.relative_to(ROOT)} is stale: run python tools/protocol.py")
        return 1 if stale() else 0
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
