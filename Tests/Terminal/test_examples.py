"""Each example of the README, of --help and of the manual page does what it says: at a terminal, in a pipe and with -c."""

import pathlib
import re
import shlex
import subprocess
import unittest

from program import BINARY, ROOT, TerminalTest

QUESTIONS = "question,A,B,C,D,answer\nFirst?,1,2,3,4,a\nSecond?,1,2,3,4,b\n"
# The start screen and what opens a screen stay at a terminal, until a person leaves.
STAYS = {"qa-repl": "^  start ›", "due": "^  due ›", "quiz": "^  answer ›", "review": "^  answer ›"}
# What is read from the bank of the other examples.
NEEDS_QUESTIONS = {"quiz", "export"}
# What prints and ends before there is a bank, so that it is no command inside.
PRINTS = {"man", "completions"}


def readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^    (qa-repl .*?)(?: +#.*)?$", text, re.M)


def help_text():
    text = subprocess.run([BINARY, "--help"], capture_output=True, text=True).stdout
    lines = re.findall(r"^  (qa-repl.*?)(?:\s{2,}.*)?$", text.split("Options:")[0], re.M)
    # What reads a pipe is another program, and each of several words makes an example.
    lines = [line.split(" | ")[0].rpartition(" ") for line in lines]
    return [before + space + word for before, space, words in lines for word in words.split("|")]


def manual():
    text = subprocess.run([BINARY, "man"], capture_output=True, text=True).stdout
    lines = re.findall(r"^\\fB(qa.*?)\\fR$", text.split(".SH EXAMPLES")[1], re.M)
    return [line.replace("\\-", "-") for line in lines]


class ExampleTests(TerminalTest):
    def setUp(self):
        super().setUp()
        self.number = 0

    def fresh(self, verb):
        """A home with what the example needs."""
        self.number += 1
        home = pathlib.Path(self.home) / str(self.number)
        home.mkdir()
        (home / "questions.csv").write_text(QUESTIONS)
        (home / "shared").mkdir()
        if verb in NEEDS_QUESTIONS:
            done = self.piped(home, ["-c", "import questions.csv --deck Geography"])
            self.assertEqual(done.returncode, 0, done.stderr)
        return home

    def environment_of(self, home):
        return self.environment(HOME=str(home), XDG_DATA_HOME=str(home / "data"), LANG="en_US.UTF-8")

    def piped(self, home, arguments, text=""):
        return subprocess.run([BINARY, *arguments], input=text, capture_output=True, text=True, cwd=home,
                              env=self.environment_of(home))

    def at_terminal(self, home, arguments):
        line = "cd " + shlex.quote(str(home)) + " && exec " + shlex.join([BINARY, *arguments])
        return self.start(command=["sh", "-c", line], columns=200, rows=50, **self.environment_of(home))

    def lines(self, text):
        return sorted(line.rstrip() for line in text.splitlines() if line.strip())

    def bank(self, home):
        shown = self.piped(home, ["-c", "decks", "-c", "history"]).stdout
        return re.sub(r"\d\d:\d\d:\d\d", "TIME", shown)

    def check(self, example):
        arguments = shlex.split(example)[1:]
        verb = next((a for a in arguments if not a.startswith("-")), "qa-repl")
        if "-c" in arguments:
            verb = "-c"
        # Nothing is due in a bank that nobody has played.
        stays = None if verb == "review" or "--json" in arguments else STAYS.get(verb)
        if verb == "qa-repl":
            stays = "Add the sample decks"
        home, other = self.fresh(verb), self.fresh(verb)
        piped = self.piped(other, arguments)
        self.assertEqual(piped.returncode, 0, piped.stderr)
        program = self.at_terminal(home, arguments)
        if stays:
            program.wait(stays)
        else:
            self.assertEqual(program.ended(), piped.returncode, program.shown)
            said = bytes(program.output).decode().replace(str(home), "").replace("\r\n", "\n")
            said = re.sub(r"\x1b\[[0-9;]*m", "", said)
            self.assertEqual(self.lines(said), self.lines((piped.stdout + piped.stderr).replace(str(other), "")))
            self.assertNotEqual(said.strip(), "")
            self.assertEqual(self.bank(home), self.bank(other))
        if verb not in {"-c", "qa-repl", *PRINTS}:
            words = arguments[arguments.index(verb):]
            third = self.fresh(verb)
            scripted = self.piped(third, arguments[:arguments.index(verb)] + ["-c", shlex.join(words)])
            self.assertEqual(scripted.returncode, piped.returncode, scripted.stderr)
            self.assertEqual(self.lines(scripted.stdout.replace(str(third), "")),
                             self.lines(piped.stdout.replace(str(other), "")))
            self.assertEqual(self.bank(third), self.bank(other))

    def test_each_example_does_its_work_and_says_so(self):
        examples = readme() + help_text() + manual()
        self.assertGreater(len(examples), 8)
        for example in sorted(set(examples)):
            with self.subTest(example=example):
                self.check(example)

    def test_a_command_that_fails_at_a_terminal_ends_with_the_code_of_a_script(self):
        for line, code in {"import nothing.csv": 2, "nosuch": 1, "redo": 1, "quiz --deck Nothing": 1,
                           "sync nowhere": 1}.items():
            with self.subTest(line=line):
                home = self.fresh("quiz")
                program = self.at_terminal(home, line.split())
                self.assertEqual(program.ended(), code, program.shown)
                self.assertIn("error[", program.text)
                self.assertEqual(self.piped(home, ["-c", line]).returncode, code)

    def test_what_synchronizes_at_a_terminal_is_done_when_the_program_ends(self):
        home = self.fresh("quiz")
        program = self.at_terminal(home, ["sync", "shared"])
        self.assertEqual(program.ended(), 0, program.shown)
        self.assertIn("sent", program.text)
        self.assertEqual(len(list((home / "shared").glob("*/changes.jsonl"))), 1)

    def test_an_import_that_runs_when_a_person_leaves_is_finished(self):
        home = self.fresh("quiz")
        rows = "".join(f"Question {n}?,1,2,3,4,a\n" for n in range(20_000))
        (home / "many.csv").write_text("question,A,B,C,D,answer\n" + rows)
        program = self.at_terminal(home, [])
        program.wait("^  start ›")
        program.type("import many.csv --deck Many")
        program.wait("^  start › import many.csv --deck Many$")
        program.type("Enter")
        program.wait("^  start ›$")
        program.enter("quit")
        self.assertEqual(program.ended(60), 0, program.shown)
        self.assertIn("20,000", self.piped(home, ["-c", "decks"]).stdout.replace("20000", "20,000"))


if __name__ == "__main__":
    unittest.main()
