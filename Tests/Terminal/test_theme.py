"""Colours that can be read on the terminal's background, which is asked for."""

import subprocess
import time
import unittest

from program import BACKGROUND, BINARY, TerminalTest

LIGHT, DARK = "ffff/ffff/ffff", "1e1e/1e1e/1e1e"
# The accent for each background, and for one that nobody names.
ON_LIGHT, ON_DARK, ON_ANY = "0a5fd0", "6cb6ff", "2b83de"


class BackgroundTests(TerminalTest):
    def colored(self, *arguments, **options):
        return self.start_preview(*arguments, COLORTERM="truecolor", **options)

    def assert_colors(self, program, there, gone):
        program.until(lambda: there in program.colors, f"the colour {there}")
        self.assertNotIn(gone, program.colors)

    def test_the_colours_are_for_the_background_that_the_terminal_names(self):
        self.assert_colors(self.colored(background=LIGHT), ON_LIGHT, ON_DARK)
        self.assert_colors(self.colored(background=DARK), ON_DARK, ON_LIGHT)

    def test_where_the_terminal_does_not_answer_colours_can_be_read_on_both_and_nothing_waits(self):
        program = self.colored()
        self.assertIn(BACKGROUND, program.output)
        self.assert_colors(program, ON_ANY, ON_LIGHT)
        self.assertNotIn(ON_DARK, program.colors)

    def test_what_nobody_can_be_asked_about_is_not_known_and_is_chosen_once(self):
        self.assert_colors(self.colored(TMUX="/tmp/t"), ON_ANY, ON_DARK)
        program = self.colored(TMUX="/tmp/t")
        program.type("set theme light\r")
        self.assert_colors(program, ON_LIGHT, ON_DARK)
        self.assert_colors(self.colored(TMUX="/tmp/t"), ON_LIGHT, ON_ANY)

    def test_an_answer_that_comes_late_changes_the_colours_in_place_and_is_not_typed(self):
        program = self.colored()
        program.wait("▸ (First Steps|はじめて)")
        program.type("half a comm")
        program.at("start › half a comm")
        before = program.rows
        time.sleep(0.3)
        program.background = LIGHT
        program.name_background()
        self.assert_colors(program, ON_LIGHT, ON_DARK)
        self.assertEqual(program.rows, before)
        program.type("and")
        program.at("start › half a command")

    def test_an_answer_in_pieces_is_not_typed(self):
        program = self.colored()
        for piece in ("\x1b]11;rgb:ff", "ff/ffff", "/ffff\x1b", "\\x"):
            program.send(piece)
            time.sleep(0.15)
            program.read(0)
        program.at("start › x")
        self.assert_colors(program, ON_LIGHT, ON_DARK)

    def test_the_variable_names_a_background_where_nobody_answers(self):
        self.assert_colors(self.colored(COLORFGBG="0;15"), ON_LIGHT, ON_DARK)
        self.assert_colors(self.colored(COLORFGBG="0;15", background=DARK), ON_DARK, ON_LIGHT)

    def test_the_option_names_a_background_and_nothing_is_asked(self):
        program = self.colored("--theme", "light", background=DARK)
        self.assert_colors(program, ON_LIGHT, ON_DARK)
        self.assertNotIn(BACKGROUND, program.output)
        program = self.colored("--theme=16", background=DARK)
        self.assertEqual(program.colors, set())
        self.assertIn(b"\x1b[36m", program.output)
        self.assertNotIn(BACKGROUND, program.output)

    def test_nothing_is_asked_where_no_colour_depends_on_it_or_another_would_answer(self):
        for changes in ({"NO_COLOR": "1"}, {"TERM": "xterm"}, {"TERM": "linux"}, {"TMUX": "/tmp/t"},
                        {"TERM": "screen-256color"}, {"SSH_CONNECTION": "1 2 3 4"}):
            with self.subTest(changes=changes):
                program = self.start("--memory", **changes)
                program.wait("Enter play")
                self.assertNotIn(BACKGROUND, program.output)
        for arguments, changes in ((("--plain",), {}), ((), {"TERM": "dumb"})):
            with self.subTest(arguments=arguments, changes=changes):
                program = self.start("--memory", *arguments, **changes)
                program.wait("^start>")
                self.assertNotIn(BACKGROUND, program.output)
        done = subprocess.run(
            [BINARY, "--memory", "--color", "always", "-c", "decks"], capture_output=True,
            env=self.environment())
        self.assertNotIn(BACKGROUND, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
