"""Cached tables of these tests go to a temporary folder."""

from tests.solver_tables import tables as tables
