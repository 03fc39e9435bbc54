"""Write the types of the wire, of scenes and of facts for the browser: `just types`. Their one source is the Python code."""

import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

from gemtable.games.contract import GAMES
from gemtable.server import wire
from gemtable.server.app import ENDPOINTS
from gemtable.table import log

ROOT = Path(__file__).parents[1] / "web" / "src"
NOTE = "// Made by `just types` from the Python code. Change it there.\n"
PLAIN: dict[type, str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.RawType: "TableSeen",  # only the table of a view is encoded beforehand
}


class Writer:
    """Collects the interfaces of some types and writes each once, in the order they are met."""

    def __init__(self) -> None:
        self.said: dict[str, str] = {}

    def of(self, found: inspect.Type) -> str:
        """A type in TypeScript."""
        if type(found) in PLAIN:
            return PLAIN[type(found)]
        match found:
            case inspect.Metadata(annotated):
                return self.of(annotated)
            case inspect.LiteralType(values):
                return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
            case inspect.UnionType(types):
                return " | ".join(dict.fromkeys(self.of(part) for part in types))
            case inspect.ListType(item) | inspect.VarTupleType(item):
                each = self.of(item)
                return f"({each})[]" if "|" in each else f"{each}[]"
            case inspect.TupleType(items):
                return f"[{', '.join(map(self.of, items))}]"
            case inspect.DictType(_, value):
                return f"Record<string, {self.of(value)}>"
            case inspect.StructType() | inspect.DataclassType():
                return self.interface(found)
        raise TypeError(f"{found} has no form in TypeScript")

    def interface(self, found: Any) -> str:
        """The name of a type with fields; its text is kept."""
        name = named(found.cls)
        if name not in self.said:
            self.said[name] = ""  # it may hold itself
            lines = [f"  {line}" for line in self._fields(found)]
            told = (found.cls.__doc__ or "").partition("\n")[0]
            self.said[name] = "\n".join([f"/** {told} */", f"export interface {name} {{", *lines, "}"])
        return name

    def _fields(self, found: Any) -> Iterator[str]:
        tag = getattr(found, "tag", None)
        if tag is not None:
            yield f'{found.tag_field}: "{tag}";'
        elif is_dataclass(found.cls) and found.cls in FACTS:
            yield f'fact: "{found.cls.__name__.lower()}";'
        left_out = isinstance(found, inspect.StructType) and found.cls.__struct_config__.omit_defaults
        for field in found.fields:
            if field.name not in log.PRIVATE:
                optional = "?" if left_out and not field.required else ""
                yield f"{field.encode_name}{optional}: {self.of(field.type)};"

    def alias(self, name: str, *types: Any) -> None:
        """A name for several types."""
        told = " | ".join([self.of(inspect.type_info(part)) for part in types])
        self.said[name] = f"export type {name} = {told};"

    def text(self) -> str:
        return NOTE + "\n" + "\n\n".join(self.said.values()) + "\n"


FACTS: set[type] = set()


def named(cls: type) -> str:
    """Entries of the log have names that answers have, too."""
    return f"{cls.__name__}Entry" if issubclass(cls, msgspec.Struct) and cls.__struct_config__.tag_field == "entry" else cls.__name__


def wire_types() -> str:
    """Everything that goes over the wire, whatever the game."""
    writer = Writer()
    writer.of(inspect.type_info(wire.TableSeen))
    writer.alias("ToServer", wire.Command)
    writer.alias("FromServer", wire.Welcome, wire.News, wire.Done, wire.Refused, wire.Gone)
    for endpoint in ENDPOINTS:
        for part in (endpoint.body, endpoint.answer):
            if part not in (None, bytes):
                writer.of(inspect.type_info(part))
    writer.of(inspect.type_info(wire.Problem))
    writer.of(inspect.type_info(wire.Health))
    return writer.text()


def game_types(game_id: str) -> str:
    """The scene of a game and its facts."""
    writer, view = Writer(), import_module(f"gemtable.games.{game_id}.view")
    FACTS.clear()
    FACTS.update(view.Fact.__args__)
    writer.of(inspect.type_info(get_type_hints(view.scene)["return"]))
    writer.alias("Fact", *view.Fact.__args__)
    return writer.text()


def files() -> dict[Path, str]:
    """What is to be written, by path."""
    games = {ROOT / "games" / game_id / "types.ts": game_types(game_id) for game_id in GAMES}
    return {ROOT / "wire.ts": wire_types(), **games}


def main() -> int:
    """Write all of them."""
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
