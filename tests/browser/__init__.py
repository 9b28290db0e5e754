"""End-to-end tests of the browser client on the real server, in Chromium."""
