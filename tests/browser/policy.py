"""What a page does against the Content-Security-Policy of its server, Trusted Types included."""

from __future__ import annotations

from .player import Player

_WATCH = """
globalThis.againstPolicy = []
addEventListener('securitypolicyviolation', (event) =>
  againstPolicy.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample} at ${event.sourceFile}`))
"""


async def watch_policy(player: Player) -> None:
    """Take down every violation from the next page on."""
    await player.context.add_init_script(_WATCH)


async def against_policy(player: Player) -> list[str]:
    """What the page in front of the player has done so far."""
    found: list[str] = await player.page.evaluate("againstPolicy")
    return found
