"""The command: ``chess0x88 convert | check | find | pgn | unpack | plot``, and ``python -m chess0x88``."""

import signal
import sys

from . import _native, plot


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["plot"]:
        sys.exit(plot.main(arguments[1:]))
    # Python handles no signal while Rust runs, so Ctrl-C ends the process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.run(["chess0x88", *arguments]))


if __name__ == "__main__":
    main()
