"""Completions in the shells themselves: a name is kept whole whatever is in it, and never run."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import BINARY, TerminalTest

# Each begins with a letter of its own, which is all that is typed of it.
NAMES = [
    "a b  c.csv", "b'c.csv", 'c"d.csv', "d*e?.csv", "e$(touch executed)f.csv", "g`touch executed`.csv",
    "h;touch executed;.csv", "i\\j.csv", "k&(touch executed)l.csv", "m$HOME!.csv", "n[o]{p,q}#~.csv",
    "r日本 語.csv",
]
# An interactive shell as it comes, without anybody's settings.
SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "--interactive"],
}


class CompletionTests(TerminalTest):
    def shell(self, name):
        """A shell that knows the completions, in a folder with the files; the program only notes its arguments."""
        if not shutil.which(name):
            self.skipTest(f"{name} is not installed")
        self.folder = pathlib.Path(self.home, "files")
        self.folder.mkdir()
        for file in NAMES:
            (self.folder / file).write_text("")
        tools = pathlib.Path(self.home, "tools")
        tools.mkdir()
        program = tools / "qa-repl"
        program.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" > "{self.home}/noted"\n'
                           f'mv "{self.home}/noted" "{self.home}/arguments"\n')
        program.chmod(0o755)
        # A name that zsh finds when it looks for the command's completion.
        script = pathlib.Path(self.home, "_qa-repl")
        script.write_bytes(subprocess.run(
            [BINARY, "completions", name], env=self.environment(), check=True,
            capture_output=True).stdout)
        shell = self.start(
            command=SHELLS[name], columns=160, PATH=f"{tools}:{os.environ['PATH']}",
            LC_ALL="C.UTF-8", PS1="$ ")
        setup = {
            "bash": f". {script}; bind 'set enable-bracketed-paste off'",
            "zsh": f"fpath=({self.home} $fpath); autoload -U compinit; compinit -u -D; PS1='$ '",
            "fish": f"source {script}; set -g fish_autosuggestion_enabled 0;"
                    " function fish_prompt; printf '$ '; end",
        }
        # A line editor that has shown its prompt takes what is typed.
        shell.wait(r"[$%#>] ?$", 30)
        shell.enter(f"cd {self.folder}; {setup[name]}; echo rea''dy")
        shell.wait(r"^ready", 30)
        shell.wait(r"^\$ ?$")
        return shell

    def arguments(self, shell, typed, end):
        """What the program gets when this is typed, completed by Tab to something that ends so, and entered."""
        noted = pathlib.Path(self.home, "arguments")
        noted.unlink(missing_ok=True)
        shell.type(typed)
        shell.until(lambda: shell.line.endswith(typed), "the echo of what is typed")
        shell.type("Tab")
        shell.until(lambda: re.search(re.escape(end) + "['\"]?$", shell.line), "a completion")
        shell.type("Enter")
        shell.until(noted.exists, "the run of the program")
        shell.until(lambda: re.search(r"^\$ ?$", shell.line), "the next prompt")
        return noted.read_bytes().decode().split("\0")[:-1]

    def assert_names_stay_whole(self, name):
        shell = self.shell(name)
        for words, files in [("import", NAMES), ("-f", NAMES), ("--store", NAMES[:1]),
                             ("import --deck x", NAMES[:1])]:
            for file in files:
                with self.subTest(name=file, after=words):
                    self.assertEqual(
                        self.arguments(shell, f"qa-repl {words} {file[0]}", ".csv"),
                        [*words.split(), file])
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(NAMES), "something was executed")

    def assert_words_are_completed(self, name):
        shell = self.shell(name)
        for typed, whole in [
            ("imp", ["import"]), ("--keep", ["--keep-going"]), ("--lang j", ["--lang", "ja"]),
            ("quiz --prac", ["quiz", "--practice"]), ("completions ba", ["completions", "bash"]),
        ]:
            with self.subTest(typed=typed):
                self.assertEqual(self.arguments(shell, f"qa-repl {typed}", whole[-1]), whole)

    def test_bash_keeps_names_whole_and_runs_none(self):
        self.assert_names_stay_whole("bash")

    def test_zsh_keeps_names_whole_and_runs_none(self):
        self.assert_names_stay_whole("zsh")

    def test_fish_keeps_names_whole_and_runs_none(self):
        self.assert_names_stay_whole("fish")

    def test_bash_completes_commands_options_and_values(self):
        self.assert_words_are_completed("bash")

    def test_zsh_completes_commands_options_and_values(self):
        self.assert_words_are_completed("zsh")

    def test_fish_completes_commands_options_and_values(self):
        self.assert_words_are_completed("fish")


if __name__ == "__main__":
    unittest.main()
