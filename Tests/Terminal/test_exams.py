"""Exams at a terminal in both languages and two widths, with their clocks, and killed in the middle."""

import os
import pathlib
import signal
import time
import unittest

from wcwidth import wcswidth

from program import TerminalTest

WORDS = {
    "en": {"sure": r"\(sure\)", "guess": r"\(a guess\)", "refused": "oneaftertheother", "verdict": "assed: ",
           "answers": "Your answers", "attempts": "Mock: 1 attempt"},
    "ja": {"sure": "（自信あり）", "guess": "（勘）", "refused": "前の質問には戻れません", "verdict": "合格 : ",
           "answers": "回答一覧", "attempts": "Mockの履歴 1 件"},
}
SIZES = ((80, 24), (40, 15))


class ExamTests(TerminalTest):
    def write(self, program, settings=""):
        """Brings in an exam of four questions in two sections with times of their own."""
        path = pathlib.Path(self.home, "mock.exam")
        path.write_text(f"exam Mock\nquestions 4, time 20m, pass 10%{settings}\n"
                        'section Reading: 2 of deck "First Steps", time 5m\n'
                        "section 日本: 2 of deck はじめての一問一答, time 6m\n")
        program.enter(f"import {path}")
        program.wait(r"1\s+exam$|1\s+件$")

    def each(self):
        for language, words in WORDS.items():
            for columns, rows in SIZES:
                with self.subTest(language=language, columns=columns):
                    yield language, words, columns, rows

    def test_an_exam_from_the_first_question_to_its_history(self):
        for language, words, columns, rows in self.each():
            program = self.start_preview("--lang", language, columns=columns, rows=rows)
            self.write(program)
            program.enter("exam Mock --seed 7")
            program.wait("Reading")
            program.answer("!")
            program.wait(words["sure"])
            for number in range(4):
                program.enter("guess")
                program.wait(words["guess"])
                program.answer("1")
                program.wait(words["answers"] if number == 3 else f"{number + 2} of 4|{number + 2}/4")
            program.answer("Enter")
            program.wait(words["verdict"])
            program.enter("history --exam Mock")
            program.wait(words["attempts"])
            for row in program.history + program.rows:
                self.assertLess(wcswidth(row), columns, row)

    def test_help_is_a_word_and_going_back_is_refused(self):
        for language, words, columns, rows in self.each():
            program = self.start_preview("--lang", language, columns=columns, rows=rows)
            self.write(program, ", back no")
            program.enter("exam Mock --seed 7")
            program.wait("Reading")
            program.answer("1")
            program.wait("2 of 4|2/4")
            program.enter("back")
            # It may be wrapped, and scrolled away.
            program.until(
                lambda: words["refused"] in "".join("".join(program.history + program.rows).split()), "the refusal")
            program.enter("help")
            program.wait("^ *skip( |$)")
            self.assertNotIn("toggle", program.text)

    def test_a_killed_exam_goes_on_and_its_time_has_gone_on(self):
        store = f"journal:{self.home}/bank"
        self.start("--store", store, "-c", "sample").ended()
        program = self.start("--store", store)
        program.wait("^  start ›")
        self.write(program)
        program.enter("exam Mock --seed 7")
        program.wait("1 of 4")
        program.answer("1")
        program.wait("2 of 4")
        os.killpg(program.process.pid, signal.SIGKILL)
        program.process.wait()
        time.sleep(3)
        program = self.start("--store", store)
        program.wait("^  start ›")
        program.enter("resume")
        program.wait("2 of 4 .*19:5[0-7] left")
        program.wait("Reading .*4:5[0-7] left")


if __name__ == "__main__":
    unittest.main()
