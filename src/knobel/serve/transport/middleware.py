"""Around everything that a server answers: safe headers, and for a mistake of ours a name instead of a traceback."""

from __future__ import annotations

import contextlib
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..documents import Problem
from ..logs import fault_message, log_failure, log_fault
from ..messages import encode
from ..tokens import TokenSource
from . import close_codes
from .devices import valid_host_header

_MALFORMED: Final = 400
_NO_HOST: Final = Problem("malformed", "the Host header has to name a host, in 255 characters at most")
_FAILED: Final = 500
_TOO_MANY: Final = 429


class HttpMiddleware:
    """Wraps the pages and the API. An answer that has begun cannot be replaced any more; it just ends.

    What a request calls this server comes back in links and codes, so it has to be the name of a host.
    """

    def __init__(self, app: ASGIApp, secrets: TokenSource) -> None:
        self._app = app
        self._secrets = secrets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def safely(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
                if message["status"] == _TOO_MANY:  # or what else waits on this connection would be refused one by one
                    headers["connection"] = "close"
            await send(message)

        async def refuse(status: int, problem: Problem) -> None:
            body = encode(problem)
            length = (b"content-length", str(len(body)).encode())
            kind = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), length]
            await safely({"type": "http.response.start", "status": status, "headers": kind})
            await safely({"type": "http.response.body", "body": body})

        try:
            if valid_host_header(scope["headers"]):
                await self._app(scope, receive, safely)
            else:
                await refuse(_MALFORMED, _NO_HOST)
        except Exception as error:
            name = log_fault("an answer failed", error, self._secrets)
            if not begun:
                await refuse(_FAILED, Problem("error", fault_message(name)))


class WebSocketMiddleware:
    """Wraps the WebSockets in the same way: who meets a mistake of ours is sent away with its name, and comes back.

    So does whoever meets a disk that fails.
    """

    def __init__(self, app: ASGIApp, secrets: TokenSource) -> None:
        self._app = app
        self._secrets = secrets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            why = log_failure("a connection failed", error, self._secrets)
            with contextlib.suppress(OSError, RuntimeError):  # the other side may have gone
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
"""The Content-Security-Policy: everything comes from this server, no code stands in a page, and a text becomes markup
or code in two places only: in the client's own templates (Svelte's policy), and as a page of the rule book or the
address of the worker (`web/src/lib/trustedTypes.ts`)."""

_FEATURES: Final = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "geolocation"),
    *("gyroscope", "hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
)
"""Nothing here needs them; that the screen stays on, that links are copied and shared, is left allowed."""

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
"""Headers of every answer."""
