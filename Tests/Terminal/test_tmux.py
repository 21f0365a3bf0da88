"""Resizing in a terminal that folds its lines anew, and keeps what scrolled away."""

import os
import shutil
import subprocess
import time
import unittest

from program import BINARY, TerminalTest


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class WindowTest(TerminalTest):
    """A test in a window of tmux."""

    def setUp(self):
        super().setUp()
        self.socket = os.path.join(self.home, "tmux")
        self.addCleanup(self.tmux, "kill-server")
        self.open(BINARY, "--memory")

    def open(self, *command):
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "20", *command)

    def tmux(self, *arguments):
        done = subprocess.run(
            ["tmux", "-S", self.socket, *arguments], capture_output=True, text=True,
            env=self.environment(LANG="C.UTF-8"))
        return done.stdout

    def shown(self, *options):
        return self.tmux("capture-pane", "-p", *options)

    def wait(self, text):
        """Waits for a text, wherever it is folded."""
        end = time.monotonic() + 10
        while text.replace(" ", "") not in "".join(self.shown().split()):
            self.assertLess(time.monotonic(), end, f"no “{text}” in\n{self.shown()}")
            time.sleep(0.02)

    def enter(self, line):
        self.tmux("send-keys", "-l", line)
        self.tmux("send-keys", "Enter")

    def resize(self, *widths):
        for columns in widths:
            self.tmux("resize-window", "-x", str(columns), "-y", "20")

    def settled(self, columns, text):
        """What is in the window and above it when the drawing for this width is done."""
        self.resize(columns)
        time.sleep(0.5)
        self.wait(text)
        return self.shown("-S", "-")


class FoldingTests(WindowTest):
    def open(self, *command):
        # Something was done in the window before. When a row is folded, tmux moves the top of the
        # window into the scrollback, for good, even when the rows at the bottom are blank.
        super().open("/bin/sh", "-c", 'seq 40; exec "$@"', "sh", *command)

    def test_narrower_and_wider_leaves_one_prompt_and_one_text(self):
        self.wait("start ›")
        for _ in range(3):
            self.tmux("send-keys", "-l", "help back")
            self.tmux("send-keys", "Enter")
            self.wait("the question before")
        text = "日本語の文章 and words in between, long enough to be folded at every width."
        self.tmux("send-keys", "-l", text)
        typed = "every width."
        self.wait(typed)
        for columns in (50, 30, 20, 60, 80):
            self.tmux("resize-window", "-x", str(columns), "-y", "20")
            # What is typed then shows that the drawing for this width is done.
            self.tmux("send-keys", "-l", f" {columns}")
            typed += f" {columns}"
            self.wait(typed)
        # tmux tells the program about the last width a moment later.
        everything = self.settled(80, typed)
        self.assertEqual(everything.count("start ›"), 4, everything)
        self.assertEqual(everything.count("start › 日本語の文章"), 1, everything)
        self.assertEqual(everything.count("Esc clears it"), 1, everything)

    def test_nothing_of_the_live_region_is_left_in_the_scrollback(self):
        self.wait("start ›")
        for number in range(15):
            self.tmux("send-keys", "-l", f"lang {'ja' if number % 2 else 'en'}")
            self.tmux("send-keys", "Enter")
        self.tmux("send-keys", "-l", "help stats")
        self.wait("help stats")
        everything = self.shown("-S", "-")
        self.assertEqual(everything.count("Tab "), 1, everything)

    def test_a_form_is_there_once_at_every_width(self):
        self.wait("start ›")
        self.enter("register")
        self.wait("Choice 5")
        question = "Which of these is long enough to be folded at forty columns, and at eighty?"
        # What arrives at once is a paste, and Enter in it would be a line of the question.
        self.tmux("send-keys", "-l", question * 2)
        self.wait(question * 2)
        self.enter("")
        self.wait("▸ Choice 1")
        self.tmux("send-keys", "-l", "a choice")
        # tmux folds what the program has drawn so far, so the drawing for the keys has to be done before.
        self.wait("a choice")
        for columns in (40, 120, 80, 40, 80):
            everything = self.settled(columns, "a choice")
            for row in ("New question", "Choice 1:", "Choice 4:", "  Register", "Enter next"):
                self.assertEqual(everything.count(row), 1, f"{row} at {columns}:\n{everything}")

    def test_a_quiz_against_time_is_there_once_however_fast_the_width_changes(self):
        self.wait("start ›")
        self.enter('quiz --time 600 --deck "First Steps"')
        self.wait("1 of 20")
        for _ in range(10):
            self.resize(40, 120, 80, 60, 100, 40, 80)
            time.sleep(0.15)
        for columns in (40, 120, 80):
            everything = self.settled(columns, "answer ›")
            self.assertEqual(everything.count("answer ›"), 1, f"at {columns}:\n{everything}")
            self.assertEqual(everything.count("1 of 20"), 1, f"at {columns}:\n{everything}")


    def test_a_question_is_there_once_when_a_lower_window_is_high_again(self):
        self.wait("start ›")
        self.enter('quiz --deck "First Steps"')
        self.wait("1 of 20")
        for height in (8, 20, 10, 7, 9, 20):
            self.tmux("resize-window", "-x", "80", "-y", str(height))
            time.sleep(0.5)
            self.wait("answer ›")
        everything = self.shown("-S", "-")
        for text in ("1 of 20", "answer ›", "1  ○", "4  ○"):
            self.assertEqual(everything.count(text), 1, f"{text}:\n{everything}")
        # What stood in the window before is not ours to erase.
        numbers = [row for row in everything.splitlines() if row.isdigit()]
        self.assertEqual(numbers, [str(number) for number in range(1, 41)], everything)


