"""Benchmarks: the service and a rival that does the same with the least code, side by side. See docs/performance.md."""
