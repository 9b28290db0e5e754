"""Texts about games without a language: log, choices and facts as Fluent keys with values."""
