"""Writing questions and notes, and the timer, at 40 and 80 columns."""

import os
import signal
import unittest

from program import TerminalTest


class FormTests(TerminalTest):
    def at(self, program, field):
        """Waits until that field is edited."""
        # A field that has to be filled in says so while it is empty.
        if field.endswith(":$"):
            field = field[:-1] + r"( +\((needed|必須)\))?$"
        program.wait(f"^  ▸ {field}")

    def test_a_question_is_registered_and_found_again(self):
        for columns, rows in ((40, 17), (80, 30)):
            with self.subTest(columns=columns):
                program = self.start_preview(columns=columns, rows=rows)
                program.enter("register")
                self.at(program, "Question:$")
                program.type("日本の首都は？")
                program.type("Enter")
                for number, choice in enumerate(("東京", "大阪", "京都", "奈良"), 1):
                    note = r" +\(may stay empty\)" if number > 2 else ""
                    self.at(program, f"Choice {number}:{note}$")
                    program.enter(choice)
                self.at(program, "Right choice:$")
                program.type("1")
                program.wait("^    Right choice: 1. 東京")
                self.at(program, "Commentary:$")
                program.type(["東京です。", "Tab"])
                self.at(program, r"Tags: +\(may stay empty\)$")
                program.type("Enter")
                self.at(program, "Deck: +First Steps$")
                program.control("U")
                program.enter("Capitals")
                self.at(program, "Register")
                program.type("Enter")
                self.at(program, "Question:$")
                program.wait("^    Deck: +Capitals$")
                program.type("Esc")
                program.wait("^  manage ›")
                program.enter("home")
                program.wait("^  start ›")
                program.wait("41 questions in 3 decks")
                everything = "\n".join(program.history + program.rows)
                self.assertNotIn("Choice 5:", everything)

    def test_a_question_that_ends_with_an_exclamation_mark_is_typed(self):
        program = self.start_preview(rows=30)
        program.enter("register")
        self.at(program, "Question:$")
        program.enter("What does `print` say? Hello, World!")
        self.at(program, r"Choice 1:")
        program.enter("*WOW!")
        self.at(program, r"Choice 2:")
        program.enter("Use snake_case!")
        self.at(program, r"Choice 3:")
        program.wait("Hello, World!")
        program.wait("snake_case!")

    def test_what_is_typed_survives_a_signal_and_a_closed_window_once(self):
        bank = os.path.join(self.home, "bank.journal")

        def begin(*options):
            program = self.start("--store", bank, *options, rows=30)
            program.wait(r"^  start ›|^start>|sample decks")
            return program

        first = begin()
        first.type("n")
        first.wait(r"^  start ›")
        first.enter("quit")
        first.ended()
        self.assertFalse(os.path.exists(bank + ".draft"))
        for end in (signal.SIGHUP, signal.SIGTERM, None):
            with self.subTest(end=end):
                program = begin()
                if "sample decks" in program.text:
                    program.type("n")
                program.wait(r"^  start ›")
                program.enter("register")
                self.at(program, "Question:$")
                program.enter("What is typed first?")
                self.at(program, "Choice 1:$")
                program.type("half a ch")
                self.at(program, "Choice 1: +half a ch$")
                if end is None:
                    os.close(program.desk)
                    program.desk = os.open(os.devnull, os.O_RDWR)
                    program.process.wait(10)
                else:
                    os.kill(program.process.pid, end)
                    self.assertEqual(program.ended(), 128 + end)
                self.assertTrue(os.path.exists(bank + ".draft"))
                self.assertEqual(os.stat(bank + ".draft").st_mode & 0o777, 0o600)
                again = begin()
                if "sample decks" in again.text:
                    again.type("n")
                again.wait(r"^  start ›")
                again.enter("register")
                again.wait("typed when the program was ended")
                again.wait("What is typed first?")
                again.wait("half a ch")
                self.assertFalse(os.path.exists(bank + ".draft"))
                again.type("Esc")
                again.wait("^  register ›")
                again.enter("cancel")
                self.at(again, "Question:$")
                again.type("Esc")
                again.wait("^  start ›")
                again.enter("quit")
                again.ended()
                third = begin()
                if "sample decks" in third.text:
                    third.type("n")
                third.wait(r"^  start ›")
                third.enter("register")
                self.at(third, "Question:$")
                self.assertNotIn("typed when the program", third.text)
                third.type("Esc")
                third.wait("^  start ›")
                third.enter("quit")
                third.ended()

    def test_an_old_text_is_edited_in_place(self):
        program = self.start_preview(rows=30)
        program.enter("manage")
        program.wait("^  manage ›")
        program.answer("Enter")
        program.wait(r"\(editing\)")
        program.type("新しい")
        program.type("Enter")
        program.wait("^    Question: .*新しい$")
        self.at(program, "Choice 1: ")
        program.type("Esc")
        program.wait("^  manage ›")
        program.enter("cancel")
        program.gone("新しい")

    def editor(self, script):
        """An editor of the person's own."""
        path = os.path.join(self.home, "editor")
        with open(path, "w") as file:
            file.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o700)
        return path

    def test_an_editor_opens_a_text_and_has_the_terminal_meanwhile(self):
        # Reads a line as the terminal gives it, so that it shows whether somebody else reads too.
        editor = self.editor(
            'echo "editing $(cat "$1")"; stty -a | grep -o " icanon"; read line\n'
            'printf "%s\\nsecond\\n" "$line" > "$1"\n')
        program = self.start_preview(rows=30, EDITOR=editor, TMPDIR=self.home)
        program.enter("register")
        self.at(program, "Question:$")
        program.type("half")
        program.control("X")
        program.control("E")
        program.wait("^editing half$")
        program.wait("^ icanon$")
        self.assertNotIn("Question:", program.text)
        program.enter("typed into the editor")
        self.at(program, "Question: +typed into the editor$")
        program.wait("^ +second$")
        self.assertEqual(program.text.count("Question:"), 1, program.shown)
        program.type("!")
        program.wait("second!$")
        program.type("Enter")
        self.at(program, "Choice 1:")
        self.assertEqual([name for name in os.listdir(self.home) if name.startswith("qa-repl")], [])

    def test_an_editor_that_is_given_up_leaves_the_text_and_the_program(self):
        for key, says in (("C", "by signal 2"), ("\\", "by signal 3")):
            with self.subTest(key=key):
                program = self.start_preview(
                    rows=30, EDITOR=self.editor("echo editing; exec sleep 60\n"), TMPDIR=self.home)
                program.enter("register")
                program.type("half")
                self.at(program, "Question: +half$")
                program.control("X")
                program.control("E")
                program.wait("^editing$")
                program.control(key)
                program.wait(says)
                self.at(program, "Question: +half$")
                program.type("!")
                self.at(program, "Question: +half!$")

    def test_an_editor_cannot_be_stopped_by_itself(self):
        program = self.start_preview(
            rows=30, EDITOR=self.editor("echo editing; read line; echo $line > $1\n"),
            TMPDIR=self.home)
        program.enter("register")
        program.control("X")
        program.control("E")
        program.wait("^editing$")
        program.control("Z")
        program.enter("after")
        self.at(program, "Question: +after$")

    def test_the_window_may_change_while_the_editor_has_it(self):
        program = self.start_preview(
            rows=30, EDITOR=self.editor("echo editing; read line\n"), TMPDIR=self.home)
        program.enter("register")
        program.control("X")
        program.control("E")
        program.wait("^editing$")
        program.resize(30, 40)
        program.enter("")
        self.at(program, "Question:")
        program.type("word " * 10)
        program.wait(r"^ +word\b")
        self.assertNotIn("Esc", program.line, program.shown)

    def test_what_is_not_saved_is_asked_about(self):
        program = self.start_preview(rows=30)
        program.enter("register")
        self.at(program, "Question:$")
        program.enter("half a question")
        self.at(program, "Choice 1:$")
        program.type("Esc")
        program.wait("^  register ›")
        program.enter("home")
        program.wait(r"^  yes or no ›")
        program.answer("n")
        program.wait("^  register ›")

    def test_a_timer_runs_halts_and_ends_in_place(self):
        program = self.start_preview()
        program.enter("timer 3s")
        program.wait("^  timer ›")
        program.type(" ")
        program.wait("2 s left")
        program.wait("Time is up")
        program.type("Esc")
        program.wait("^  start ›")


if __name__ == "__main__":
    unittest.main()
