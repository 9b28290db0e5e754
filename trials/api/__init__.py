"""Property-based tests of the HTTP API against its OpenAPI document (schemathesis)."""
