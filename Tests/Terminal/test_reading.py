"""What is read at a terminal: long texts, figures, cut rows, and what is left when it is gone."""

import re
import subprocess
import unittest

from program import BINARY, TerminalTest


class ReadingTests(TerminalTest):
    def bank(self, count, question="What is number"):
        """A bank of its own with so many questions in one deck."""
        with open(f"{self.home}/Things.csv", "w") as file:
            file.write("question,a,b,answer,commentary\n")
            file.write("".join(f"{question} {n}?,{n} yes,{n} no,A,Because {n}.\n" for n in range(1, count + 1)))
        self.run_command("import", f"{self.home}/Things.csv")

    def run_command(self, *arguments):
        return subprocess.run(
            [BINARY, "--lang", "en", *arguments], env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True).stdout

    def leave(self, program):
        """Ends the program, so that the next one can have the bank."""
        program.answer("")
        program.enter("quit")
        program.ended()

    def test_the_statistics_fill_the_window_and_leave_no_row_of_it_behind(self):
        program = self.start_preview("--lang", "en", rows=15)
        program.enter("quiz --count 2")
        for _ in range(2):
            program.wait("answer ›")
            program.answer("1")
        program.wait("▸ +Hand in")
        program.answer("Enter")
        program.wait("result ›")
        program.enter("home")
        program.wait("^  start ›")
        program.answer("")
        before = program.rows
        program.enter("stats")
        program.wait("q close")
        self.assertTrue(program.fills_window)
        self.assertIn("1 quiz", program.row(0))
        program.type(" ")
        program.gone("1 quiz,")
        program.type("g")
        program.wait("1 quiz,")
        program.answer("q")
        program.until(lambda: not program.fills_window, "the main screen")
        program.wait("^  start ›")
        self.assertEqual(program.rows, before)
        self.assertFalse(any("1 quiz," in row for row in program.history))

    def test_large_numbers_have_commas_at_a_terminal_and_none_in_a_pipe(self):
        self.bank(1_234)
        self.assertIn("1234 questions", self.run_command("decks"))
        self.assertNotIn("1,234", self.run_command("--json", "decks"))
        for options in ([], ["--plain"]):
            program = self.start("--lang", "en", *options)
            program.wait("1,234 questions in 1 deck")
            self.assertNotIn("1234", program.text)
            self.leave(program)

    def test_what_is_cut_ends_in_one_sign_where_the_terminal_has_it(self):
        self.bank(3, "Which of these many things that one could think of in a long winter night is number")
        for language, sign in (("en_US.UTF-8", "…"), ("C", "..")):
            program = self.start("--lang", "en", LANG=language, LC_ALL=language)
            program.wait("Things")
            program.enter("manage")
            program.wait("Which of these many")
            row = next(row for row in program.rows if re.match(r"  . 1 +Which of these many", row))
            self.assertTrue(row.endswith(sign), row)
            self.assertLess(len(row), 80)
            self.leave(program)

    def test_a_draft_that_is_thrown_away_leaves_nothing_behind(self):
        program = self.start_preview("--lang", "en")
        program.enter("register")
        program.wait("▸ Question")
        program.type("A thought that came to nothing")
        program.type("Enter")
        program.wait("▸ Choice 1")
        program.type("Esc")
        program.wait("^  register ›")
        program.enter("cancel")
        program.gone("A thought that came to nothing")
        program.answer("")
        self.assertNotIn("A thought that came to nothing", "\n".join(program.history + program.rows))

    def test_enter_after_saving_an_exam_takes_it(self):
        for language, take in (("en", "Take it"), ("ja", "受ける")):
            program = self.start_preview("--lang", language)
            program.enter("exam new Mock")
            program.wait("Mock")
            program.answer("Esc")
            program.wait(r"^  (exam|模擬試験の編集) ›")
            for line in ("questions 3", "pass 50%", "save"):
                program.enter(line)
                program.answer("")
            program.wait("▸ " + take)
            program.answer("Enter")
            program.wait("1 of 3|1/3")


if __name__ == "__main__":
    unittest.main()
