"""ASGI middleware: security headers, Host check, and a fault id instead of a traceback for internal errors."""

from __future__ import annotations

import contextlib
from typing import Final
from urllib.parse import unquote

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from ..documents import Problem
from ..logs import fault_message, log_failure, log_fault
from ..messages import encode
from ..tokens import TokenSource, is_text
from . import close_codes
from .devices import valid_host_header

_MALFORMED: Final = 400
_NO_HOST: Final = Problem("malformed", "the Host header has to name a host, in 255 characters at most")
_UNKNOWN: Final = 404
_NOTHING: Final = Problem("unknown", "there is nothing of that name here")
_NO_TEXT: Final = Problem("malformed", "a query is text in UTF-8 without NUL characters")
_FAILED: Final = 500
_TOO_MANY: Final = 429
_PRIVATE: Final = ("/club", "/api/clubs", "/api/me")
"""Paths that no search engine may index: pages and figures of clubs, and of devices."""


class HttpMiddleware:
    """Wraps pages and API. A response that has started cannot be replaced; after an error it just ends.

    The Host header appears in links and QR codes, so it has to be a valid host name. Paths and queries are text.
    """

    def __init__(self, app: ASGIApp, secrets: TokenSource) -> None:
        self._app = app
        self._secrets = secrets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_safely(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(_PRIVATE):
                    headers["x-robots-tag"] = "noindex, nofollow, noarchive"
                if message["status"] == _TOO_MANY:  # pipelined requests would be refused one by one
                    headers["connection"] = "close"
            await send(message)

        async def refuse(status: int, problem: Problem) -> None:
            body = encode(problem)
            length = (b"content-length", str(len(body)).encode())
            kind = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), length]
            await send_safely({"type": "http.response.start", "status": status, "headers": kind})
            await send_safely({"type": "http.response.body", "body": body})

        try:
            if not valid_host_header(scope["headers"]):
                await refuse(_MALFORMED, _NO_HOST)
            elif not is_text(scope["path"]):
                await refuse(_UNKNOWN, _NOTHING)
            elif not is_text(unquote(scope["query_string"].decode("latin-1"))):
                await refuse(_MALFORMED, _NO_TEXT)
            else:
                await self._app(scope, receive, send_safely)
        except Exception as error:
            name = log_fault("an answer failed", error, self._secrets)
            if not started:
                await refuse(_FAILED, Problem("error", fault_message(name)))


class WebSocketMiddleware:
    """Wraps the WebSockets: an internal error or a failing disk closes the connection, and the client reconnects."""

    def __init__(self, app: ASGIApp, secrets: TokenSource) -> None:
        self._app = app
        self._secrets = secrets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except ClientDisconnected:  # no error: the client has not waited for its table, for example
            raise
        except Exception as error:
            why = log_failure("a connection failed", error, self._secrets)
            with contextlib.suppress(OSError, RuntimeError):  # the client may have disconnected
                await send({"type": "websocket.close", "code": close_codes.FAILED, "reason": why})


CONTENT_SECURITY_POLICY: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "svelte-trusted-html knobel",
}
"""The Content-Security-Policy: all resources come from this server, there are no inline scripts, and text becomes
markup or code in two places only (Trusted Types): in Svelte's templates, and for pages of the rule book and the address
of the worker (`web/src/lib/trustedTypes.ts`)."""

_FEATURES: Final = (
    *("autoplay", "browsing-topics", "camera", "display-capture", "geolocation"),
    *("hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
)
"""Browser features that are switched off; wake lock, clipboard and sharing stay allowed, and the
motion sensors: a phone can be shaken to throw."""

SECURITY_HEADERS: Final = {
    "content-security-policy": "; ".join(f"{name} {value}" for name, value in CONTENT_SECURITY_POLICY.items()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in _FEATURES),
}
"""Headers of every response."""
