"""Writing questions and notes, and the timer, at 40 and 80 columns."""

import unittest

from program import TerminalTest


class FormTests(TerminalTest):
    def test_a_question_is_registered_and_found_again(self):
        for columns in (40, 80):
            with self.subTest(columns=columns):
                program = self.start_preview(columns=columns, rows=30)
                program.enter("register")
                program.wait(r"^Question:$")
                program.type("日本の首都は？")
                program.type("Enter")
                for number, choice in enumerate(("東京", "大阪", "京都", "奈良"), 1):
                    program.wait(f"^Choice {number}:$")
                    program.enter(choice)
                program.wait("^Choice 5:$")
                program.type("Enter")
                program.wait("^Right choice:$")
                program.type("1")
                program.wait("〇 1. 東京")
                program.wait("^Commentary:$")
                program.enter("東京です。")
                program.wait("^Tags:$")
                program.type("Enter")
                program.wait("^Register")
                program.type("Enter")
                program.wait("^Question:$")
                program.type("Esc")
                program.wait("^register ›")
                program.enter("home")
                program.wait("^start ›")
                program.wait("41 questions")

    def test_an_old_text_is_edited_in_place(self):
        program = self.start_preview(rows=30)
        program.enter("manage")
        program.wait("^manage ›")
        program.type("Enter")
        program.wait(r"\(editing\)")
        program.type("新しい")
        program.type("Enter")
        program.wait("Question 1: .*新しい$")
        program.wait("^Choice 1: ")
        program.type("Esc")
        program.wait("^manage ›")
        program.enter("cancel")
        program.gone("新しい")

    def test_what_is_not_saved_is_asked_about(self):
        program = self.start_preview(rows=30)
        program.enter("register")
        program.wait("^Question:$")
        program.enter("half a question")
        program.wait("^Choice 1:$")
        program.type("Esc")
        program.wait("^register ›")
        program.enter("home")
        program.wait(r"^\[y/N\]>")
        program.enter("n")
        program.wait("^register ›")

    def test_a_timer_runs_halts_and_ends_in_place(self):
        program = self.start_preview()
        program.enter("timer 3s")
        program.wait("^timer ›")
        program.type(" ")
        program.wait("2 s left")
        program.wait("Time is up")
        program.type("Esc")
        program.wait("^start ›")


if __name__ == "__main__":
    unittest.main()
