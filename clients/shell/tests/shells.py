"""Real shells whose completion is driven, each the way it can be: bash and zsh on a terminal, with keys; fish by its own
`complete -C`.

Every shell has a folder of its own as home, and the commands `todo` and `todo-server` on PATH.
"""

import json
import os
import pty
import select
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

LIMIT = 20
CLIENT = Path(__file__).resolve().parent.parent
SERVER = os.path.abspath(os.environ.get("SERVER", CLIENT.parent.parent / ".build/release/todo-server"))


class Home:
    """A folder with a store, and the environment in which the commands are found and nothing of the person's is."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp())
        programs = self.path / "bin"
        programs.mkdir()
        (programs / "todo").symlink_to(CLIENT / "todo")
        (programs / "todo-server").symlink_to(SERVER)
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(self.path),
            "ZDOTDIR": str(self.path),
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "TODO_SERVER_STORE": str(self.path / "todos.sqlite"),
        }

    def run(self, *words):
        """What a command prints; it has to succeed."""
        done = subprocess.run(
            words, env=self.environment, cwd=self.path, timeout=LIMIT, check=True, capture_output=True, text=True,
            stdin=subprocess.DEVNULL,
        )
        return done.stdout

    def request(self, method, params):
        """A result of the server."""
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        done = subprocess.run(
            [SERVER], input=line + "\n", env=self.environment, timeout=LIMIT, check=True, capture_output=True, text=True
        )
        return json.loads(done.stdout)["result"]

    def remove(self):
        shutil.rmtree(self.path)


class Screen:
    """A command on a terminal, and what it has shown there."""

    def __init__(self, command, home):
        self.shown = b""
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.chdir(home.path)
            os.execvpe(command[0], command, home.environment)

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def wait_for(self, text):
        deadline = time.monotonic() + LIMIT
        while text not in self.shown:
            self.pump(deadline, f"never shown: {text!r}")

    def pump(self, deadline, complaint, also=None):
        """Reads what the terminal shows; ends when there was something, there or in the other descriptor."""
        sources = [self.terminal] + ([also] if also is not None else [])
        ready = select.select(sources, [], [], max(0, deadline - time.monotonic()))[0]
        if not ready:
            raise AssertionError(f"{complaint}; the terminal shows {self.shown[-2000:]!r}")
        if self.terminal in ready:
            self.shown += os.read(self.terminal, 65536)

    def close(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)


class OnTerminal(Screen):
    """A shell on a terminal. It tells what is on its command line through a named pipe, when C-x C-p is typed."""

    ready = b"READY> "
    insert_all: str
    complete = "\t"

    def __init__(self, home):
        self.pipe = home.path / f"line-{type(self).__name__}"
        os.mkfifo(self.pipe)
        super().__init__(self.prepare(home), home)
        self.reader = os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.writer = os.open(self.pipe, os.O_WRONLY)  # So that the pipe does not end between two lines.
        self.wait_for(self.ready)

    def prepare(self, home):
        """Writes what the shell reads at its start; gives the command."""
        raise NotImplementedError

    def line_after(self, text, key=None):
        """The command line after `text` and a key that completes."""
        self.type("\x15" + text + (key or self.complete) + "\x18\x10")
        return self.told(f"no line after {text!r}")

    def told(self, complaint):
        """What comes through the pipe, up to a NUL."""
        text = b""
        deadline = time.monotonic() + LIMIT
        while not text.endswith(b"\0"):
            self.pump(deadline, complaint, also=self.reader)
            try:
                text += os.read(self.reader, 65536)
            except BlockingIOError:
                continue
        return text[:-1].decode()

    def candidates(self, text):
        """All the words that complete `text`, as the shell puts them into the line."""
        line = self.line_after(text, self.insert_all)
        front = text[: len(text) - len(self.word_at_end(text))]
        if not line.startswith(front):
            raise AssertionError(f"{text!r} became {line!r}")
        rest = line[len(front):]
        return [] if rest == text[len(front):] else shlex.split(rest)

    @staticmethod
    def word_at_end(text):
        return text[text.rfind(" ") + 1 :]

    def enter(self, text):
        """Completes `text`, and carries out what became of it."""
        line = self.line_after(text)
        self.type(f"; printf '\\0' >{self.pipe}\r")
        self.told(f"{line!r} does not end")
        return line

    def close(self):
        super().close()
        os.close(self.reader)
        os.close(self.writer)


class Bash(OnTerminal):
    insert_all = "\x1b*"

    def prepare(self, home):
        script = folder("bash") / "todo.bash"
        (home.path / "bashrc").write_text(
            f"""PS1='READY> '
set -o emacs
bind 'set bell-style none' 'set show-all-if-ambiguous on' 'set completion-query-items 0' 2>/dev/null
bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'; bind 'set page-completions off'
bind 'set enable-bracketed-paste off'
bind -x '"\\C-x\\C-p": printf "%s\\0" "$READLINE_LINE" >{self.pipe}'
source {script}
"""
        )
        return ["bash", "--rcfile", str(home.path / "bashrc"), "-i"]


class Zsh(OnTerminal):
    insert_all = "\x18\x01"

    def prepare(self, home):
        (home.path / ".zshrc").write_text(
            f"""PS1='READY> '
bindkey -e
unsetopt zle_bracketed_paste beep prompt_sp
fpath=({folder("zsh")} $fpath)
autoload -U compinit
compinit -u -d {home.path}/zcompdump
setopt no_auto_menu
LISTMAX=1000
insert-all() {{ _main_complete; compstate[insert]=all }}
zle -C insert-all complete-word insert-all
bindkey '^X^A' insert-all
tell-line() {{ printf '%s\\0' "$BUFFER" >{self.pipe} }}
zle -N tell-line
bindkey '^X^P' tell-line
"""
        )
        return ["zsh", "-i", "--no-global-rcs"]


class Fish:
    """One process that completes each line of its input."""

    def __init__(self, home):
        script = f"""source {folder('fish') / 'todo.fish'}
while read --local line; complete -C $line; printf '\\0\\n'; end"""
        self.process = subprocess.Popen(
            ["fish", "--no-config", "-c", script], env=home.environment, cwd=home.path, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )

    def candidates(self, text):
        return [line.split("\t")[0] for line in self.lines(text)]

    def lines(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        said = b""
        while not said.endswith(b"\0\n"):
            if not select.select([self.process.stdout], [], [], LIMIT)[0]:
                raise AssertionError(f"fish says nothing to {text!r}")
            more = self.process.stdout.read(65536)
            if not more:
                raise AssertionError(f"fish has ended at {text!r}")
            said += more
        return said[:-2].decode().splitlines()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=LIMIT)


def folder(shell):
    """Where the completions are: beside the client, or where they are installed (COMPLETIONS_PREFIX)."""
    prefix = os.environ.get("COMPLETIONS_PREFIX")
    if not prefix:
        return CLIENT / "completions"
    installed = {
        "bash": "share/bash-completion/completions",
        "zsh": "share/zsh/site-functions",
        "fish": "share/fish/vendor_completions.d",
    }
    return Path(prefix) / installed[shell]
