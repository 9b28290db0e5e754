"""What every answer tells the browser not to do, whatever it is an answer to."""

from __future__ import annotations

from typing import Final

POLICY: Final = {
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
address of the worker (`web/src/lib/trusted.ts`)."""

_FEATURES: Final = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "geolocation"),
    *("gyroscope", "hid", "idle-detection", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
)
"""Nothing here needs them; that the screen stays on, that links are copied and shared, is left allowed."""

SAFE: Final = {
    "content-security-policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in _FEATURES),
}
"""Headers of every answer."""
