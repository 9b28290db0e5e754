"""Journeys through the browser client on the real server, in Chromium."""
