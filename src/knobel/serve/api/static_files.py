"""Static files of the browser client: in memory, with ETags and compression (Brotli, gzip on demand)."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_REVALIDATE: Final = "no-cache"
_MIN_COMPRESSED: Final = 512
"""Bytes; smaller files are sent uncompressed."""

_DOWNLOAD: Final = "knobel-verify.html"
"""This page has an inline script, which the Content-Security-Policy forbids: it is downloaded, not shown."""

_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}

NOT_BUILT: Final = (
    "<!doctype html><meta charset=utf-8><title>knobel</title>"
    "<p>The browser client has not been built: <code>make web</code> does it."
    "<p>Die Browseransicht ist noch nicht gebaut: <code>make web</code> holt es nach."
)


class StaticFile(Struct, frozen=True):
    """A file of the client with its encodings and headers."""

    kind: str
    tag: str
    cache: str
    plain: bytes
    brotli: bytes | None = None
    saved_as: str | None = None


class ClientFiles:
    """All files of the built client by path; page paths get `index.html` (single-page application).

    `texts` are the names of the operator's texts. A `meta` element of `index.html` lists them, so that the start page
    can link them without another request.
    """

    def __init__(self, folder: Traversable | None = None, texts: Sequence[str] = ()) -> None:
        folder = folder or files("knobel.serve").joinpath("client")
        self._files = dict[str, StaticFile]()
        if folder.is_dir():
            self._read(folder, "")
        if texts and self.built:
            meta = f'<meta name="knobel-texts" content="{" ".join(texts)}" /></head>'
            page = self._files["index.html"].plain.replace(b"</head>", meta.encode())
            self._files["index.html"] = _load_file("index.html", page, None)

    def _read(self, folder: Traversable, path: str) -> None:
        packed = {file.name: file for file in folder.iterdir() if file.name.endswith(".br")}
        for file in folder.iterdir():
            if file.is_dir():
                self._read(file, f"{path}{file.name}/")
            elif not file.name.endswith((".br", ".gz", ".map")):
                brotli = packed.get(f"{file.name}.br")
                self._files[path + file.name] = _load_file(path + file.name, file.read_bytes(), brotli)

    @property
    def built(self) -> bool:
        return "index.html" in self._files

    def answer(self, request: Request) -> Response:
        """The file of a path, or `index.html` for the path of a page."""
        path = request.path_params.get("path", "")
        file = self._files.get(path)
        if file is None and "." in path.rpartition("/")[2]:
            return Response("Not found", 404, media_type="text/plain")
        file = file or self._files.get("index.html")
        if file is None:
            return Response(NOT_BUILT, 503, media_type="text/html")
        return _file_response(file, request)


def _load_file(path: str, plain: bytes, brotli: Traversable | None) -> StaticFile:
    ending = "." + path.rpartition(".")[2]
    kind = _TYPES.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    if kind.startswith("text/") or "json" in kind:
        kind += "; charset=utf-8"
    return StaticFile(
        kind,
        f'"{sha256(plain).hexdigest()[:16]}"',
        _IMMUTABLE if path.startswith("assets/") else _REVALIDATE,
        plain,
        brotli.read_bytes() if brotli is not None else None,
        path if path == _DOWNLOAD else None,
    )


@cache
def _gzipped(plain: bytes) -> bytes | None:
    """The gzipped file; None if it would not be smaller."""
    small = gzip.compress(plain, 9, mtime=0) if len(plain) >= _MIN_COMPRESSED else plain
    return small if len(small) < len(plain) else None


def _file_response(file: StaticFile, request: Request) -> Response:
    headers = {"etag": file.tag, "cache-control": file.cache, "vary": "accept-encoding"}
    if file.saved_as is not None:
        headers["content-disposition"] = f'attachment; filename="{file.saved_as}"'
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    accepted = request.headers.get("accept-encoding", "")
    if file.brotli is not None and "br" in accepted:
        return Response(file.brotli, headers=headers | {"content-encoding": "br"}, media_type=file.kind)
    if "gzip" in accepted and (small := _gzipped(file.plain)) is not None:
        return Response(small, headers=headers | {"content-encoding": "gzip"}, media_type=file.kind)
    return Response(file.plain, headers=headers, media_type=file.kind)
