"""Questions with several right answers, a text or a number, at a terminal in both languages and two widths."""

import unittest

from wcwidth import wcswidth

from program import ROOT, TerminalTest

BANK = ROOT / "Tests/Transcripts/kinds.json"
WORDS = {
    "en": {"start": "^  start ›", "two": "Which two are", "all": "Choose all that apply", "text": "Type the answer",
           "number": "Type a number", "answers": "Your answers", "points": "3 of 5 right", "go": "Enter type the answer"},
    "ja": {"start": "^  ホーム ›", "two": "Which two are", "all": "当てはまるものをすべて", "text": "答えを入力",
           "number": "数値を入力", "answers": "回答一覧", "points": "5 問中 3 問", "go": "Enter 答えを入力"},
}


class KindsTests(TerminalTest):
    def begin(self, language, columns, options=""):
        words = WORDS[language]
        program = self.start_preview("--lang", language, columns=columns, rows=30)
        program.enter(f"import {BANK}")
        program.wait("5")
        program.enter(f"quiz --deck Kinds {options}")
        program.wait(words["two"])
        return program, words

    def test_each_kind_from_the_first_tick_to_the_result(self):
        for language in WORDS:
            for columns in (40, 80):
                with self.subTest(language=language, columns=columns):
                    program, words = self.begin(language, columns)
                    program.answer("1")
                    program.wait("☑ +Red")
                    program.type(["Down", "Down", " "])
                    program.wait("☑ +Green")
                    program.answer("Enter")
                    program.wait(words["all"])
                    program.answer("1")
                    program.wait("☑ +2")
                    program.answer("Enter")
                    program.wait(words["text"])
                    program.type("Ｐａｒｉｓ")
                    program.wait("› Ｐａｒｉｓ")
                    program.type("Enter")
                    program.wait(words["number"])
                    program.type("Esc")
                    program.wait(words["go"])
                    program.answer("Enter")
                    program.type("3,14")
                    program.wait("› 3,14")
                    program.type("Enter")
                    program.wait("5 of 5 |5/5 ")
                    program.answer("2")
                    program.wait(words["answers"])
                    program.answer("Enter")
                    program.wait(words["points"])
                    for row in program.history + program.rows:
                        self.assertLess(wcswidth(row), columns, row)


if __name__ == "__main__":
    unittest.main()
