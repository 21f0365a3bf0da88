"""Typing, pasting and resizing: what is seen, and where the cursor stands."""

import pathlib
import unittest

from wcwidth import wcswidth

from program import TerminalTest

# Every kind of width: wide, half-width, composed and decomposed, emoji of several scalars.
TEXTS = ["日本語", "ＡＢ", "ﾊﾟｸﾞ", "が", "か\u3099", "葛\U000E0100", "e\u0301", "한글", "〇×①"]
UNCERTAIN = ["👨‍👩‍👧", "👍🏽", "☁️", "1️⃣"]
# What stands in front of the text in the first row.
BEFORE = "  start › "


class EditingTests(TerminalTest):
    def test_the_cursor_stands_behind_text_of_every_width(self):
        for columns in (80, 40, 20):
            program = self.start_preview(columns=columns)
            for text in TEXTS:
                with self.subTest(columns=columns, text=text):
                    program.type(text + "|")
                    program.until(lambda: program.line.endswith("|"), f"“{text}” in its row")
                    wide = sum(2 if ord(c) > 0x2E80 and not 0xFF61 <= ord(c) <= 0xFF9F else 1
                               for c in text if ord(c) not in (0x3099, 0x301, 0xE0100))
                    self.assertEqual(program.cursor[1], len(BEFORE) + wide + 1, program.shown)
                    program.control("u")
                    program.at("start › ")

    def test_what_follows_an_emoji_of_several_scalars_stands_where_the_program_thinks(self):
        program = self.start_preview()
        for text in UNCERTAIN:
            with self.subTest(text=text):
                program.type(text + "x")
                program.until(lambda: program.cursor[1] == len(BEFORE) + 3, f"x behind “{text}”")
                self.assertIn("x", program.line)
                program.control("u")
                program.at("start › ")

    def test_text_wraps_at_every_column_around_the_edge(self):
        for columns in (80, 40, 20):
            program = self.start_preview(columns=columns)
            room = columns - 1 - len(BEFORE)
            for length in range(room - 2, room + 3):
                for fill in ("a" * length, "日" * (length // 2) + "b" * (length % 2)):
                    with self.subTest(columns=columns, text=fill):
                        program.type(fill + "c")
                        program.wait("c$")
                        typed = "".join(row[len(BEFORE):] for row in program.rows
                                        if row.startswith((BEFORE, " " * len(BEFORE))))
                        self.assertTrue(typed.endswith(fill + "c"), program.shown)
                        program.control("u")
                        program.at("start › ")

    def test_editing_in_the_middle_of_wide_text(self):
        program = self.start_preview(columns=40)
        program.type("日本語の問題")
        program.at("start › 日本語の問題")
        program.type(["Left", "Left", "新"])
        program.at("start › 日本語の新")
        self.assertIn("start › 日本語の新問題", program.line)
        program.type(["Backspace", "Backspace"])
        program.at("start › 日本語")
        self.assertIn("start › 日本語問題", program.line)

    def test_a_tick_moves_neither_the_cursor_nor_the_text(self):
        program = self.start("--memory", "quiz", "--time", "60s")
        program.wait("60 s left|59 s left")
        program.type("go 3")
        program.type(["Left", "Left"])
        program.at("answer › go")
        before = program.cursor, program.line
        for left in ("58", "57"):
            program.wait(f"{left} s left")
            self.assertEqual((program.cursor, program.line), before)

    def test_lines_that_arrive_while_typing_leave_the_text_alone(self):
        program = self.start("--memory", "quiz", "--time", "300s")
        program.wait("answer ›")
        program.type(":help flag")
        program.at("answer › help flag")
        program.type("Enter")
        program.wait("mark this question")
        program.type(":go ")
        program.at("answer › go ")

    def test_pastes_of_one_line_three_and_five_hundred(self):
        program = self.start_preview()
        for count in (1, 3, 500):
            with self.subTest(lines=count):
                program.paste("\n".join(f"line {number}" for number in range(1, count + 1)))
                program.until(lambda: program.line.endswith(f"line {count}"), "the last line")
                self.assertEqual(program.rows.count(BEFORE.rstrip()), 0)
                if count > 1:
                    program.wait(f"^  The {count} pasted lines are one line now")
                program.control("u")
                program.at("start › ")

    def test_a_paste_without_its_end_is_in_the_line_after_a_second_or_at_ctrl_c(self):
        program = self.start_preview()
        program.send("\x1b[200~help")
        program.at("start › help")
        program.type(" quiz")
        program.at("start › help quiz")
        program.control("u")
        program.at("start › ")
        program.send("\x1b[200~help")
        program.read(0.2)
        program.control("c")
        program.until(lambda: program.line == "  start › help", "the paste", 0.7)
        program.type([" lang", "Enter"])
        program.wait("speak Japanese or English")

    def test_a_long_paste_is_one_step_and_one_drawing(self):
        program = self.start_preview()
        program.output.clear()
        program.paste("長い文章です。" * 2857)
        program.until(lambda: program.line.endswith("です。"), "the end of the paste")
        self.assertLess(len(program.output), 100_000)
        program.control("_")
        program.at("start › ")

    def test_a_window_that_changes_while_typing(self):
        program = self.start_preview(columns=80)
        program.type("日本語の文章と words in between, and long enough to be folded twice.")
        program.until(lambda: program.line.endswith("twice."), "the text")
        for columns in (40, 80):
            program.resize(24, columns)
            program.until(
                lambda: "twice." in program.text and program.cursor == self.end_of(program, columns),
                "a new drawing")
        self.assertTrue(any(row.startswith("  start › 日本語の文章と words") for row in program.rows))

    def end_of(self, program, columns):
        """Where the cursor belongs: behind the text, or in the next row where its row is full."""
        number = next(n for n, row in enumerate(program.rows) if row.endswith("twice."))
        cells = wcswidth(program.rows[number])
        return (number, cells) if cells < columns - 1 else (number + 1, len(BEFORE))

    def test_windows_too_small_for_anything(self):
        for rows, columns in ((1, 1), (3, 10), (2, 4)):
            with self.subTest(rows=rows, columns=columns):
                program = self.start("--memory", rows=rows, columns=columns)
                program.until(lambda: 2004 << 5 in program.screen.mode, "a prompt")
                program.type("日本語 abc")
                program.read(0.05)
                program.control("c")
                program.enter("quit")
                self.assertEqual(program.ended(), 0)
                self.assert_restored(program)

    def test_tab_completes_commands_options_decks_and_files(self):
        program = self.start_preview(columns=60)
        program.type(["impo", "Tab"])
        program.at("start › import ")
        program.control("u")
        program.type(["quiz --prac", "Tab"])
        program.at("start › quiz --practice ")
        program.type(["--deck fir", "Tab"])
        program.wait('--deck "First Steps"')
        program.control("u")
        pathlib.Path(self.home, "questions.csv").write_text("")
        program.type([f"import {self.home}/que", "Tab"])
        program.wait(r"questions\.csv")

    def test_history_is_kept_between_sessions_and_searched(self):
        first = self.start_preview()
        first.enter("help quit")
        first.wait("start › help quit")
        first.enter("quit")
        self.assertEqual(first.ended(), 0)
        second = self.start_preview()
        second.control("p")
        second.control("p")
        second.at("start › help quit")
        second.control("u")
        second.control("r")
        second.type("lp q")
        second.wait(r"^  Ctrl-R lp q> help quit")
        second.type("Esc")
        second.wait("^  start › help quit")

    def test_a_first_start_has_no_history_and_leaves_nothing_behind(self):
        home = pathlib.Path(self.home)
        program = self.start("--store", str(home / "bank"))
        program.wait("sample decks")
        program.type("n")
        program.wait("^  start ›")
        for key in ("p", "r"):
            program.control(key)
            program.wait("^  (start|Ctrl-R)")
        program.type("Esc")
        program.wait("^  start ›")
        program.control("d")
        self.assertEqual(program.ended(), 0)
        self.assertEqual(sorted(str(path) for path in home.rglob("*") if path.is_file()), [])
        again = self.start("--store", str(home / "bank"))
        again.wait("sample decks")
        again.type("n")
        again.wait("^  start ›")
        again.enter("help quit")
        again.wait("works on")
        self.assertEqual((home / ".local/state/qa-repl/history").read_text(), "help quit\n")
        self.assertFalse((home / "bank").exists())

    def test_two_sessions_at_once_keep_the_lines_of_both(self):
        one, other = self.start_preview(), self.start_preview()
        one.enter("help quit")
        one.wait("works on")
        other.enter("help lang")
        other.wait("speak Japanese or English")
        kept = pathlib.Path(self.home, ".local/state/qa-repl/history").read_text()
        self.assertEqual(kept, "help quit\nhelp lang\n")

    def test_a_history_that_cannot_be_written_is_done_without(self):
        folder = pathlib.Path(self.home, ".local/state")
        folder.mkdir(parents=True)
        (folder / "qa-repl").write_text("a file where the folder would be")
        program = self.start_preview()
        program.enter("help quit")
        program.wait("works on")
        program.at("start › ")
        program.control("p")
        program.at("start › help quit")


if __name__ == "__main__":
    unittest.main()
