"""The built program in a terminal of its own, looked at the way a person does: by its screen."""

import copy
import fcntl
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

import pyte
from wcwidth import wcwidth

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("QA_REPL_BINARY", str(ROOT / ".build/debug/qa-repl"))
KEYS = {
    "Enter": "\r", "Tab": "\t", "Esc": "\x1b", "Backspace": "\x7f", "Up": "\x1b[A", "Down": "\x1b[B",
    "Right": "\x1b[C", "Left": "\x1b[D", "Home": "\x1b[H", "End": "\x1b[F",
    "PgUp": "\x1b[5~", "PgDn": "\x1b[6~",
}
# The question for the background.
BACKGROUND = b"\x1b]11;?\x1b\\"
MODES = {"bracketed paste": 2004, "alternate screen": 1049, "mouse": 1000, "synchronised": 2026}


ALTERNATE = 1049


class Screen(pyte.HistoryScreen):
    """pyte drops what follows a joiner or a variation selector in one piece of output, and has no
    alternate screen."""

    # The cells, the size and the cursor of the main screen while the alternate one is shown.
    main = None

    def draw(self, data):
        for character in data:
            if wcwidth(character) > 0:
                super().draw(character)

    def set_mode(self, *modes, **options):
        super().set_mode(*modes, **options)
        if options.get("private") and ALTERNATE in modes and not self.main:
            size = self.lines, self.columns
            self.main = copy.deepcopy(self.buffer), size, copy.copy(self.cursor)
            self.erase_in_display(2)

    def reset_mode(self, *modes, **options):
        super().reset_mode(*modes, **options)
        if options.get("private") and ALTERNATE in modes and self.main:
            size = self.lines, self.columns
            self.buffer, (self.lines, self.columns), self.cursor = self.main
            self.main = None
            self.dirty.update(range(self.lines))
            self.resize(*size)


