"""A small process beside `manage.py up` that ends its children should it be killed itself.

Run as `python -m config.local.orphan_guard MARK` with a pipe as standard input, which the kernel closes when the parent
dies.
"""

import signal
import sys

from config.local import processes

GRACE = 5.0


def main() -> None:
    """Wait for the parent's good-bye, or for its death."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if sys.stdin.buffer.read() != b"bye":
        processes.end_marked(sys.argv[1], grace=GRACE)


if __name__ == "__main__":
    main()
