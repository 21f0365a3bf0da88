"""What a person meets every day: the start, the next question, the look at what was wrong, cards."""

import json
import re
import subprocess
import unittest

from program import BINARY, TerminalTest


class DailyTests(TerminalTest):
    def bank(self, *files):
        """A bank of its own with these files: name, lines of CSV."""
        for name, lines in files:
            with open(f"{self.home}/{name}.csv", "w") as file:
                file.write("question,a,b,c,d,answer,commentary\n" + "".join(line + "\n" for line in lines))
        self.run_command("import", *[f"{self.home}/{name}.csv" for name, _ in files])

    def run_command(self, *arguments, **options):
        return subprocess.run(
            [BINARY, "--lang", "en", *arguments], env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, **options).stdout

    def questions(self, count, name="What is number"):
        return [f"{name} {n}?,{n} yes,{n} no,{n} perhaps,{n} never,A,Because {n}." for n in range(1, count + 1)]

    def first_question(self):
        """The program with the first of twenty questions of the only deck, which has thirty."""
        program = self.start("--lang", "en")
        program.wait("30 questions in 1 deck")
        program.answer("Enter")
        program.wait("1 of 20")
        return program

    def keys(self, program, *keys):
        """Presses keys as a person does who looks at the screen, and counts them."""
        for key in keys:
            program.answer(key)
            self.pressed += 1

    def test_a_command_that_is_typed_beside_the_first_offer_declines_it_and_runs(self):
        with open(f"{self.home}/own.csv", "w") as file:
            file.write("question,a,b,answer\nIs it?,yes,no,A\n")
        program = self.start("--lang", "en")
        program.wait("Add the sample decks")
        program.type(f"import {self.home}/own.csv")
        program.wait("Enter runs it")
        program.answer("Enter")
        program.wait("1 question in 1 deck")
        self.assertNotIn("Add the sample", "\n".join(program.rows))

    def test_a_deck_among_sixty_is_found_and_played_with_ten_keys(self):
        self.bank(*[(f"Unit {n}", self.questions(84, f"Unit {n} number")) for n in range(1, 61)])
        program = self.start("--lang", "en")
        program.wait("5,040 questions in 60 decks")
        self.pressed = 0
        self.keys(program, "/", *"unit33")
        program.wait(r"▸ +Unit 33 ")
        self.keys(program, "Enter")
        program.wait("1 of 20")
        self.assertTrue(any("Unit 33 number" in row for row in program.rows))
        self.assertLessEqual(self.pressed, 10)

    def test_a_timed_quiz_of_eight_to_its_second_round_costs_at_most_32_keys(self):
        self.bank(("Things", self.questions(30)))
        program = self.start("--lang", "en")
        program.wait("▸ Things")
        self.pressed = 0
        self.keys(program, "Right")
        program.wait("30 questions  ‹ 20 ›")
        self.keys(program, "Left", "Left", "Left")
        program.wait("30 questions  ‹ 8 ›")
        self.keys(program, "Down", "Down")
        program.wait("▸ Against the clock +8 in 4 min")
        self.keys(program, "Enter")
        for number in range(1, 9):
            program.wait(f"{number} of 8")
            self.keys(program, "2" if number == 3 else "1")
        program.wait("▸ +Hand in")
        self.keys(program, "Up", "Enter")
        program.wait("8 of 8")
        self.keys(program, "4")
        program.wait("▸ 8 .* 8 never")
        self.keys(program, "Down")
        program.wait("▸ +Hand in")
        self.keys(program, "Enter")
        program.wait("6 of 8 right")
        self.keys(program, "Enter")
        program.wait("Because 3.")
        self.keys(program, "Esc", "End", "Up")
        program.wait("▸ +Play the 2 again")
        self.keys(program, "Enter")
        program.wait("1 of 2")
        self.assertLessEqual(self.pressed, 32)
        # The number and the way are kept for the deck.
        program.answer("1")
        program.wait("2 of 2")
        program.enter("home")
        program.wait(r"^  start ›")
        program.answer("End")
        program.wait("Enter play 8 of 30 in 4 min")

    def test_three_questions_are_written_and_one_mended_deleted_and_brought_back_with_30_keys(self):
        self.bank(("Things", self.questions(2)))
        program = self.start("--lang", "en", rows=30)
        program.wait("▸ Things")
        self.pressed = 0
        self.keys(program, "Right")
        self.keys(program, "End")
        program.wait("▸ New question")
        self.keys(program, "Enter")
        for number in range(1, 4):
            for field, text in [("Question", f"Is it {number}?")] + [(f"Choice {n}", f"choice {n}") for n in range(1, 5)]:
                program.wait(f"▸ {field}:")
                program.type(text)
                self.keys(program, "Enter")
            program.wait("▸ Right choice:")
            self.keys(program, "2")
            program.wait("▸ Commentary:")
            program.type(f"Because it is {number}.")
            self.keys(program, "Enter")
            program.wait("Registered.")
            program.wait("▸ Question: +\\(needed\\)")
        self.keys(program, "Esc")
        program.wait("▸ 5  Is it 3?")
        program.wait("〇 2. choice 2")
        self.keys(program, "Enter")
        program.wait("▸ Question: +Is it 3?")
        program.type(" Really?")
        self.keys(program, "\x13")
        program.wait("▸ 5  Is it 3\\? Really\\?")
        self.keys(program, "\x1b[3~")
        program.wait("Delete the question “Is it 3")
        self.keys(program, "y")
        program.wait("Ctrl-_ undo")
        program.wait("▸ 4  Is it 2")
        self.keys(program, "\x1f")
        program.wait("▸ 5  Is it 3\\? Really\\?")
        self.assertLessEqual(self.pressed, 30)
        self.keys(program, "Esc", "Esc")
        program.wait("^  start ›")

    def test_what_is_due_comes_before_a_quiz_of_another_day_and_after_one_of_today(self):
        self.bank(("Things", self.questions(30)))
        # The first twenty are answered today, so nothing is due before tomorrow.
        program = self.first_question()
        program.answer("1")
        program.wait("2 of 20")
        program.enter("home")
        program.wait("start ›")
        rows = [row for row in program.rows if row.strip()]
        self.assertIn("Go on: Things, question 2 of 20", "\n".join(rows))
        self.assertRegex(rows[1], "▸ Go on")
        # Del throws it away, after a question, and undo in the history brings it back.
        program.type("\x1b[3~")
        program.wait("Throw away the quiz “Things”")
        program.answer("y")
        program.wait("▸ Things")
        self.assertFalse(any("Go on" in row for row in program.rows))

    def test_a_quiz_without_an_answer_is_not_kept(self):
        self.bank(("Things", self.questions(30)))
        program = self.first_question()
        program.answer("Esc")
        program.wait("start ›")
        self.assertFalse(any("Go on" in row for row in program.rows))
        program.enter("quit")
        program.process.wait(5)
        state = [json.loads(line) for line in self.run_command("--json", "history").splitlines()]
        self.assertEqual(next(s for s in state if s.get("screen") == "history")["state"]["total"], 0)

    def test_the_answers_stand_on_the_screen_once_and_what_was_wrong_is_told_apart(self):
        self.bank(("Things", self.questions(20)))
        program = self.start("--lang", "en", rows=30)
        program.wait("20 questions in 1 deck")
        program.answer("Enter")
        for number in (1, 2, 3):
            program.wait(f"{number} of 20")
            program.answer("1" if number == 1 else "2")
        program.wait("4 of 20")
        program.enter("finish")
        program.wait("Your answers · 3 of 20 answered")
        everything = "\n".join(program.history + program.rows)
        self.assertEqual(everything.count("What is number 1?"), 1)
        program.wait("End hand in")
        program.answer("End")
        program.answer("Enter")
        program.wait("17 of 20 are not answered")
        program.answer("y")
        program.wait("2 wrong · 17 not answered")
        program.wait("wrong 2  not answered 17")
        self.assertEqual("\n".join(program.history + program.rows).count("What is number 1?"), 1)

    def test_a_card_costs_its_texts_and_three_keys_and_says_when_it_comes_back(self):
        program = self.start_preview("--lang", "en")
        program.enter("register --kind card")
        program.wait("▸ Question:")
        self.pressed = 0
        program.type("What is Swift?")
        self.keys(program, "Enter")
        program.wait("▸ Back")
        program.type("A language.")
        self.keys(program, "\x13")
        program.wait("Registered.")
        self.assertLessEqual(self.pressed, 3)
        program.wait(r"^    Kind: +card")
        program.type("Another?")
        program.type("Enter")
        program.wait("▸ Back")
        program.type("Yes.\x13")
        program.wait("▸ Question:")
        program.type("Esc")
        program.wait("^  manage ›")
        program.enter("search swift?")
        program.wait("1 question found")

    def test_cards_come_again_in_the_same_sitting_and_are_done_at_the_end(self):
        with open(f"{self.home}/cards.tsv", "w") as file:
            file.write("".join(f"front {n}\tback {n}\n" for n in (1, 2, 3)))
        self.run_command("import", f"{self.home}/cards.tsv", "--format", "anki", "--deck", "Cards")
        for columns, rows in ((80, 24), (40, 15)):
            with self.subTest(columns=columns):
                program = self.start("--lang", "en", columns=columns, rows=rows)
                program.wait("start ›")
                program.enter("quiz --deck Cards --in-order")
                program.wait("front 1")
                program.answer("Enter")
                program.wait("back 1")
                program.wait(r"1 again · now")
                program.wait(r"4 easy · \d+ d")
                one = next(row for row in program.rows if "1 again" in row)
                self.assertEqual("4 easy" in one, columns == 80)
                program.answer("1")
                program.wait("Enter next")
                program.answer("Enter")
                for _ in range(2):
                    program.answer("Enter")
                    program.wait("4 easy")
                    program.answer("4")
                    program.wait("Enter next")
                    program.answer("Enter")
                program.wait("Enter ask it now")
                program.answer("Enter")
                program.wait("front 1")
                program.answer("Enter")
                program.answer("3")
                program.wait("Enter next")
                program.answer("Enter")
                program.wait("result ›")
                self.assertFalse(any("Hand in" in row for row in program.rows))
                program.enter("quit")
                program.ended()

    def test_right_does_nothing_in_a_quiz(self):
        program = self.start_preview("--lang", "en")
        program.enter("quiz --count 3")
        program.wait("1 of 3")
        program.answer("Right")
        program.answer("")
        program.wait("1 of 3")
        self.assertFalse(any("skip" in row for row in program.rows))
        self.assertTrue(any("Tab more" in row for row in program.rows))

    def test_plain_sends_no_escape_and_goes_on_with_enter(self):
        for options in (["--plain"], ["--plain", "--color", "always"]):
            program = self.start("--memory", *options, "--lang", "en", TERM="xterm-256color", COLORTERM="truecolor")
            program.wait("start>")
            program.enter("quiz --count 2 --practice")
            program.wait("1/2")
            program.enter("1")
            program.wait(r"quiz \(Enter goes on\)>")
            program.type("Enter")
            program.wait("2/2")
            program.enter("help")
            program.wait("this screen")
            shown = "\n".join(program.history + program.rows)
            self.assertIn("1…4, a…d", shown)
            self.assertNotIn("match PAIR", shown)
            program.enter("quit")
            program.process.wait(5)
            program.read(0.2)
            self.assertNotIn(b"\x1b", bytes(program.output))

    def test_no_color_keeps_bold_and_no_colour(self):
        program = self.start_preview("--lang", "en", NO_COLOR="1", COLORTERM="truecolor", TERM="xterm-256color")
        program.enter("quiz --count 2")
        program.wait("1 of 2")
        styles = set(re.findall(rb"\x1b\[([0-9;]*)m", bytes(program.output)))
        self.assertIn(b"1", styles)
        self.assertLessEqual(styles, {b"", b"0", b"1", b"4", b"9", b"7"})

    def test_the_sample_in_the_language_of_the_person_stands_first(self):
        for language, names in (("en", ("First Steps", "はじめての")), ("ja", ("はじめての", "First Steps"))):
            program = self.start("--lang", language, XDG_DATA_HOME=f"{self.home}/{language}")
            program.wait("y")
            self.assertNotIn("sample", "\n".join(program.rows).replace("sample decks", ""))
            program.answer("y")
            program.wait("▸ " + names[0])
            rows = "\n".join(program.rows)
            self.assertLess(rows.index(names[0]), rows.index(names[1]))


if __name__ == "__main__":
    unittest.main()
