"""A package that takes long shows how far it is, and Ctrl-C leaves the bank as it was."""

import pathlib
import unittest
import zipfile

from program import TerminalTest

ITEM = (
    '<item ident="i{0}"><presentation><material><mattext>Question {0}</mattext></material>'
    '<response_lid ident="r"><render_choice><response_label ident="a"><material><mattext>yes'
    '</mattext></material></response_label><response_label ident="b"><material><mattext>no'
    '</mattext></material></response_label></render_choice></response_lid></presentation>'
    '<resprocessing><respcondition><conditionvar><varequal respident="r">a</varequal>'
    '</conditionvar><setvar>1</setvar></respcondition></resprocessing></item>')


class ImportingTests(TerminalTest):
    def package(self, name, count):
        path = pathlib.Path(self.home, name)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
            package.writestr("imsmanifest.xml", "<manifest/>")
            items = "".join(ITEM.format(number) for number in range(count))
            package.writestr("quiz.xml", f"<questestinterop>{items}</questestinterop>")
        return path

    def test_ctrl_c_stops_a_package_and_keeps_the_bank(self):
        small, big = self.package("small.zip", 3), self.package("big.zip", 100_000)
        bank = pathlib.Path(self.home, "bank.journal")
        program = self.start("--store", f"journal:{bank}")
        program.wait("Add the sample decks")
        program.answer("Esc")
        program.wait("^  start ›")
        program.enter(f"import {small}")
        program.wait("3 questions in 1 deck")
        # While it is open, the file has room for more at its end.
        before = bank.read_bytes().rstrip(b"\0")
        program.enter(f"import {big}")
        program.wait(r"big\.zip\n.* \d+ %", seconds=60)
        program.wait("Ctrl-C stops the import")
        program.control("c")
        program.wait("Stopped; nothing was brought in", seconds=30)
        self.assertEqual(bank.read_bytes().rstrip(b"\0"), before)
        program.enter("quit")
        self.assertEqual(program.ended(), 0)
        self.assertEqual(bank.read_bytes().rstrip(b"\0"), before)

    def one_command(self):
        """The import of a big package as one command, when it shows how far it is."""
        big, bank = self.package("big.zip", 100_000), pathlib.Path(self.home, "bank.json")
        program = self.start("--store", f"json:{bank}", "import", str(big))
        program.wait(r"big\.zip [1-9]\d* %  \d+\.\d MB/s", seconds=60)
        return program, bank

    def test_one_command_shows_how_far_it_is_and_ctrl_c_stops_it(self):
        program, bank = self.one_command()
        program.control("c")
        program.wait("Stopped; nothing was brought in", seconds=30)
        self.assertEqual(program.ended(), 130)
        self.assertNotIn(" MB/s", program.text)
        self.assertFalse(bank.exists())

    def test_a_signal_ends_one_command_at_once(self):
        program, bank = self.one_command()
        program.process.terminate()
        self.assertEqual(program.ended(), 143)
        self.assertNotIn(" MB/s", program.text)
        self.assertFalse(bank.exists())


if __name__ == "__main__":
    unittest.main()
