"""The pictures of the READMEs and of docs: the screen of the real program at a terminal, as SVG.

`make pictures` draws them into Tests/Pictures; `test_pictures.py` compares them with what the program shows.
"""

import html
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from wcwidth import wcwidth

from program import BINARY, Program, ROOT

FOLDER = ROOT / "Tests/Pictures"
ROWS, COLUMNS = 24, 80
# The cells of the picture, in pixels.
WIDTH, HEIGHT, MARGIN = 8.4, 19, 14
FONT = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', monospace"
# The colours of a window, of the text in it, and of its edge.
WINDOWS = {"dark": ("#1e1e1e", "#e6e6e6", "#3c3c3c"), "light": ("#ffffff", "#1a1a1a", "#d0d0d0")}
DECKS = {
    "en": {"programming": "Programming", "mathematics": "Mathematics", "geography": "Geography"},
    "ja": {"programming": "プログラミング", "mathematics": "数学", "geography": "地理"},
}
TODAY = "2026-11-20T09:00:00Z"


class Bank:
    """A bank with the decks of the pictures, and with quizzes of some days, always the same."""

    def __init__(self, language):
        self.language = language
        self.home = tempfile.mkdtemp(prefix="qa-repl-pictures-")
        self.environment = {
            **{name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ},
            "HOME": self.home, "TERM": "xterm-256color", "COLORTERM": "truecolor", "TZ": "UTC",
            "LANG": {"en": "en_US.UTF-8", "ja": "ja_JP.UTF-8"}[language],
        }
        names = DECKS[language]
        for file, name in names.items():
            self.run("2026-10-20T09:00:00Z", f'import "{FOLDER}/Decks/{file}.{language}.md" --deck "{name}"')
        chance = random.Random(7)
        for day in range(26):
            file, name = list(names.items())[day % 3]
            quiz = [f'quiz --deck "{name}"']
            for right in self.right_choices(file):
                quiz.append(str(right if chance.random() < 0.5 + 0.015 * day else right % 4 + 1))
            date = f"2026-{10 + (24 + day) // 31}-{(24 + day) % 31 + 1:02}T09:00:00Z"
            self.run(date, *quiz, "result", seed=day + 1)

    def right_choices(self, file):
        """The number of the right choice of each question in a file."""
        boxes = re.findall(r"^- \[(.)\]", (FOLDER / f"Decks/{file}.{self.language}.md").read_text(), re.M)
        return [number % 4 + 1 for number, box in enumerate(boxes) if box == "x"]

    def run(self, now, *lines, seed=1):
        arguments = [word for line in lines for word in ("-c", line)]
        subprocess.run(
            [BINARY, "--now", now, "--seed", str(seed), *arguments],
            env=self.environment, check=True, capture_output=True)

    def program(self, theme):
        return Program(
            [BINARY, "--clock", "virtual", "--now", TODAY, "--seed", "1", "--theme", theme, "--no-bell"],
            ROWS, COLUMNS, self.environment)

    def close(self):
        shutil.rmtree(self.home, ignore_errors=True)


PROMPTS = {"en": r"^  start ›", "ja": r"^  ホーム ›"}
ANSWER = {"en": r"^  answer ›", "ja": r"^  回答 ›"}


def first_screen(program, bank):
    """The first screen."""


def code(program, bank):
    """A question with code."""
    program.enter(f'quiz --deck "{DECKS[bank.language]["programming"]}" --practice')
    program.wait(ANSWER[bank.language])


def maths(program, bank):
    """A question with formulas."""
    program.enter(f'quiz --deck "{DECKS[bank.language]["mathematics"]}" --practice')
    program.wait(ANSWER[bank.language])
    program.enter("skip")
    program.wait({"en": "2 of 4", "ja": "2/4"}[bank.language])


def result(program, bank):
    """The result of a quiz."""
    program.enter(f'quiz --deck "{DECKS[bank.language]["geography"]}"')
    for number, answer in enumerate("132133", 1):
        program.wait(rf"\b{number}\b.*\b6\b")
        program.answer(answer)
    program.wait({"en": r"^  answers ›", "ja": r"^  回答一覧 ›"}[bank.language])
    program.enter("result")
    program.wait({"en": r"^  result ›", "ja": r"^  回答結果 ›"}[bank.language])


def statistics(program, bank):
    """The statistics."""
    program.enter("stats")
    program.wait({"en": r"^  stats ›", "ja": r"^  統計 ›"}[bank.language])


def search(program, bank):
    """Searching while typing."""
    program.answer("/")
    program.type({"en": "number", "ja": "表示"}[bank.language])
    program.wait("▸")


