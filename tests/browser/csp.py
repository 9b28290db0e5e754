"""Violations of the Content-Security-Policy, including Trusted Types."""

from __future__ import annotations

from .player import Player

_WATCH = """
globalThis.cspViolations = []
addEventListener('securitypolicyviolation', (event) =>
  cspViolations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample} at ${event.sourceFile}`))
"""


async def record_csp_violations(player: Player) -> None:
    """Record violations from the next page load on."""
    await player.context.add_init_script(_WATCH)


async def csp_violations(player: Player) -> list[str]:
    """The violations of the current page so far."""
    found: list[str] = await player.page.evaluate("cspViolations")
    return found
