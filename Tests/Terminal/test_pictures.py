"""The pictures of the READMEs and of docs show what the program shows."""

import re
import unittest

import pictures
from program import ROOT


class PictureTests(unittest.TestCase):
    maxDiff = None

    def test_each_picture_is_what_the_program_shows(self):
        drawn = dict(pictures.all_pictures())
        self.assertEqual(sorted(drawn), sorted(path.name for path in pictures.FOLDER.glob("*.svg")))
        for name, text in drawn.items():
            with self.subTest(name):
                kept = (pictures.FOLDER / name).read_text(encoding="utf-8")
                self.assertEqual(kept, text, "make pictures draws them anew")

    def test_no_picture_is_large(self):
        for path in pictures.FOLDER.glob("*.svg"):
            self.assertLess(path.stat().st_size, 16_384, path.name)

    def shown(self, page):
        return set(re.findall(r"Tests/Pictures/([\w.-]+\.svg)", page.read_text(encoding="utf-8")))

    def test_each_readme_shows_one_picture_and_docs_all_others(self):
        kept = {path.name for path in pictures.FOLDER.glob("*.svg")}
        for readme, language in [("README.md", "en"), ("README.ja.md", "ja")]:
            first = {f"first-screen.{language}.{theme}.svg" for theme in ("dark", "light")}
            self.assertEqual(self.shown(ROOT / readme), first, readme)
            kept -= first
        self.assertEqual(self.shown(ROOT / "docs/Pictures.md"), kept)


if __name__ == "__main__":
    unittest.main()
