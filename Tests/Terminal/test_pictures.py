"""The pictures of the READMEs and of docs show what the program shows."""

import re
import unittest

import pictures
import recording
from program import ROOT


class PictureTests(unittest.TestCase):
    maxDiff = None

    def test_each_picture_is_what_the_program_shows(self):
        drawn = dict(pictures.all_pictures())
        recorded = {f"minute.{language}.svg" for language in recording.WORDS}
        kept = {path.name for path in pictures.FOLDER.glob("*.svg")}
        self.assertEqual(sorted(drawn), sorted(kept - recorded))
        for name, text in drawn.items():
            with self.subTest(name):
                kept = (pictures.FOLDER / name).read_text(encoding="utf-8")
                self.assertEqual(kept, text, "make pictures draws them anew")

    def test_no_picture_is_large(self):
        for path in pictures.FOLDER.glob("*.svg"):
            most = 131_072 if path.name.startswith("minute.") else 16_384
            self.assertLess(path.stat().st_size, most, path.name)

    @unittest.skipUnless(recording.EDITOR, "vim is not installed")
    def test_each_recording_says_what_the_program_says(self):
        for name, text in recording.all_recordings():
            with self.subTest(name):
                kept = (pictures.FOLDER / name).read_text(encoding="utf-8")
                self.assertEqual(
                    sorted(recording.rows_of(kept)), sorted(recording.rows_of(text)), "make pictures records it anew")

    def shown(self, page):
        return set(re.findall(r"Tests/Pictures/([\w.-]+\.svg)", page.read_text(encoding="utf-8")))

    def test_each_readme_shows_one_picture_and_docs_all_others(self):
        kept = {path.name for path in pictures.FOLDER.glob("*.svg")}
        for readme, language in [("README.md", "en"), ("README.ja.md", "ja")]:
            first = {f"first-screen.{language}.{theme}.svg" for theme in ("dark", "light")}
            self.assertEqual(self.shown(ROOT / readme), first, readme)
            kept -= first
        self.assertEqual(self.shown(ROOT / "docs/Screens.md"), kept)


if __name__ == "__main__":
    unittest.main()
