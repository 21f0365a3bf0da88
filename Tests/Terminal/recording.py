"""A minute with the real program, as an SVG that moves: above the program, below an editor with the file of the deck.

`make pictures` records it into Tests/Pictures/minute.*.svg. What stays as it is on the screen is drawn once.
"""

import html
import os
import re
import shutil
import tempfile

from pictures import COLUMNS, FOLDER, FONT, HEIGHT, MARGIN, WIDTH, WINDOWS, drawn
from program import BINARY, Program

ROWS, EDITOR_ROWS = 20, 7
EDITOR = shutil.which("vim")
WORDS = {
    "en": {
        "title": "a minute: a question with code, a wrong answer, its file corrected in an editor, and the question once more",
        "deck": "evening", "key": "One", "right": "Two", "start": "start ›", "code": "1 of 2", "moons": "2 of 2",
        "result": "result ›", "changed": "1 changed", "again": "1 of 1",
    },
    "ja": {
        "title": "一分間: コードのある質問、誤答、エディタでのファイルの修正、もう一度",
        "deck": "evening", "key": "1 個", "right": "2 個", "start": "ホーム ›", "code": "1/2", "moons": "2/2",
        "result": "回答結果 ›", "changed": "変更 1", "again": "1/1",
    },
}


class Recorder:
    """Two terminals, and how long each of their screens is shown."""

    def __init__(self, language):
        self.words, self.time, self.frames = WORDS[language], 0.0, []
        self.home = tempfile.mkdtemp(prefix="qa-repl-minute-")
        self.file = os.path.join(self.home, f"{self.words['deck']}.md")
        shutil.copy(FOLDER / f"Decks/minute.{language}.md", self.file)
        environment = {
            **{name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ},
            "HOME": self.home, "TERM": "xterm-256color", "COLORTERM": "truecolor", "TZ": "UTC",
            "LANG": {"en": "en_US.UTF-8", "ja": "ja_JP.UTF-8"}[language], "QA_REPL_LANG": language,
        }
        inside = ["sh", "-c", 'cd "$HOME" && exec "$0" "$@"']
        self.program = Program(
            [*inside, os.path.abspath(BINARY), "--store", "bank", "--no-sample", "--seed", "3", "--theme", "dark", "--no-bell"],
            ROWS, COLUMNS, environment)
        self.editor = Program(
            [*inside, EDITOR, "-u", "NONE", "-i", "NONE", "-n", "-N", "--cmd", "set encoding=utf-8 shortmess=atI noruler",
             os.path.basename(self.file)],
            EDITOR_ROWS, COLUMNS, {**environment, "LANG": "C.UTF-8", "TERM": "vt220"})

    def close(self):
        self.program.close()
        self.editor.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def show(self, seconds):
        """What both screens show now is shown for some seconds."""
        for terminal in (self.program, self.editor):
            while terminal.read(0.15):
                pass
        rows = drawn(self.program.screen, MARGIN)
        below = 2 * MARGIN + ROWS * HEIGHT + 8
        rows += drawn(self.editor.screen, below + MARGIN)
        self.frames.append((self.time, seconds, rows))
        self.time += seconds

    def type(self, terminal, text, after=0.6):
        """Types a text as a person does, and shows what comes of it."""
        for character in text:
            terminal.type(character)
            self.show(0.09)
        self.show(after)

    def press(self, terminal, *keys, after=1.0):
        for key in keys:
            terminal.type([key])
            self.show(0.25)
        self.show(after)


def record(language):
    """The recording in a language, as the text of an SVG."""
    recorder = Recorder(language)
    words, program, editor = recorder.words, recorder.program, recorder.editor
    try:
        program.wait(re.escape(words["start"]))
        editor.wait(re.escape(words["deck"]))
        recorder.show(2)
        recorder.type(program, f"follow {words['deck']}.md")
        program.type(["Enter"])
        program.wait("↻")
        recorder.show(3)
        recorder.type(program, "quiz --practice")
        program.type(["Enter"])
        program.wait(words["code"])
        recorder.show(5)
        program.answer("2")
        recorder.show(3.5)
        program.type(["Enter"])
        program.wait(words["moons"])
        recorder.show(3)
        program.answer("3")
        recorder.show(4.5)
        program.type(["Enter"])
        program.wait(re.escape(words["result"]))
        recorder.show(3)
        program.type(["Enter"])
        program.wait("1877")
        recorder.show(4)
        program.type(["Enter"])
        program.until(lambda: "1877" not in program.text, "closed")
        recorder.show(1)
        recorder.type(editor, f"/x. {words['key']}", after=0.3)
        recorder.press(editor, "Enter", "r", " ", after=0.5)
        recorder.type(editor, f"/ . {words['right']}", after=0.3)
        recorder.press(editor, "Enter", "r", "x", after=0.8)
        recorder.type(editor, ":w", after=0.3)
        editor.type(["Enter"])
        program.wait(words["changed"])
        recorder.show(5)
        program.type(["Down"])
        recorder.show(1)
        program.type(["Enter"])
        program.wait(words["again"])
        recorder.show(3)
        program.answer("3")
        recorder.show(4)
        program.type(["Enter"])
        program.wait(re.escape(words["result"]))
        recorder.show(5)
        return moving(recorder.frames, recorder.time, words)
    finally:
        recorder.close()


def all_recordings():
    """Each recording's file name and its text. There is none where the editor is not installed."""
    for language in WORDS if EDITOR else []:
        yield f"minute.{language}.svg", record(language)


def rows_of(text):
    """What the rows of a recording say, whatever the time was."""
    rows = re.findall(r"<g[^>]*>(.*?)</g>", text)
    return {re.sub(r"\d+", "0", html.unescape(re.sub(r"<[^>]+>", "", row))) for row in rows}


def moving(frames, length, words):
    """An SVG that shows each row of the frames for as long as it is there, over and over."""
    spans = {}
    for time, seconds, rows in frames:
        for row in rows:
            times = spans.setdefault(row, [])
            if times and abs(times[-1][1] - time) < 0.001:
                times[-1][1] = time + seconds
            else:
                times.append([time, time + seconds])
    back, fore, edge = WINDOWS["dark"]
    width = COLUMNS * WIDTH + 2 * MARGIN
    heights = [2 * MARGIN + rows * HEIGHT for rows in (ROWS, EDITOR_ROWS)]
    height = sum(heights) + 8
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="{FONT}" font-size="14" fill="{fore}">',
        f"<title>qa-repl: {html.escape(words['title'])}</title>",
        f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{heights[0] - 1:g}" rx="8" fill="{back}" stroke="{edge}"/>',
        f'<rect x="0.5" y="{heights[0] + 8.5:g}" width="{width - 1:g}" height="{heights[1] - 1:g}" rx="8" fill="{back}" '
        f'stroke="{edge}"><animate id="m" attributeName="rx" values="8;8" dur="{length:g}s" begin="0s;m.end"/></rect>',
    ]
    for row, times in spans.items():
        # Where nothing moves, the first frame is shown.
        starts = times[0][0] == 0
        changes = "".join(
            f'<set attributeName="visibility" to="{"visible" if shown else "hidden"}" begin="m.begin+{start:.2f}s" '
            f'dur="{end - start:.2f}s"/>'
            for shown, start, end in (
                [(False, a[1], b) for a, b in zip(times, [t[0] for t in times[1:]] + [length]) if b > a[1]]
                if starts else [(True, *t) for t in times]))
        lines.append(f'<g{"" if starts else " visibility=" + chr(34) + "hidden" + chr(34)}>{row}{changes}</g>')
    return "\n".join(lines + ["</svg>", ""])
