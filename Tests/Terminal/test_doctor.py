"""What to check in a bank: a doubtful key first, kind by kind, and files without a bank."""

import pathlib
import unittest

from program import TerminalTest

SWIMS = "Which swims? {=cod ~owl ~bee #### Owls fly at night.}\n\n"
PLAIN = "".join(
    f"{word} {number}? {{={word} yes ~{word} no ~{word} maybe}}\n\n"
    for number, word in enumerate([
        "Apples", "Bells", "Clouds", "Doors", "Eggs", "Fields", "Gates", "Hills", "Inns", "Jars",
        "Keys", "Lakes"
    ]))


class DoctorTests(TerminalTest):
    def file(self, text=SWIMS + PLAIN):
        path = pathlib.Path(self.home, "swims.gift")
        path.write_text(text, encoding="utf-8")
        return path

    def bank(self, **options):
        program = self.start("--memory", "--no-sample", **options)
        program.wait("› *$")
        program.enter(f"import {self.file()}")
        program.wait("13 questions|13 問")
        return program

    def test_a_long_kind_is_one_row_that_opens(self):
        program = self.bank()
        program.enter("doctor")
        program.wait("13 things to check in 13 questions")
        program.wait(r"\[all 13\]  commentary disagrees 1  no commentary 12")
        rows = program.text
        self.assertLess(rows.index("Which swims?"), rows.index("no commentary: 12"))
        self.assertIn("the commentary speaks for “owl”, but “cod” is right", rows)
        program.answer("Down")
        program.answer("Enter")
        program.wait("no commentary: 12 in 13 questions")
        program.wait("Apples 0")
        program.answer("Esc")
        program.wait("13 things to check in 13 questions")
        program.answer("Esc")
        program.wait("^  start ›")

    def test_left_and_right_go_through_the_kinds(self):
        program = self.bank()
        program.enter("doctor")
        program.wait("←→ kind")
        program.answer("Right")
        program.wait(r"\[commentary disagrees 1\]")
        program.answer("Right")
        program.wait(r"\[no commentary 12\]")
        program.answer("Right")
        program.wait(r"\[all 13\]")
        program.answer("Left")
        program.wait(r"\[no commentary 12\]")

    def test_enter_opens_the_question_of_a_doubt(self):
        program = self.bank()
        program.enter("doctor")
        program.wait("13 things")
        program.answer("Enter")
        program.wait("manage ›")
        program.wait("Which swims")

    def test_a_narrow_window_in_japanese_has_the_same(self):
        program = self.bank(rows=15, columns=40, QA_REPL_LANG="ja")
        program.enter("点検")
        program.wait("13 問中、見直すところ 13 件")
        program.wait(r"\[すべて 13\]  解説と不一致 1")
        program.wait("解説なし: 12 件")

    def test_files_are_examined_without_a_bank(self):
        data = pathlib.Path(self.home, ".local/share/qa-repl")
        program = self.start("doctor", str(self.file()), "--strict")
        self.assertEqual(program.ended(), 1)
        self.assertIn("error[commentary-key]", program.text.replace("\n", ""))
        self.assertFalse(data.exists())


if __name__ == "__main__":
    unittest.main()
