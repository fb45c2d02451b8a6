"""A UCI engine as a child process, for the scripts beside this file."""

import subprocess


class Engine:
    def __init__(self, path: str, options: dict[str, object] = {}) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci")
        self.until("uciok")
        for name, value in options.items():
            self.say(f"setoption name {name} value {value}")

    def say(self, line: str) -> None:
        self.process.stdin.write(line + "\n")

    def until(self, word: str) -> str:
        """Returns the first line with this beginning. No line before it may be an error."""
        for line in self.process.stdout:
            assert "info string" not in line, line
            if line.startswith(word):
                return line.strip()
        raise RuntimeError("the engine has gone away")

    def ready(self) -> None:
        self.say("isready")
        self.until("readyok")

    def best_move(self, go: str) -> str:
        self.say(go)
        return self.until("bestmove").split()[1]

    def quit(self) -> None:
        self.say("quit")
        assert self.process.wait(5) == 0
