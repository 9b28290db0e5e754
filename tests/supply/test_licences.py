"""Only what fits the licence of knobel is shipped."""

from __future__ import annotations

from email.message import Message
from importlib.metadata import Distribution
from os import PathLike
from pathlib import Path

import pytest
from supply.licences import FITTING, fits, unfit
from supply.shipped import CLIENT, NotBuilt, Shipped, client_packages, licence_of, python_packages


class Said(Distribution):
    """A package that is nowhere, with what its metadata say."""

    def __init__(self, *lines: tuple[str, str]) -> None:
        self._lines = lines

    def read_text(self, filename: str) -> str | None:
        message = Message()
        for name, value in (("Metadata-Version", "2.4"), ("Name", "mine"), ("Version", "1"), *self._lines):
            message[name] = value
        return message.as_string() if filename == "METADATA" else None

    def locate_file(self, path: str | PathLike[str]) -> Path:
        return Path(path)


def test_what_a_plain_install_brings_along_fits() -> None:
    packages = python_packages()
    assert {"apsw", "numpy", "starlette", "linkify-it-py"} <= {each.name for each in packages}
    assert unfit(packages) == []


@pytest.mark.skipif(not CLIENT.is_dir(), reason="the client is not built: make web")
def test_what_is_in_the_client_fits() -> None:
    packages = client_packages()
    assert {"svelte", "@fluent/bundle"} <= {each.name for each in packages}
    assert not {"vite", "typescript"} & {each.name for each in packages}, "what it is built with is not shipped"
    assert unfit(packages) == []


@pytest.mark.parametrize(
    ("expression", "fit"),
    [
        ("MIT", True),
        ("GPL-3.0-or-later", False),
        ("", False),
        ("MIT OR GPL-3.0-or-later", True),
        ("GPL-3.0-or-later OR MIT", True),
        ("MIT AND GPL-3.0-or-later", False),
        ("GPL-2.0-only AND MIT OR ISC", True),
        ("GPL-2.0-only AND (MIT OR ISC)", False),
        ("(MIT OR GPL-2.0-only) AND BSD-3-Clause", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("GPL-2.0-only WITH Classpath-exception-2.0", False),
        ("(MIT", False),
        ("MIT)", False),
        ("MIT ISC", False),
        ("MIT AND", False),
    ],
)
def test_expressions_of_licences(expression: str, fit: bool) -> None:
    assert fits(expression) is fit


def test_an_unfit_package_is_named_with_its_licence() -> None:
    packages = [
        Shipped("pypi", "good", "1", "MIT"),
        Shipped("npm", "viral", "2", "AGPL-3.0-only"),
        Shipped("pypi", "mute", "3", ""),
    ]
    assert [sentence.partition(", ")[0] for sentence in unfit(packages)] == [
        "viral 2 (npm) is under AGPL-3.0-only",
        "mute 3 (pypi) is under a licence that it does not name",
    ]


def test_where_a_licence_is_looked_for() -> None:
    apache, mit = (
        ("Classifier", "License :: OSI Approved :: Apache Software License"),
        ("Classifier", "License :: OSI Approved :: MIT License"),
    )
    assert licence_of(Said(("License-Expression", "ISC"), mit)) == "ISC"
    assert licence_of(Said(("License", "all sorts of words"), apache, mit)) == "Apache-2.0 AND MIT"
    assert licence_of(Said(("Classifier", "License :: OSI Approved :: GNU Affero"))) == "LicenseRef-GNU Affero"
    assert licence_of(Said(("License", "all sorts of words"))) == ""


def test_every_licence_of_the_list_has_its_reason() -> None:
    assert all(FITTING.values())


def test_a_client_that_is_not_built_is_no_empty_client() -> None:
    with pytest.raises(NotBuilt, match="make web"):
        client_packages(CLIENT / "nowhere")
