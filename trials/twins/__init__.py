"""Non-interference: hidden dice do not change what others receive."""
