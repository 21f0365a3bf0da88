"""Everything that can be done, listed with Tab, and the keys that answer and leave."""

import unittest

from program import TerminalTest


class PaletteTests(TerminalTest):
    def test_tab_lists_what_can_be_done_and_typing_filters_it(self):
        program = self.start_preview()
        program.enter("decks")
        program.wait("^  decks ›")
        program.wait("▸ 1  ● First Steps")
        program.answer("Tab")
        program.wait("^  ▸ Enter +questions")
        program.wait("^    rename +give this deck another name")
        program.type("ren")
        program.wait("^  ▸ rename ")
        program.type("Enter")
        program.wait('^  decks › rename "First Steps"$')
        program.enter("Beginnings")
        program.wait("▸ 1  ● Beginnings")

    def test_the_list_fits_narrow_and_wide_windows_in_both_languages(self):
        for rows, columns in ((24, 80), (15, 40), (40, 120)):
            for language, first, word in (("en", "Enter does it", "stats"), ("ja", "Enter 実行", "統計")):
                with self.subTest(columns=columns, language=language):
                    program = self.start_preview("--lang", language, rows=rows, columns=columns)
                    program.wait("^  ▸ ")
                    program.answer("Tab")
                    program.wait("^  " + first)
                    program.type(word)
                    program.wait("^  ▸ " + word)
                    program.type("Enter")
                    program.wait("^  (stats|統計) ›")

    def test_a_question_mark_shows_keys_and_commands(self):
        program = self.start_preview()
        program.enter("quiz --count 3")
        program.wait("1 of 3 ")
        program.answer("?")
        program.wait("^    Space +mark$")
        program.wait("^  Commands: this screen$")
        program.type("q")
        program.wait("^  answer ›")

    def test_y_answers_at_once_and_its_enter_goes_nowhere(self):
        program = self.start_preview()
        program.enter("manage")
        program.wait(r"^  ▸\s+1 ")
        program.enter("delete")
        program.wait("^  ▸ No")
        program.type("y")
        program.wait("39 questions")
        program.enter("delete")
        program.wait("^  ▸ No")
        program.type("yes\r")
        program.wait("38 questions")
        self.assertNotIn("editing", program.text)

    def test_the_second_interrupt_leaves(self):
        with open(f"{self.home}/mock.exam", "w") as file:
            file.write("exam Mock\nquestions 3, time 20m, pass 50%\n")
        program = self.start_preview()
        program.enter(f"import {self.home}/mock.exam")
        program.wait(r"1\s+exam$")
        program.enter("exam Mock")
        program.wait("1 of 3 ")
        program.answer("1")
        program.wait("2 of 3 ")
        program.control("c")
        program.wait("Leave the exam")
        # Sooner, it would be taken for one key that is held down.
        program.answer("\x03")
        program.wait("^  start ›")
        program.answer("\x03")
        program.wait("Ctrl-C again")
        program.answer("\x03")
        self.assertEqual(program.ended(), 130)
        self.assert_restored(program)

    def test_several_pasted_lines_are_said_to_be_one(self):
        program = self.start_preview()
        program.wait("^  start ›")
        program.send("\x1b[200~decks\nnew A\n\x1b[201~")
        program.wait("The 2 pasted lines are one line now")
        program.wait("^  start › decks new A")
        program.wait("^  (goes on|Tab completes|Enter runs it)")


if __name__ == "__main__":
    unittest.main()
