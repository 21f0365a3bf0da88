"""Decks that follow their files, edited beside the program."""
import os
import pathlib
import subprocess
import time

from program import BINARY, TerminalTest

QUESTIONS = """\
## What is the capital of France?
- [x] Paris
- [ ] Lyon
- [ ] Nice

## What is the capital of Italy?
- [ ] Milan
- [x] Rome
- [ ] Turin

## Which of these is a prime number?
- [ ] 4
- [x] 7
- [ ] 9
"""


class FollowingTests(TerminalTest):
    def setUp(self):
        super().setUp()
        self.file = pathlib.Path(self.home, "world.md")
        self.file.write_text(QUESTIONS)
        subprocess.run(
            [BINARY, "follow", str(self.file)], env=self.environment(), check=True, capture_output=True)

    def save_in_place(self, text):
        with open(self.file, "r+") as file:
            file.truncate(0)
            file.write(text)

    def save_by_renaming(self, text):
        """As vim and `sed -i` do."""
        new = self.file.with_suffix(".new")
        new.write_text(text)
        os.replace(new, self.file)

    def save_with_backup(self, text):
        """As emacs does: the old file gets another name, and a new one is written."""
        os.replace(self.file, str(self.file) + "~")
        self.file.write_text(text)

    def save_slowly(self, text):
        with open(self.file, "w") as file:
            for start in range(0, len(text), 40):
                file.write(text[start:start + 40])
                file.flush()
                time.sleep(0.02)

    def test_what_an_editor_saves_is_on_the_screen_at_once(self):
        program = self.start("--lang", "en")
        program.wait("3 questions in 1 deck")
        for number, save in enumerate((
                self.save_in_place, self.save_by_renaming, self.save_with_backup, self.save_slowly)):
            with self.subTest(save=save.__name__):
                name = f"Paris {number}"
                save(QUESTIONS.replace("Paris", name))
                began = time.monotonic()
                program.wait("1 changed")
                self.assertLess(time.monotonic() - began, 1.5)
                program.enter(f"search {name}")
                program.wait("1 question found")
                program.enter("home")
                program.wait("3 questions in 1 deck")

    def test_during_a_quiz_nothing_changes(self):
        program = self.start("--lang", "en", "quiz", "--in-order")
        program.wait("capital of France")
        self.save_by_renaming(QUESTIONS.replace("prime number", "prime"))
        for key in "12":
            program.answer(key)
            program.answer("")
        program.wait("prime number")
        program.answer("2")
        program.answer("Enter")
        program.wait("3 of 3 right")
        program.wait("1 changed")

    def test_a_followed_deck_has_its_sign_and_its_problems_come_by_themselves(self):
        for arguments, sign in (([], "↻"), (["--plain"], "@")):
            with self.subTest(arguments=arguments):
                self.save_by_renaming(QUESTIONS)
                program = self.start("--lang", "en", *arguments)
                program.wait(rf"world {sign} +3 questions")
                self.save_by_renaming(QUESTIONS + "\n## Which is right?\n- [ ] This\n- [ ] That\n")
                program.wait(rf"world {sign} +3 questions +1 problem")
                program.enter("quit")

    def test_the_file_that_was_imported_is_followed_by_its_last_row(self):
        other = pathlib.Path(self.home, "other.md")
        other.write_text(QUESTIONS.replace("capital", "largest city"))
        program = self.start("--lang", "en")
        program.wait("world ↻")
        program.enter(f"import {other}")
        program.wait("Follow this file: its corrections come by themselves")
        program.answer("End")
        program.answer("Enter")
        program.wait("other ↻")
        program.gone("Follow this file")

    def test_the_editor_opens_at_the_line_and_what_it_saves_comes_in(self):
        editor = pathlib.Path(self.home, "vi")
        editor.write_text('#!/bin/sh\necho "$@" > "$HOME/arguments"\nsed -i s/Rome/Roma/ "$2"\n')
        editor.chmod(0o755)
        program = self.start("--lang", "en", EDITOR=str(editor))
        program.wait("world ↻")
        program.enter("search Italy")
        program.wait("1 question found")
        program.type("\x18\x05")
        program.wait("1 changed")
        self.assertEqual(
            pathlib.Path(self.home, "arguments").read_text(), f"+6 {self.file}\n")
        program.enter("search Roma")
        program.wait("1 question found")
        program.enter("go 1")
        program.wait("world.md:6")
        program.answer("Enter")
        program.wait("Change it here")

    def test_a_command_that_waits_says_in_a_pipe_what_changes_until_nobody_reads_it(self):
        waiting = subprocess.Popen(
            [BINARY, "--lang", "en", "follow", "--wait"], env=self.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.assertIn("world.md", waiting.stdout.readline())
            self.save_by_renaming(QUESTIONS.replace("Rome", "Roma"))
            said = waiting.stdout.readline()
            while "1 changed" not in said:
                self.assertNotEqual(said, "")
                said = waiting.stdout.readline()
            waiting.stdout.close()
            self.save_by_renaming(QUESTIONS.replace("Rome", "Rom"))
            waiting.wait(timeout=20)
        finally:
            waiting.kill()
