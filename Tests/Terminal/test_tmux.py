"""Resizing in a terminal that folds its lines anew, and keeps what scrolled away."""

import os
import shutil
import subprocess
import time
import unittest

from program import BINARY, TerminalTest


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class FoldingTests(TerminalTest):
    def setUp(self):
        super().setUp()
        self.socket = os.path.join(self.home, "tmux")
        self.addCleanup(self.tmux, "kill-server")
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "20", BINARY, "--memory")

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
        everything = self.shown("-S", "-")
        self.assertEqual(everything.count("start › 日本語の文章"), 1, everything)
        self.assertEqual(everything.count("Enter play"), 1, everything)

    def test_nothing_of_the_live_region_is_left_in_the_scrollback(self):
        self.wait("start ›")
        for number in range(15):
            self.tmux("send-keys", "-l", f"lang {'ja' if number % 2 else 'en'}")
            self.tmux("send-keys", "Enter")
        self.tmux("send-keys", "-l", "help stats")
        self.wait("help stats")
        everything = self.shown("-S", "-")
        self.assertEqual(everything.count("Tab "), 1, everything)


if __name__ == "__main__":
    unittest.main()
