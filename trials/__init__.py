"""Reliability and security trials: programs that run for minutes (SIZE=ci) or hours (SIZE=full). See README.md."""