class Program:
    """A program under a pseudo terminal, and what its screen shows."""

    def __init__(self, command, rows=24, columns=80, environment=None, background=None):
        self.screen = Screen(columns, rows, history=10_000, ratio=0.5)
        self.stream = pyte.ByteStream(self.screen)
        self.output = bytearray()
        # Whether the terminal tells where the cursor is when it is asked.
        self.tells_cursor = False
        # The background that the terminal names when it is asked, such as "ffff/ffff/ffff".
        self.background = background
        self.screen.write_process_input = self.reply
        # Our end, and the program's: held open, so that its modes can be read after the end.
        self.desk, self.terminal = pty.openpty()
        self.resize(rows, columns)
        self.process = subprocess.Popen(
            command, stdin=self.terminal, stdout=self.terminal, stderr=self.terminal,
            env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    # What a person does

    def type(self, text):
        """Text, or keys by name."""
        for key in text if isinstance(text, list) else [text]:
            self.send(KEYS.get(key, key))

    def control(self, letter):
        self.send(chr(ord(letter.upper()) & 0x1F))

    def send(self, text):
        """Sends, and reads on meanwhile, so that neither side waits for the other for ever."""
        data = text.encode()
        while data:
            data = data[os.write(self.desk, data[:500]):]
            self.read(0)

    def reply(self, answer):
        """What the terminal itself answers."""
        if self.tells_cursor:
            os.write(self.desk, answer.encode())

    def click(self, text, then=""):
        """Presses the mouse where that text begins, and types the rest in the same moment. Waits
        first, as for a key that answers."""
        self.answer("")
        row, line = next((n, line) for n, line in enumerate(self.rows) if text in line)
        column = sum(max(0, wcwidth(c)) for c in line[:line.index(text)])
        self.send(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m{then}")

    def wheel(self, notches):
        self.send(("\x1b[<65;5;5M" if notches > 0 else "\x1b[<64;5;5M") * abs(notches))

    @property
    def takes_mouse(self):
        return 1000 << 5 in self.screen.mode and 1006 << 5 in self.screen.mode

    def enter(self, line):
        self.type([line, "Enter"])

    def answer(self, key):
        """A key that answers, once the question has been on the screen for long enough to be read."""
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            self.read(0.02)
        self.type(key)

    def paste(self, text):
        self.send("\x1b[200~" + text.replace("\n", "\r") + "\x1b[201~")

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.desk, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    # What a person sees

    @property
    def rows(self):
        return [self.row(number) for number in range(self.screen.lines)]

    def row(self, number):
        line = self.screen.buffer[number]
        return "".join(line[column].data for column in range(self.screen.columns)).rstrip()

    @property
    def history(self):
        columns = range(self.screen.columns)
        return ["".join(line[c].data for c in columns).rstrip() for line in self.screen.history.top]

    @property
    def text(self):
        return "\n".join(self.rows).rstrip("\n")

    @property
    def fills_window(self):
        """Whether the alternate screen is shown."""
        return self.screen.main is not None

    @property
    def colors(self):
        """The exact colours on the screen."""
        cells = (self.screen.buffer[row][column] for row in range(self.screen.lines)
                 for column in range(self.screen.columns))
        return {cell.fg for cell in cells if cell.data.strip() and len(cell.fg) == 6}

    @property
    def cursor(self):
        return self.screen.cursor.y, self.screen.cursor.x

    @property
    def line(self):
        """The row of the cursor."""
        return self.row(self.screen.cursor.y)

    # Waiting for it

    def read(self, seconds):
        """Takes in what comes within that time; whether anything did."""
        if not select.select([self.desk], [], [], seconds)[0]:
            return False
        data = os.read(self.desk, 65_536)
        self.output += data
        self.stream.feed(data)
        if self.background and BACKGROUND in data:
            self.name_background()
        return True

    def name_background(self):
        os.write(self.desk, f"\x1b]11;rgb:{self.background}\x1b\\".encode())

    def until(self, condition, what, seconds=10):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not happen within {seconds} s:\n{self.shown}")
            self.read(0.02)

    def wait(self, pattern, seconds=10):
        self.until(lambda: re.search(pattern, self.text, re.M), f"/{pattern}/", seconds)

    def gone(self, pattern):
        self.until(lambda: not re.search(pattern, self.text, re.M), f"the end of /{pattern}/")

    def at(self, text, margin="  "):
        """Waits until the cursor stands right behind that text, which begins its row after the margin.
        A shell has none."""
        text = margin + text
        cells = sum(max(0, wcwidth(character)) for character in text)
        self.until(
            lambda: self.cursor[1] == cells and self.line.startswith(text.rstrip()),
            f"the cursor behind “{text}”")

    @property
    def shown(self):
        return f"{self.text}\n-- cursor {self.cursor}"

    # The end

    def ended(self, seconds=10):
        """How it ended: its exit code, or the negative number of the signal."""
        self.until(lambda: self.process.poll() is not None, "the end of the program", seconds)
        while self.read(0):
            pass
        return self.process.returncode

    @property
    def faults(self):
        """What a program left behind in its terminal; empty when it is as it was."""
        local = termios.tcgetattr(self.terminal)[3]
        wanted = {"echo": termios.ECHO, "lines": termios.ICANON, "signals": termios.ISIG}
        faults = [name for name, flag in wanted.items() if not local & flag]
        if fcntl.fcntl(self.terminal, fcntl.F_GETFL) & os.O_NONBLOCK:
            faults.append("not blocking")
        faults += [name for name, mode in MODES.items() if mode << 5 in self.screen.mode]
        return faults + ([] if 25 << 5 in self.screen.mode else ["hidden cursor"])

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.desk)
        os.close(self.terminal)


class TerminalTest(unittest.TestCase):
    """A test with a home of its own for what the program keeps."""

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="qa-repl-test-")
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)

    def environment(self, **changes):
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        return {**kept, "HOME": self.home, "TERM": "xterm-256color", "LANG": "en_US.UTF-8",
                "PS1": "$ ", **changes}

    def start(
            self, *arguments, rows=24, columns=80, command=None, background=None, **environment):
        program = Program(
            command or [BINARY, *arguments], rows, columns, self.environment(**environment),
            background)
        self.addCleanup(program.close)
        return program

    def start_preview(self, *arguments, **options):
        """The program with the sample decks and nothing kept, at its first prompt."""
        program = self.start("--memory", *arguments, **options)
        program.wait(r"^  (start|ホーム) ›")
        return program

    def assert_restored(self, program):
        self.assertEqual(program.faults, [], program.shown)
