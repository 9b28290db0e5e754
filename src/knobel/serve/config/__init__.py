"""Configuration of a server. It loads quickly: the command line reads it before it loads the server."""

from .loading import Loaded, load, load_configured
from .options import BUILT_IN, Config, LogFile, Option, Retention, StorageQuotas, Texts, options
from .showing import show
from .values import split_bot, split_endpoint

__all__ = [
    "BUILT_IN",
    "Config",
    "Loaded",
    "LogFile",
    "Option",
    "Retention",
    "StorageQuotas",
    "Texts",
    "load",
    "load_configured",
    "options",
    "show",
    "split_bot",
    "split_endpoint",
]