SCENES = [first_screen, code, maths, result, statistics, search]


def picture(scene, bank, theme):
    """What the screen shows in a scene, as the text of an SVG."""
    program = bank.program(theme)
    try:
        program.wait(PROMPTS[bank.language])
        scene(program, bank)
        while program.read(0.4):
            pass
        return svg(program.screen, theme, f"qa-repl: {scene.__doc__.rstrip('.').lower()}")
    finally:
        program.close()


def svg(screen, theme, title):
    """The rows of a screen that have text, as an SVG with one element for each run of a style."""
    rows = [screen.buffer[row] for row in range(screen.lines)]
    while rows and all(not cell.data.strip() for cell in cells(rows[-1])):
        rows.pop()
    while rows and all(not cell.data.strip() for cell in cells(rows[0])):
        rows.pop(0)
    back, fore, edge = WINDOWS[theme]
    width, height = COLUMNS * WIDTH + 2 * MARGIN, len(rows) * HEIGHT + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="{FONT}" font-size="14" fill="{fore}">',
        f"<title>{html.escape(title)}</title>",
        f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="8" fill="{back}" '
        f'stroke="{edge}"/>',
    ]
    lines += drawn_rows(rows, MARGIN)
    return "\n".join(lines + ["</svg>", ""])


def drawn(screen, top):
    """Each row of a screen that has text, as the elements of an SVG below a height."""
    return drawn_rows([screen.buffer[row] for row in range(screen.lines)], top)


def drawn_rows(rows, top):
    found = []
    for number, row in enumerate(rows):
        y = top + number * HEIGHT
        for start, length, text, style in runs(row):
            x = MARGIN + start * WIDTH
            colour, ground, bold = style
            if ground:
                found.append(
                    f'<rect x="{x:g}" y="{y:g}" width="{length * WIDTH:g}" height="{HEIGHT}" fill="{ground}"/>')
            if not text.strip():
                continue
            marks = (f' fill="{colour}"' if colour else "") + (' font-weight="bold"' if bold else "")
            found.append(
                f'<text {places(x, text, length)} y="{y + 14:g}" xml:space="preserve"{marks}>'
                f"{html.escape(text)}</text>")
    return found


def places(x, text, length):
    """Where a run stands. Bars and charts have a place for each sign, because their signs have to meet."""
    if any("\u2500" <= sign <= "\u25ff" for sign in text):
        return 'x="' + " ".join(f"{x + n * WIDTH:.5g}" for n in range(len(text))) + '"'
    return f'x="{x:g}" textLength="{length * WIDTH:g}" lengthAdjust="spacingAndGlyphs"'


def cells(row):
    return [row[column] for column in range(COLUMNS)]


def runs(row):
    """Where each run of one style begins, its cells, its text and its style. Blanks between two words of
    one style belong to the run; others part it. A wide character and a bar have runs of their own kind."""
    found = []
    for column, cell in enumerate(cells(row)):
        if not cell.data:
            continue
        style = (colour(cell.fg), colour(cell.bg), cell.bold)
        if cell.reverse:
            style = (style[1] or "#1e1e1e", style[0] or "#e6e6e6", cell.bold)
        width = max(1, wcwidth(cell.data[0]))
        kind = (style, width)
        if found and found[-1][4] == kind and found[-1][0] + found[-1][1] == column:
            found[-1][1] += width
            found[-1][2] += cell.data
        else:
            found.append([column, width, cell.data, style, kind])
    return [trimmed(run[:4]) for run in found]


def trimmed(run):
    """A run without blanks at its ends, unless it has a ground of its own."""
    start, length, text, style = run
    if style[1] or not text.strip():
        return run
    left = len(text) - len(text.lstrip(" "))
    text = text.strip(" ")
    cells_of_text = sum(max(1, wcwidth(character)) for character in text)
    return start + left, cells_of_text, text, style


def colour(name):
    if name == "default":
        return None
    return f"#{name}" if re.fullmatch(r"[0-9a-f]{6}", name) else name


def all_pictures():
    """Each picture's file name and its text."""
    for language in ("en", "ja"):
        bank = Bank(language)
        try:
            for scene in SCENES:
                for theme in ("dark", "light"):
                    name = scene.__name__.replace("_", "-")
                    yield f"{name}.{language}.{theme}.svg", picture(scene, bank, theme)
        finally:
            bank.close()


def main():
    # Here, because a recording is made of such pictures.
    import recording

    for name, text in [*all_pictures(), *recording.all_recordings()]:
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{name}  {len(text)} bytes")


if __name__ == "__main__":
    sys.exit(main())
