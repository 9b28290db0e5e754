"""Several servers on one store: leases on tables, and messages between the nodes."""
