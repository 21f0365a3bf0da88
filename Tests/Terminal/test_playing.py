"""A quiz played to its end at a terminal, in both languages and two widths."""

import time
import unittest

from wcwidth import wcswidth

from program import TerminalTest

WORDS = {
    "en": {"offer": "Add the sample decks", "start": "^  start ›", "answer": "answer ›", "left": "s left", "score": "of 3 right",
           "timeout": "Time ran out", "answers": "Your answers", "marked": "⚑ 1 of 3"},
    "ja": {"offer": "サンプルの問題集を追加", "start": "^  ホーム ›", "answer": "回答 ›", "left": "残り", "score": "3 問中",
           "timeout": "時間切れです", "answers": "回答一覧", "marked": "⚑ 1/3"},
}


class PlayingTests(TerminalTest):
    def test_from_an_empty_home_to_the_first_question_in_two_inputs(self):
        for language, words in WORDS.items():
            with self.subTest(language=language):
                program = self.start("--lang", language, XDG_DATA_HOME=f"{self.home}/{language}")
                program.wait(words["offer"])
                program.type("Enter")
                program.wait(words["start"])
                program.answer("Enter")
                program.wait(f"^  {words['answer']}")

    def test_a_question_may_end_with_an_exclamation_mark(self):
        texts = ["What does `print` say? Hello, World!", "AT&T is great!", "a *bold* move!", "R&D!", "It costs $5!",
                 "Use snake_case!", "1 < 2!"]
        with open(f"{self.home}/marks.aiken", "w") as file:
            for text in texts:
                file.write(f"{text}\nA. {text}\nB. Use snake_case, *WOW!\nANSWER: A\n\n")
        for options in ([], ["--plain"], ["--color", "always"]):
            with self.subTest(options=options):
                program = self.start("--memory", *options, rows=40)
                program.wait("start ?[›>]")
                program.enter(f"import {self.home}/marks.aiken")
                program.wait(f"{len(texts)} imported")
                program.enter("quiz --deck marks")
                for number in range(1, len(texts) + 1):
                    program.wait(f"{number} of {len(texts)}|{number}/{len(texts)}")
                    program.enter("1") if options == ["--plain"] else program.answer("1")
                program.wait("answers ?[›>]")
                program.enter("result") if options == ["--plain"] else program.answer("Enter")
                program.wait(f"of {len(texts)} right")

    def test_a_countdown_costs_few_bytes_and_nothing_else_any(self):
        program = self.start_preview(COLORTERM="truecolor")
        self.assertEqual(self.written(program, 1.5), 0)
        program.enter("quiz --time 600")
        program.wait("s left|9:5. left")
        self.assertGreater(self.written(program, 3.5), 0)
        self.assertLessEqual(self.written(program, 4), 5 * 200)

    def written(self, program, seconds):
        """The bytes that come within that time, once it has been quiet for a moment."""
        while program.read(0.3):
            pass
        before, end = len(program.output), time.monotonic() + seconds
        while time.monotonic() < end:
            program.read(0.05)
        return len(program.output) - before

    def test_a_timed_quiz_to_its_result(self):
        for language, words in WORDS.items():
            for columns in (40, 80):
                with self.subTest(language=language, columns=columns):
                    program = self.start_preview(
                        "--lang", language, columns=columns, rows=30)
                    program.enter("quiz --time 120s --count 3")
                    program.wait(words["left"])
                    program.type(" ")
                    program.wait(words["marked"])
                    for number in (1, 2, 3):
                        program.wait(f"{number} of 3 |{number}/3 ")
                        program.answer(str(number))
                    program.wait(words["answers"])
                    program.answer("Enter")
                    program.wait(words["score"])
                    for row in program.history + program.rows:
                        self.assertLess(wcswidth(row), columns, row)
                    program.type("Esc")
                    program.wait(words["start"])
                    program.enter("quit")
                    self.assertEqual(program.ended(), 0)
                    self.assert_restored(program)

    def test_keys_pressed_before_the_question_was_drawn_are_dropped(self):
        program = self.start_preview()
        program.type("quiz --in-order --count 3\r1")
        program.wait("1 of 3 ")
        program.answer("2")
        program.wait("2 of 3 ")
        program.enter("finish")
        program.wait(r"^ +1  Which of .*  Indian$")

    def test_a_double_tap_answers_one_question(self):
        program = self.start_preview()
        program.enter("quiz --in-order --count 3")
        program.wait("1 of 3 ")
        program.answer(["2", "2"])
        program.wait("2 of 3 ")
        program.answer("3")
        program.wait("3 of 3 ")
        program.enter("finish")
        program.wait(r"^ +1  Which of .*  Indian$")
        program.wait(r"^ +2  Which city .*  Melbourne$")

    def test_the_bell_rings_once_when_time_is_up(self):
        for options, bells in (([], 1), (["--no-bell"], 0)):
            with self.subTest(options=options):
                program = self.start_preview(*options, "--clock", "virtual", "--lang", "en")
                program.enter("quiz --time 60s --count 3")
                program.wait("60 s left")
                program.enter(":advance 2m")
                program.wait(WORDS["en"]["timeout"])
                program.answer("Up")
                program.wait("^  ▸ 3  ")
                self.assertNotIn("Enter change", program.text)
                program.enter("home")
                program.wait("^  start ›$")
                self.assertEqual(program.output.count(b"\a"), bells)

    def test_on_a_virtual_clock_time_passes_only_when_told(self):
        program = self.start_preview("--clock", "virtual", "--lang", "en")
        program.enter("quiz --time 60s --count 3")
        program.wait("60 s left")
        program.enter(":advance 59s")
        program.wait("  1 s left")
        program.enter(":advance 1s")
        program.wait(WORDS["en"]["timeout"])

    def test_typed_text_outlives_a_question_whose_time_ran_out(self):
        program = self.start("--memory", "quiz", "--time", "2s", "--count", "3")
        program.wait("^  answer ›")
        program.type("go 3")
        program.wait("Time ran out")
        program.wait("^  answers ›$")
        self.assertNotIn("result ›", program.text)
        program.control("p")
        program.wait("^  answers › go 3")

    def test_escape_leaves_a_quiz_at_once_and_it_waits(self):
        program = self.start("--memory", "quiz", "--count", "3")
        program.wait("1 of 3 ")
        program.answer("1")
        program.wait("2 of 3 ")
        program.type("Esc")
        program.wait("^  start ›")
        program.wait("Go on: .*question 2 of 3")
        program.enter("resume")
        program.wait("2 of 3 ")

    def test_without_colour_there_is_none_and_the_words_stay(self):
        program = self.start("--memory", "quiz", "--practice", NO_COLOR="1")
        program.wait("answer ›")
        program.answer("1")
        program.wait("yours, |right answer")
        self.assertNotRegex(program.output.decode(), r"\x1b\[([34]\d|9[0-7]|10[0-7])[;m]")


class PlainTests(TerminalTest):
    def test_plain_text_is_only_ever_appended(self):
        for arguments, environment in (
                (["--plain"], {}), ([], {"TERM": "dumb"}), ([], {"ACCESSIBLE": "1"})):
            with self.subTest(arguments=arguments, environment=environment):
                program = self.start("--memory", *arguments, **environment)
                program.wait("^start>$")
                program.enter("quiz --count 1")
                program.wait("^quiz>$")
                program.enter("1")
                program.wait("^answers>$")
                program.enter("quit")
                self.assertEqual(program.ended(), 0)
                self.assertNotRegex(program.output.decode(), r"\x1b\[[^m]*[A-HJKhl]")


if __name__ == "__main__":
    unittest.main()