class PagerTests(WindowTest):
    """A text that fills the window, over a scrollback that must stay as it is."""

    def open(self, *command):
        super().open("/bin/sh", "-c", 'seq 40; exec "$@"', "sh", *command)

    def settle(self):
        time.sleep(0.5)
        return self.shown("-S", "-")

    def test_reading_leaves_nothing_in_the_scrollback_at_any_width(self):
        self.wait("start ›")
        before = self.settle()
        self.enter("help")
        self.wait("q close")
        for columns in (40, 120, 60, 100, 80):
            self.resize(columns)
            self.assertEqual(self.settle().count("q close"), 1)
        self.tmux("send-keys", "q")
        self.wait("start ›")
        everything = self.settle()
        for text in ("start ›", "Enter play", "First Steps", "40 questions in"):
            self.assertEqual(everything.count(text), before.count(text), everything)
        self.assertNotIn("q close", everything)

    def test_a_narrower_window_that_stays_has_the_region_once(self):
        self.wait("start ›")
        for columns in (50, 30, 90, 40):
            self.enter("help")
            self.wait("q close")
            self.resize(columns)
            time.sleep(0.3)
            self.tmux("send-keys", "q")
            self.wait("start ›")
            everything = self.settle()
            self.assertEqual(everything.count("start ›"), 1, f"at {columns}:\n{everything}")
            self.assertEqual(everything.count("questions in 2"), 1, f"at {columns}:\n{everything}")


class JobTests(WindowTest):
    """The program as a job of a shell."""

    def open(self, *command):
        super().open("env", "PS1=$ ", "ENV=", "/bin/sh", "-i")
        self.wait("$")
        self.enter(" ".join(command))

    def test_ctrl_z_and_fg_draw_once(self):
        self.wait("start ›")
        self.enter("register")
        self.wait("Choice 5")
        self.tmux("send-keys", "-l", "half")
        self.wait("half")
        for turn in range(1, 4):
            self.tmux("send-keys", "C-z")
            self.wait("Stopped" if turn == 1 else "$")
            time.sleep(0.3)
            self.assertNotIn("Choice 5", self.shown("-S", "-"))
            self.enter("fg")
            self.wait("Choice 5")
            time.sleep(0.3)
            everything = self.shown("-S", "-")
            for row in ("Question:", "Choice 5:", "Enter next"):
                self.assertEqual(everything.count(row), 1, f"{row}:\n{everything}")
        self.tmux("send-keys", "-l", "and")
        self.wait("halfand")

    def test_a_job_that_went_on_in_the_background_draws_once_when_it_comes_to_the_front(self):
        self.wait("start ›")
        self.enter("register")
        self.wait("Choice 5")
        self.tmux("send-keys", "C-z")
        self.wait("Stopped")
        self.enter("bg")
        self.wait("bg")
        time.sleep(0.5)
        self.enter("echo in front")
        time.sleep(0.3)
        self.assertNotIn("Choice 5", self.shown("-S", "-"))
        self.enter("fg")
        self.wait("Choice 5")
        time.sleep(0.3)
        self.assertEqual(self.shown("-S", "-").count("Choice 5:"), 1, self.shown())
        self.tmux("send-keys", "-l", "still typed")
        self.wait("still typed")

    def test_a_window_that_changed_while_the_job_was_stopped_is_filled(self):
        self.wait("start ›")
        self.enter("register")
        self.wait("Choice 5")
        self.tmux("send-keys", "-l", "word " * 20)
        for columns in (40, 120, 80):
            self.tmux("send-keys", "C-z")
            self.wait("$")
            time.sleep(0.3)
            self.resize(columns)
            self.enter("fg")
            self.wait("Choice 5")
            time.sleep(0.3)
            everything = self.shown("-S", "-")
            self.assertEqual(everything.count("Choice 5:"), 1, everything)
            rows = [row for row in everything.splitlines() if "word" in row]
            self.assertTrue(all(len(row) < columns for row in rows), everything)
            self.assertGreater(max(map(len, rows)), columns - 10, everything)


if __name__ == "__main__":
    unittest.main()
