"""Shells on terminals: what a line has become once Tab was pressed, and which arguments it stands for."""
import os
import pty
import select
import subprocess
import time

WAIT = 20


class Shell:
    def __init__(self, name, command, start):
        self.name, self.command, self.start, self.program = name, command, start, command[0]

    def arguments(self, line, world):
        """What a program is called with that is started by this line; None where the line is not whole."""
        if self.program == "zsh":
            # What it does with a line that is typed, even between double quotes.
            line = line.replace("\\!", "!")
        done = subprocess.run([self.program, *(["-f"] if self.program == "zsh" else ["--no-config"] if self.program == "fish" else []),
                               "-c", NOTE[self.program] + line], cwd=world.here, env=world.environment, capture_output=True, check=False)
        return [word.decode() for word in done.stdout.split(b"\0")[:-1]] if done.returncode == 0 else None


# `finder` as a function that prints its arguments, each with a NUL behind it.
NOTE = {
    "bash": "finder() { [ $# = 0 ] || printf '%s\\0' \"$@\"; }\n",
    "zsh": "finder() { (( $# == 0 )) || printf '%s\\0' \"$@\"; }\n",
    "fish": "function finder; for word in $argv; printf '%s\\0' $word; end; end\n",
}
BASH = ["bash", "--norc", "--noprofile", "-i"]
# Control-X and d write the line to the file named by $LINE_FILE, whole at once; Control-X and e empty it.
# Control-C would do so too, but the terminal then throws away the keys that follow at once.
WRITE, EMPTY = b"\x18d", b"\x18e"
DUMP_BASH = """dump() { printf '%s' "$READLINE_LINE" > "$LINE_FILE.new"; mv "$LINE_FILE.new" "$LINE_FILE"; }
bind -x '"\\C-xd": dump'
bind -x '"\\C-xe": READLINE_LINE= READLINE_POINT=0'
source "$SCRIPT"
"""
SHELLS = [
    Shell("bash", BASH, DUMP_BASH),
    Shell("bash with bash-completion", BASH, "source /usr/share/bash-completion/bash_completion\n" + DUMP_BASH),
    Shell("bash with other word breaks", BASH, "COMP_WORDBREAKS=$' \\t\\n\"\\'><;|&('\n" + DUMP_BASH),
    Shell("zsh", ["zsh", "-f", "-i"], """autoload -U compinit && compinit -D -u
dump() { print -rn -- "$BUFFER" > "$LINE_FILE.new"; mv "$LINE_FILE.new" "$LINE_FILE" }
empty() { BUFFER= }
zle -N dump; zle -N empty; bindkey '^Xd' dump; bindkey '^Xe' empty
source "$SCRIPT"
"""),
    Shell("fish", ["fish", "--no-config"], """function dump; commandline > $LINE_FILE.new; mv $LINE_FILE.new $LINE_FILE; end
function empty; commandline ''; end
bind \\cxd dump
bind \\cxe empty
source $SCRIPT
"""),
]


class Session:
    def __init__(self, shell, world):
        self.shell, self.world = shell, world
        self.file = os.path.join(world.root, "line")
        script = os.path.join(world.root, "script." + shell.program)
        with open(script, "wb") as file:
            subprocess.run([world.finder, "completions", shell.program], stdout=file, check=True)
        start = os.path.join(world.root, "start." + shell.program)
        with open(start, "w", encoding="utf-8") as file:
            file.write(shell.start)
        environment = dict(world.environment, SCRIPT=script, LINE_FILE=self.file, TERM="xterm")
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(world.here)
            os.execvpe(shell.program, shell.command, environment)
        self.seen = b""
        self.send(b" source " + start.encode() + b"\r")
        self.line()

    def __enter__(self): return self

    def __exit__(self, *_):
        os.kill(self.pid, 9)
        os.close(self.terminal)
        os.waitpid(self.pid, 0)

    def send(self, keys): os.write(self.terminal, keys)

    def complete(self, line):
        """What the line is after Tab; a cursor within it is written as ‸."""
        before, _, after = line.partition("‸")
        self.send(before.encode())
        if after:
            self.send(after.encode() + b"\x1b[D" * len(after))
        self.send(b"\t")
        found = self.line()
        self.send(EMPTY)
        return found

    def line(self):
        if os.path.exists(self.file):
            os.remove(self.file)
        self.send(WRITE)
        end, asked = time.time() + WAIT, time.time()
        while not os.path.exists(self.file):
            ready, _, _ = select.select([self.terminal], [], [], 0.005)
            if ready:
                self.seen += os.read(self.terminal, 65536)
            if time.time() - asked > 3:
                asked = time.time()
                self.send(WRITE)
            if time.time() > end:
                raise SystemExit(f"{self.shell.name} does not answer:\n{self.seen[-2000:].decode(errors='replace')}")
        with open(self.file, encoding="utf-8") as file:
            return file.read().rstrip("\n")
