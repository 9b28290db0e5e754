"""Tables of clubs in the store. Names of people stand in `club_members`, in `club_results` for guests, and in texts."""

from __future__ import annotations

from typing import Final

from ..connection import Connection

SCHEMA: Final = """
CREATE TABLE clubs (
    club TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    made INTEGER NOT NULL,
    tariff BLOB NOT NULL,
    games_made INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    counted INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE club_members (
    club TEXT NOT NULL,
    member INTEGER NOT NULL,
    name TEXT,
    role TEXT NOT NULL,
    joined INTEGER NOT NULL,
    PRIMARY KEY (club, member)
) WITHOUT ROWID;
CREATE TABLE club_devices (
    device TEXT NOT NULL,
    club TEXT NOT NULL,
    member INTEGER NOT NULL,
    PRIMARY KEY (device, club)
) WITHOUT ROWID;
CREATE INDEX club_devices_by_member ON club_devices (club, member);
CREATE TABLE club_links (
    token TEXT PRIMARY KEY,
    club TEXT NOT NULL,
    member INTEGER NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE club_tables (
    code TEXT NOT NULL,
    club TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (code, club)
) WITHOUT ROWID;
CREATE INDEX club_tables_by_club ON club_tables (club);
CREATE TABLE club_seasons (
    club TEXT NOT NULL,
    season INTEGER NOT NULL,
    name TEXT NOT NULL,
    begins INTEGER NOT NULL,
    ends INTEGER,
    PRIMARY KEY (club, season)
) WITHOUT ROWID;
CREATE TABLE club_games (
    club TEXT NOT NULL,
    id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    game TEXT NOT NULL,
    replay TEXT,
    code TEXT,
    tariff BLOB NOT NULL,
    PRIMARY KEY (club, id)
) WITHOUT ROWID;
CREATE INDEX club_games_by_time ON club_games (club, at, game);
CREATE UNIQUE INDEX club_games_by_replay ON club_games (replay, club);
CREATE TABLE club_results (
    club TEXT NOT NULL,
    id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    member INTEGER,
    name TEXT,
    place INTEGER NOT NULL,
    points INTEGER,
    facts BLOB NOT NULL,
    bot INTEGER NOT NULL,
    PRIMARY KEY (club, id, seat)
) WITHOUT ROWID;
CREATE TABLE club_luck (
    club TEXT NOT NULL,
    id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    luck REAL NOT NULL,
    variance REAL NOT NULL,
    PRIMARY KEY (club, id, seat)
) WITHOUT ROWID;
CREATE TABLE club_evenings (
    club TEXT NOT NULL,
    evening INTEGER NOT NULL,
    until INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (club, evening)
) WITHOUT ROWID;
CREATE TABLE club_tallies (
    club TEXT NOT NULL,
    season INTEGER NOT NULL,
    game TEXT NOT NULL,
    member INTEGER NOT NULL,
    tally BLOB NOT NULL,
    PRIMARY KEY (club, season, game, member)
) WITHOUT ROWID;
CREATE TABLE club_pairs (
    club TEXT NOT NULL,
    season INTEGER NOT NULL,
    game TEXT NOT NULL,
    member INTEGER NOT NULL,
    other INTEGER NOT NULL,
    games INTEGER NOT NULL,
    ahead INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    PRIMARY KEY (club, season, game, member, other)
) WITHOUT ROWID;
CREATE TABLE club_course (
    club TEXT NOT NULL,
    season INTEGER NOT NULL,
    game TEXT NOT NULL,
    member INTEGER NOT NULL,
    evening INTEGER NOT NULL,
    point BLOB NOT NULL,
    PRIMARY KEY (club, season, game, member, evening)
) WITHOUT ROWID;
CREATE TABLE club_bookings (
    club TEXT NOT NULL,
    booking INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    member INTEGER,
    amount INTEGER NOT NULL CHECK (typeof(amount) = 'integer' AND amount > 0),
    reason TEXT NOT NULL,
    event TEXT,
    count INTEGER NOT NULL,
    game INTEGER,
    by INTEGER,
    reverses INTEGER,
    key TEXT,
    PRIMARY KEY (club, booking)
) WITHOUT ROWID;
CREATE UNIQUE INDEX club_bookings_reversed ON club_bookings (club, reverses) WHERE reverses IS NOT NULL;
CREATE UNIQUE INDEX club_bookings_by_key ON club_bookings (club, key) WHERE key IS NOT NULL;
CREATE INDEX club_bookings_by_game ON club_bookings (club, game) WHERE game IS NOT NULL;
CREATE TABLE club_postings (
    club TEXT NOT NULL,
    booking INTEGER NOT NULL,
    account TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (typeof(amount) = 'integer'),
    PRIMARY KEY (club, booking, account)
) WITHOUT ROWID;
CREATE TABLE club_accounts (
    club TEXT NOT NULL,
    account TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (typeof(balance) = 'integer'),
    PRIMARY KEY (club, account)
) WITHOUT ROWID;
"""

TABLES: Final = (
    *("clubs", "club_members", "club_devices", "club_links", "club_tables", "club_seasons", "club_games"),
    *("club_results", "club_luck", "club_evenings", "club_tallies", "club_pairs", "club_course"),
    *("club_bookings", "club_postings", "club_accounts"),
)
"""All tables with rows of clubs."""

BOOKS: Final = ("club_evenings", "club_tallies", "club_pairs", "club_course")
"""Tables that are computed from the games, and can be made anew."""


def add_clubs(connection: Connection) -> None:
    """Migration to version 10."""
    connection.execute(SCHEMA)
