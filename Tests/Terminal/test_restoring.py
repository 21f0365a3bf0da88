"""The terminal is given back on every way out, and shared with other jobs."""

import os
import pathlib
import signal
import subprocess
import unittest

from program import BINARY, TerminalTest

SIGNALS = {signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGINT: 130, signal.SIGQUIT: 131}


class RestoringTests(TerminalTest):
    def test_quit_and_the_end_of_input(self):
        for leave in (lambda p: p.enter("quit"), lambda p: p.control("d")):
            program = self.start_preview()
            leave(program)
            self.assertEqual(program.ended(), 0)
            self.assert_restored(program)

    def test_ctrl_c_twice(self):
        program = self.start_preview()
        program.control("c")
        program.wait("Ctrl-C again")
        program.control("c")
        self.assertEqual(program.ended(), 130)
        self.assert_restored(program)

    def test_signals_that_ask_to_end(self):
        for number, status in SIGNALS.items():
            with self.subTest(signal=number.name):
                program = self.start_preview()
                program.type("half a comm")
                program.at("start › half a comm")
                program.process.send_signal(number)
                self.assertEqual(program.ended(), status)
                self.assert_restored(program)

    def test_a_crash(self):
        for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGILL):
            with self.subTest(signal=number.name):
                program = self.start_preview()
                program.process.send_signal(number)
                self.assertEqual(program.ended(seconds=60), -number)
                self.assert_restored(program)

    def test_a_store_that_cannot_be_opened(self):
        path = pathlib.Path(self.home, "bank.json")
        path.write_text("no bank")
        program = self.start("--store", f"json:{path}")
        self.assertEqual(program.ended(), 2)
        self.assertIn("This is not a file of qa-repl", program.text)
        self.assert_restored(program)

    def test_a_chosen_date_needs_a_bank_that_is_not_written(self):
        bank = str(pathlib.Path(self.home, "bank"))
        now = ["--now", "1582-10-10T09:30:00Z"]
        for options in (["--store", bank], ["--store", bank, "--plain"], ["--store", bank, "--clock", "real"]):
            with self.subTest(options=options):
                program = self.start(*options, *now)
                self.assertEqual(program.ended(), 64, program.shown)
                self.assertIn("--memory or --read-only", program.text)
                self.assertFalse(os.path.exists(bank))
        for bad in ("2001-02-30T00:00:00Z", "9999-01-01T00:00:00Z"):
            program = self.start("--memory", "--now", bad)
            self.assertEqual(program.ended(), 64, program.shown)
            self.assertIn("9998", program.text)
        made = subprocess.run([BINARY, "--store", bank, *now, "-c", "sample", "-c", "quiz --count 1", "-c", "1",
                               "-c", "finish", "-c", "result"], env=self.environment(), capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        before = pathlib.Path(bank).read_bytes()
        # A replay (a virtual clock), a bank in memory and one that is only read have the date.
        for options in (["--memory"], ["--store", bank, "--read-only"], ["--memory", "--clock", "virtual"]):
            with self.subTest(options=options):
                program = self.start(*options, *now, columns=100)
                program.wait(r"^  start ›")
                program.enter("due")
                program.wait("1582-10-(10|09)")
                program.enter("home")
                program.wait(r"^  start ›")
                program.enter("quit")
                self.assertEqual(program.ended(), 0, program.shown)
        self.assertEqual(pathlib.Path(bank).read_bytes(), before)

    def test_a_chosen_date_goes_on_by_itself_and_the_day_begins_at_four(self):
        program = self.start_preview("--now", "2000-01-02T03:59:57Z", columns=100)
        program.enter("timer 3s")
        program.wait("^  timer ›")
        program.type(" ")
        program.wait("Time is up")
        program.type("Esc")
        program.wait("^  start ›")
        program.enter("due")
        program.wait("2000-01-02")

    def test_ctrl_z_and_fg_keep_what_was_typed(self):
        shell = self.shell()
        shell.enter(f"{BINARY} --memory")
        shell.wait("^  start ›")
        shell.type("half a comm")
        shell.at("start › half a comm")
        shell.control("z")
        shell.wait("Stopped")
        self.assert_restored(shell)
        shell.enter("fg")
        shell.at("start › half a comm")
        shell.type("and")
        shell.at("start › half a command")
        shell.control("u")
        shell.enter("quit")
        shell.at("$ ", margin="")
        self.assert_restored(shell)

    def test_a_program_in_the_background_draws_nothing_until_it_comes_to_the_front(self):
        shell = self.shell()
        shell.enter(f"{BINARY} --memory &")
        shell.at("$ ", margin="")
        shell.enter("echo in front")
        shell.wait(r"^(\$ )?in front")
        self.assertNotIn("start ›", shell.text)
        shell.enter("fg")
        shell.wait("^  start ›")
        shell.enter("quit")
        shell.at("$ ", margin="")
        self.assert_restored(shell)

    def test_a_stop_that_no_shell_waits_for(self):
        program = self.start_preview()
        program.type("a")
        program.control("z")
        program.at("start › a")
        program.type("b")
        program.at("start › ab")

    def test_stopped_and_continued_by_others(self):
        program = self.start_preview()
        program.type("a")
        program.at("start › a")
        program.process.send_signal(signal.SIGSTOP)
        program.process.send_signal(signal.SIGCONT)
        program.type("b")
        program.at("start › ab")
        program.enter("")
        program.control("d")
        self.assertEqual(program.ended(), 0)
        self.assert_restored(program)

    def shell(self):
        shell = self.start(command=["/bin/sh", "-i"], ENV="")
        shell.at("$ ", margin="")
        return shell


class PipeTests(TerminalTest):
    """Standard input or output that is no terminal."""

    def run_with(self, shell_command, **environment):
        return subprocess.run(
            ["sh", "-c", shell_command.replace("qa-repl", BINARY)], capture_output=True, text=True,
            timeout=60, env=self.environment(**environment))

    def test_no_escape_code_leaves_a_pipe(self):
        for command in ("qa-repl --memory < /dev/null", "echo help | qa-repl --memory",
                        "echo state > $HOME/script; qa-repl --memory < $HOME/script"):
            with self.subTest(command=command):
                done = self.run_with(command)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_a_closed_standard_input_is_an_empty_one(self):
        done = self.run_with("qa-repl --memory <&-")
        self.assertIn(done.returncode, (0, 2))
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_a_reader_that_leaves_ends_the_program_quietly(self):
        done = self.run_with(
            "{ yes help | head -5000 | qa-repl --memory; echo $? >&2; } | head -1 > /dev/null")
        self.assertEqual(done.stderr.split()[-1], "141", done.stderr)

    def test_help_and_version_touch_nothing(self):
        for option in ("--help", "--version"):
            self.assertEqual(self.run_with(f"qa-repl {option}").returncode, 0)
        self.assertEqual(os.listdir(self.home), [])

    def test_completions_work_in_bash(self):
        script = (
            'eval "$(qa-repl completions bash)"; COMP_WORDS=(qa-repl quiz --prac); COMP_CWORD=2;'
            ' _qa_repl; echo "${COMPREPLY[@]}"')
        done = subprocess.run(
            ["bash", "-c", script.replace("$(qa-repl", f"$({BINARY}")], capture_output=True,
            text=True, env=self.environment())
        self.assertEqual(done.stdout, "--practice\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
