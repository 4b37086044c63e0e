"""The page itself: files made by its build, or a word to those who come before it is there."""

import mimetypes
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from dragondune.server.wire.problems import ProblemError

FOLDER: Final = Path(__file__).resolve().parent.parent / "page"
FOREVER: Final = "public, max-age=31536000, immutable"
mimetypes.add_type("application/manifest+json", ".webmanifest")
PLACEHOLDER: Final = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Dragon Dune</title>
<body><main><h1>Dragon Dune</h1><p>The server runs, but the page has not been built.
The <a href="/api/openapi.json">HTTP API</a> is there.</p></main></body></html>"""


def find(path: str) -> Path | None:
    """The file a path means, if it lies in the page's folder."""
    wanted = (FOLDER / path).resolve()
    return wanted if wanted.is_relative_to(FOLDER) and wanted.is_file() else None


async def page(request: Request) -> Response:
    """A file of the page; any other path is one of the page's own addresses."""
    path = request.path_params.get("path", "")
    try:
        found = find(path) if path else None
    except (ValueError, OSError):
        found = None
    if found is not None:
        return _file(found, FOREVER if path.startswith("assets/") else "no-cache", request)
    if path.startswith(("api/", "assets/")) or "." in path.rpartition("/")[2]:
        raise ProblemError(404, "There is nothing here.")
    index = FOLDER / "index.html"
    if index.is_file():
        return _file(index, "no-cache", request)
    return HTMLResponse(PLACEHOLDER, headers={"cache-control": "no-cache"})


def index_text() -> str:
    """The page as text, for whoever adds to it."""
    index = FOLDER / "index.html"
    return index.read_text(encoding="utf-8") if index.is_file() else PLACEHOLDER


def _file(path: Path, cache: str, request: Request) -> Response:
    """Packed by the build where it left a packed copy and the browser takes it."""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    accepted = request.headers.get("accept-encoding", "")
    for coding, ending in (("br", ".br"), ("gzip", ".gz")):
        packed = path.with_name(path.name + ending)
        if coding in accepted and packed.is_file():
            return FileResponse(
                packed, media_type=kind, headers=headers | {"content-encoding": coding}
            )
    return FileResponse(path, media_type=kind, headers=headers)
