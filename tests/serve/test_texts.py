"""Privacy policy and imprint: the operator's Markdown, with HTML disabled, or the text that comes with knobel."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel.rules.errors import KnobelError
from knobel.serve.api.service import load_texts
from knobel.serve.api.static_files import ClientFiles
from knobel.serve.app import make_app
from knobel.serve.config import Config, Texts
from knobel.serve.tokens import digest

from .memory_server import Device, memory_server


async def test_texts_in_both_languages_with_html_disabled(tmp_path: Path) -> None:
    (tmp_path / "imprint.md").write_text("Ada & Co <script>x</script>")
    (tmp_path / "imprint.de.md").write_text("Über uns")
    options = Config(texts=Texts(Path("built-in"), tmp_path / "imprint.md"))
    async with memory_server(tmp_path, options=options) as server:
        anna = await server.device()
        english = (await anna.http.get("/api/texts/imprint/en")).json()["html"]
        assert english == "<p>Ada &amp; Co &lt;script&gt;x&lt;/script&gt;</p>\n"
        assert "Über uns" in (await anna.http.get("/api/texts/imprint/de")).json()["html"]
        assert "Was gespeichert wird" in (await anna.http.get("/api/texts/privacy/de")).json()["html"]
        assert (await anna.http.get("/api/texts/privacy/fr")).status_code == 404
        server.app = make_app(server.hub)
        async with Device.at(server, anna.token, anna.address) as again:
            page = await again.http.get("/", headers={"accept-encoding": "br"})
            assert '<meta name="knobel-texts" content="privacy imprint" />' in page.text


async def test_without_texts_the_page_is_the_built_one(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        assert (await anna.http.get("/api/texts/privacy/en")).status_code == 404
        assert "knobel-texts" not in (await anna.http.get("/")).text
    assert ClientFiles().built


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (Texts(privacy=Path("/nowhere/privacy.md")), "/nowhere/privacy.md cannot be read"),
        (Texts(imprint=Path("built-in")), "there is no built-in imprint"),
    ],
)
def test_a_text_that_is_missing_is_one_sentence(texts: Texts, sentence: str) -> None:
    with pytest.raises(KnobelError, match=sentence):
        load_texts(texts)


async def test_a_device_learns_its_id(tmp_path: Path) -> None:
    async with memory_server(tmp_path) as server:
        anna = await server.device()
        assert (await anna.http.get("/api/me")).json() == {"device": digest(anna.token)}
