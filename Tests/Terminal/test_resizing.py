"""Resizing in a terminal that cuts its lines instead of folding them, as xterm does."""

import time
import unittest

from program import TerminalTest


class CuttingTests(TerminalTest):
    def settled(self, program, columns):
        """What is on the screen and above it when the drawing for this width is done."""
        program.resize(24, columns)
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            program.read(0.05)
        return "\n".join(program.history + program.rows)

    def assert_once(self, everything, columns, *rows):
        for row in rows:
            self.assertEqual(everything.count(row), 1, f"{row} at {columns}:\n{everything}")

    def test_a_form_is_there_once_at_every_width(self):
        program = self.start_preview()
        program.enter("register")
        program.wait("Choice 5")
        program.enter("Which of these is long enough to be cut at eighty columns and at forty? " * 2)
        program.type("a choice")
        program.wait("a choice$")
        for columns in (40, 120, 80, 40, 80):
            self.assert_once(
                self.settled(program, columns), columns, "New question", "Choice 1:", "Choice 4:",
                "  Register", "Enter next")

    def test_a_quiz_against_time_is_there_once_however_fast_the_width_changes(self):
        program = self.start_preview()
        program.enter('quiz --in-order --time 600 --deck "First Steps"')
        program.wait("1 of 20")
        for _ in range(10):
            for columns in (40, 120, 80, 60, 100, 40, 80):
                program.resize(24, columns)
                program.read(0.01)
            program.read(0.15)
        for columns in (40, 120, 80):
            self.assert_once(
                self.settled(program, columns), columns, "1 of 20", "Atlantic", "Arctic",
                "answer ›")


if __name__ == "__main__":
    unittest.main()
