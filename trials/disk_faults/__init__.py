"""Full, failing, short-reading and locked disks under the store."""
