"""The OpenAPI page, made from the endpoints and the wire types: it says what the decoders take, and nothing else."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from gemtable import __version__
from gemtable.server import wire
from gemtable.server.api.endpoint import Endpoint

REF = "#/components/schemas/{name}"
PROBLEMS = ("400", "401", "403", "404", "405", "409", "413", "422", "429", "503", "507")


@cache
def openapi(endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    """The whole page."""
    types = _types(endpoints)
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    said = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, said)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Gemtable", "version": __version__, "description": "See docs/protocol.md."},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _types(endpoints: Iterable[Endpoint]) -> list[Any]:
    types: list[Any] = [wire.Problem, wire.Refused]
    for endpoint in endpoints:
        types += [part for part in (endpoint.body, endpoint.answer, *endpoint.query.values()) if part not in (None, bytes)]
    return [kind for number, kind in enumerate(types) if kind not in types[:number]]


def _operation(endpoint: Endpoint, said: dict[str, Any]) -> dict[str, Any]:
    parameters = [_parameter(name, "path", {"type": "string", "minLength": 1}) for name in re.findall(r"{(\w+)}", endpoint.path)]
    parameters += [_parameter(name, "query", said[repr(kind)]) for name, kind in endpoint.query.items()]
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.told,
        "parameters": parameters,
        "responses": _responses(endpoint, said),
        "security": [{"token": []}, *([] if endpoint.who != "anyone" else [{}])],
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": said[repr(endpoint.body)]}}}
    return operation


def _parameter(name: str, place: str, schema: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def _responses(endpoint: Endpoint, said: dict[str, Any]) -> dict[str, Any]:
    answer = {"type": "string"} if endpoint.answer is bytes else said.get(repr(endpoint.answer))
    done: dict[str, Any] = {"description": "done"}
    if answer is not None:
        done["content"] = {endpoint.media: {"schema": answer}}
    responses: dict[str, Any] = {"200" if answer is not None else "204": done}
    for status in PROBLEMS:
        stale = status == "409" and endpoint.body is wire.Command
        schema = {"anyOf": [said[repr(wire.Refused)], said[repr(wire.Problem)]]} if stale else said[repr(wire.Problem)]
        responses[status] = {"description": "why not", "content": {"application/json": {"schema": schema}}}
    return responses
