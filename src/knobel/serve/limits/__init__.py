"""Rate limits, concurrency quotas, admission control and offloading to a thread."""
