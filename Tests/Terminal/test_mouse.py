"""Choosing by the mouse, wherever on the screen the rows happen to be."""

import os
import signal
import time
import unittest

from program import BINARY, TerminalTest


class MouseTests(TerminalTest):
    def start_with_mouse(self, *arguments, **options):
        program = self.start_preview(*arguments, **options)
        program.tells_cursor = True
        return program

    def test_a_click_moves_to_a_deck_and_the_next_one_plays_it(self):
        program = self.start_with_mouse()
        program.wait("^  ▸ First Steps")
        program.click("はじめて")
        program.wait("^  ▸ はじめて")
        program.click("はじめて")
        program.wait("^  はじめての一問一答 +1 of 20")

    def test_a_click_answers_a_question_at_the_top_and_at_the_bottom_of_the_screen(self):
        for rows in (24, 60):
            with self.subTest(rows=rows):
                program = self.start_with_mouse(rows=rows)
                program.enter("quiz --in-order --count 3")
                program.wait("1 of 3 ")
                self.assertTrue(program.takes_mouse)
                program.click("2  ")
                program.wait("^  ▸ 2  ")
                program.click("2  ")
                program.wait("2 of 3 ")
                program.enter("finish")
                program.wait(r"^ +1  Which of .*  Indian$")

    def test_keys_after_a_click_wait_for_it(self):
        program = self.start_with_mouse()
        program.enter("manage")
        program.wait(r"^  ▸\s+1 ")
        row = next(line for line in program.rows if line.lstrip().startswith("3 "))
        program.click(row.strip()[:12], then="\x1b[B\x1b[B")
        program.wait(r"^  ▸\s+5 ")

    def test_keys_are_kept_in_a_terminal_that_does_not_tell_the_place(self):
        program = self.start_preview()
        program.wait("^  ▸ First Steps")
        program.click("はじめて", then="stats")
        program.wait("^  start › stats")
        self.assertIn("▸ First Steps", program.text)

    def test_a_click_answers_yes_or_no(self):
        program = self.start_with_mouse()
        program.enter("manage")
        program.wait(r"^  ▸\s+1 ")
        program.enter("delete")
        program.wait("^  ▸ No")
        program.click("Yes")
        program.wait("^  ▸ Yes")
        program.click("Yes")
        program.wait("Deleted|deleted")

    def test_the_wheel_moves_through_the_rows(self):
        program = self.start_with_mouse()
        program.enter("manage")
        program.wait(r"^  ▸\s+1 ")
        program.wheel(3)
        program.wait(r"^  ▸\s+4 ")
        program.wheel(-2)
        program.wait(r"^  ▸\s+2 ")

    def send_in_pieces(self, program, *pieces):
        for piece in pieces:
            end = time.monotonic() + 0.1
            program.send(piece)
            while time.monotonic() < end:
                program.read(0.02)

    def test_keys_in_pieces_answer_nothing_wrong_and_leave_nothing_in_the_line(self):
        program = self.start_preview()
        program.enter("quiz --in-order --count 3")
        program.wait("^  ▸ 1 ")
        self.send_in_pieces(program, "", "\x1b[<65;", "2;3M")
        program.wait("^  ▸ 2 ")
        self.send_in_pieces(program, "\x1b[", "B")
        program.wait("^  ▸ 3 ")
        self.send_in_pieces(program, "\x1b[<64", ";2;3M", "\x1b[?1", ";2c", "\x1b]11;rgb:1e1e/1e1e",
                            "/1e1e\x1b", "\\", "\x1bP>|xterm(38", "8)\x1b\\", "\x1b[12", ";40R")
        program.wait("^  ▸ 2 ")
        program.wait("1 of 3 ")
        program.at("answer › ")

    def test_a_click_finds_its_row_after_the_window_has_changed(self):
        program = self.start_with_mouse()
        program.wait("^  ▸ ")
        for rows, columns in ((15, 40), (30, 120)):
            program.resize(rows, columns)
            while program.read(0.3):
                pass
            for deck in ("はじめて", "First Steps"):
                program.click(deck)
                program.wait(f"^  ▸ {deck}")

    def test_the_terminal_has_the_mouse_where_nothing_can_be_chosen(self):
        program = self.start_with_mouse()
        program.wait("^  ▸ ")
        program.until(lambda: program.takes_mouse, "the mouse reports")
        program.enter("stats")
        program.wait("^  stats ›")
        program.until(lambda: not program.takes_mouse, "the end of the mouse reports")
        program.type("Esc")
        program.until(lambda: program.takes_mouse, "the mouse reports")
        program.enter("quit")
        self.assertEqual(program.ended(), 0)
        self.assert_restored(program)

    def test_the_terminal_has_the_mouse_after_a_crash_and_a_signal(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV):
            with self.subTest(signal=number):
                program = self.start_with_mouse()
                program.wait("^  ▸ ")
                program.until(lambda: program.takes_mouse, "the mouse reports")
                os.kill(program.process.pid, number)
                program.ended()
                self.assert_restored(program)

    def test_the_terminal_has_the_mouse_while_the_program_is_stopped(self):
        program = self.start(command=["dash", "-i"])
        program.wait(r"^\$")
        program.enter(f"'{BINARY}' --memory")
        program.wait("^  start ›")
        program.until(lambda: program.takes_mouse, "the mouse reports")
        program.control("z")
        program.wait("Stopped")
        self.assertFalse(program.takes_mouse)
        program.enter("fg")
        program.until(lambda: program.takes_mouse, "the mouse reports")
        program.enter("quit")
        program.until(lambda: not program.takes_mouse, "the end of the mouse reports")

    def test_without_the_mouse_it_stays_with_the_terminal(self):
        program = self.start_preview("--no-mouse")
        program.enter("quiz --in-order --count 3")
        program.wait("1 of 3 ")
        self.assertNotIn(b"\x1b[?1000", program.output)


if __name__ == "__main__":
    unittest.main()
