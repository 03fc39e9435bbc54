"""What a browser is handed: one page for the lobby and every table, and what belongs to it."""

from importlib.resources import files
from pathlib import PurePath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = files("gemtable.server") / "page"
LINK = "/t/{table}"
KINDS = {  # said here: what a machine says of endings differs, and a browser runs no script that is called plain text
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


def routes() -> list[Route]:
    """The pages."""
    return [Route("/", _page), Route(LINK, _page), Route("/assets/{name}", _asset), Route("/favicon.ico", _icon)]


async def _page(request: Request) -> Response:  # noqa: ARG001
    return _file("index.html")


async def _icon(request: Request) -> Response:  # noqa: ARG001
    return _file("icon.svg")


async def _asset(request: Request) -> Response:
    return _file(request.path_params["name"])


def _file(name: str) -> Response:
    if name not in {file.name for file in FOLDER.iterdir()}:
        raise HTTPException(404)
    return Response((FOLDER / name).read_bytes(), 200, {"cache-control": "no-cache"}, KINDS[PurePath(name).suffix])
