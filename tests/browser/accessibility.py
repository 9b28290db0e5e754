"""Chromium's accessibility tree: what a screen reader gets of a page, and controls found there by role and name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.async_api import CDPSession, Page


class Node:
    """A node of the tree: its role, its name, and the nodes below it."""

    def __init__(self, raw: dict[str, Any], tree: dict[str, dict[str, Any]]) -> None:
        self._raw = raw
        self._tree = tree
        self.role = str(raw.get("role", {}).get("value", ""))
        self.name = str(raw.get("name", {}).get("value", ""))

    @property
    def element(self) -> int:
        """The number of its element in the DOM."""
        return int(self._raw["backendDOMNodeId"])

    def get(self, name: str) -> Any:
        """A property, such as `disabled`."""
        found = (each["value"].get("value") for each in self._raw.get("properties", ()) if each["name"] == name)
        return next(found, None)

    @property
    def usable(self) -> bool:
        return not self._raw.get("ignored") and not self.get("disabled")

    def below(self) -> Iterator[Node]:
        for number in self._raw.get("childIds", ()):
            if number in self._tree:
                node = Node(self._tree[number], self._tree)
                yield node
                yield from node.below()

    def find(self, role: str, name: str) -> Node | None:
        return next((node for node in self.below() if (node.role, node.name) == (role, name)), None)

    def buttons(self) -> list[Node]:
        """The buttons below that can be used."""
        return [node for node in self.below() if node.role == "button" and node.usable]


class ScreenReader:
    """Reads a page by its accessibility tree, and acts on controls by focus and keys."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session

    @staticmethod
    async def on(page: Page) -> ScreenReader:
        session = await page.context.new_cdp_session(page)
        await session.send("Accessibility.enable")
        await session.send("DOM.enable")
        return ScreenReader(page, session)

    async def read(self) -> Node:
        """The whole page."""
        answer = await self._session.send("Accessibility.getFullAXTree")
        tree = {raw["nodeId"]: raw for raw in answer["nodes"]}
        return Node(answer["nodes"][0], tree)

    async def press(self, node: Node) -> None:
        """Focus a control and press Enter."""
        await self._session.send("DOM.focus", {"backendNodeId": node.element})
        await self._page.keyboard.press("Enter")
