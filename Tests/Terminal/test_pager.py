"""Texts that fill the window, on the alternate screen, as in less."""

import signal
import unittest

from program import BINARY, TerminalTest


class PagerTests(TerminalTest):
    def reading(self, **options):
        """A program that shows a long text, and what its screen was before."""
        program = self.start_preview(rows=15, **options)
        program.wait("▸ (First Steps|はじめて)")
        program.wait("· Tab ")
        before = program.rows
        program.enter("help")
        program.wait("q close")
        return program, before

    def assert_shown(self, program, first):
        program.until(lambda: program.row(0) == first, f"the first row “{first}”")

    def test_a_long_text_fills_the_window_and_leaves_no_row_of_it_behind(self):
        program, before = self.reading()
        self.assertTrue(program.fills_window)
        self.assertIn("q close", program.row(14))
        self.assertTrue(program.row(0))
        program.type("q")
        program.until(lambda: not program.fills_window, "the main screen")
        program.until(lambda: program.rows == before, "the screen as it was before")
        self.assertEqual(program.history, [])

    def test_its_keys_are_those_of_less(self):
        program, _ = self.reading()
        first, second = program.row(0), program.row(11)
        program.type(" ")
        self.assert_shown(program, second)
        program.type("b")
        self.assert_shown(program, first)
        program.type("G")
        program.wait(r"^ +(\d+) of \1$")
        program.type("g")
        self.assert_shown(program, first)
        second = program.row(1)
        program.type(["Down"])
        self.assert_shown(program, second)
        program.type(["Up", "PgDn", "PgUp", "End", "Home"])
        self.assert_shown(program, first)

    def test_the_keys_of_a_screen_fill_the_window_too(self):
        program = self.start_preview()
        program.wait("▸ (First Steps|はじめて)")
        before = program.rows
        program.type("?")
        program.wait("^  Keys$")
        self.assertTrue(program.fills_window)
        program.type(["Esc"])
        program.wait("^  start ›")
        self.assertFalse(program.fills_window)
        self.assertEqual(program.rows, before)

    def test_a_window_that_changes_is_filled_again_and_the_region_is_there_once_after_it(self):
        program, before = self.reading()
        for rows, columns in ((15, 40), (15, 100), (15, 60), (15, 80)):
            program.resize(rows, columns)
            program.until(lambda: "q close" in program.row(rows - 1), "the last row")
            self.assertTrue(all(row.count("q close") < 2 for row in program.rows))
        program.type("q")
        program.wait("^  start ›")
        self.assertEqual("\n".join(program.history + program.rows).count("start ›"), 1)
        program, _ = self.reading()
        program.resize(15, 50)
        program.type("q")
        program.wait("^  start ›")
        program.read(0.2)
        self.assertEqual("\n".join(program.history + program.rows).count("start ›"), 1)

    def test_clearing_the_screen_leaves_what_lies_behind(self):
        program, before = self.reading()
        first = program.row(0)
        program.control("l")
        self.assert_shown(program, first)
        program.type("q")
        program.wait("^  start ›")
        self.assertEqual(program.rows, before)

    def test_every_way_out_leaves_the_alternate_screen(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV, signal.SIGABRT):
            with self.subTest(signal=number.name):
                program, _ = self.reading()
                program.process.send_signal(number)
                program.ended(seconds=60)
                self.assert_restored(program)
                self.assertFalse(program.fills_window)

    def test_ctrl_z_leaves_the_alternate_screen_and_fg_comes_back_to_it(self):
        shell = self.start(command=["/bin/sh", "-i"], ENV="", rows=15)
        shell.at("$ ", margin="")
        shell.enter(f"{BINARY} --memory")
        shell.wait("^  start ›")
        shell.enter("help")
        shell.wait("q close")
        shell.control("z")
        shell.wait("Stopped")
        self.assert_restored(shell)
        shell.enter("fg")
        shell.wait("q close")
        self.assertTrue(shell.fills_window)
        shell.type("q")
        shell.wait("^  start ›")
        self.assertEqual(shell.text.count("start ›"), 1)
        # The same key twice in a moment is one that is held down.
        shell.answer("")
        shell.enter("quit")
        shell.at("$ ", margin="")
        self.assert_restored(shell)

    def test_a_terminal_without_an_alternate_screen_is_cleared(self):
        program, _ = self.reading(TERM="linux")
        self.assertFalse(program.fills_window)
        self.assertIn("q close", program.row(14))
        program.type("q")
        program.wait("^  start ›")
        self.assertNotIn("q close", program.text)
        self.assertNotIn(b"1049", program.output)


if __name__ == "__main__":
    unittest.main()
