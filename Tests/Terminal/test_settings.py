"""Settings that stay: a screen, a file, variables and options."""

import pathlib
import subprocess
import unittest

from program import BINARY, TerminalTest


class SettingsTests(TerminalTest):
    @property
    def file(self):
        return pathlib.Path(self.home) / ".config/qa-repl/config"

    def write(self, text):
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(text, encoding="utf-8")

    def test_a_value_is_chosen_by_keys_and_counts_the_next_time(self):
        program = self.start_preview()
        program.type("settings\r")
        program.wait("▸ Theme +‹ as the terminal says ›")
        program.type(["Down", "Down", "Right"])
        program.wait("▸ Questions a round +‹ 30 ›")
        self.assertEqual(self.file.read_text(encoding="utf-8"), "count 30\n")
        program.type(["Left", "Left"])
        program.wait("▸ Questions a round +‹ 10 ›")
        program = self.start_preview()
        program.wait("Enter play 10 questions")

    def test_the_language_of_the_file_is_spoken_from_the_first_word(self):
        self.write("lang ja\n")
        program = self.start_preview()
        program.wait("ホーム ›")
        program.type("set lang en\r")
        program.wait("start ›")

    def test_a_line_that_is_no_setting_is_named_and_the_others_count(self):
        self.write("colour blue\ncount 5\n")
        program = self.start_preview()
        program.wait(r"config:1: there is no setting\s+“colour”")
        program.wait("Enter play 5 questions")

    def test_a_variable_comes_before_the_file_and_an_option_before_both(self):
        self.write("count 5\nlang en\n")
        self.start_preview(QA_REPL_COUNT="7").wait("Enter play 7 questions")
        self.start_preview("--lang", "ja", QA_REPL_LANG="en").wait("ホーム ›")
        self.start_preview("--no-config").wait("Enter play 20 questions")

    def test_one_command_keeps_a_value_and_ends(self):
        program = self.start("--memory", "set", "count", "all")
        program.wait("Questions a round: all")
        self.assertEqual(program.ended(), 0)
        self.assertEqual(self.file.read_text(encoding="utf-8"), "count all\n")

    def test_plain_sessions_have_the_same_values_as_lines(self):
        self.write("count 5\n")
        program = self.start("--memory", "--plain")
        program.wait("start>")
        program.type("settings\r")
        program.wait(r"set count 5  # Questions a round: 5")

    def test_a_script_reads_none_of_it(self):
        self.write("count 5\nlang ja\nnonsense\n")
        done = subprocess.run(
            [BINARY, "--memory", "-c", "quiz"], capture_output=True, text=True, input="",
            env=self.environment(QA_REPL_COUNT="3"), timeout=30)
        self.assertIn("1/20", done.stdout)
        self.assertEqual((done.stderr, done.returncode), ("", 0))


if __name__ == "__main__":
    unittest.main()
