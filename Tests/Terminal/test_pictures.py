"""The pictures of the documents show what the program shows."""

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

    def test_each_picture_is_in_a_document_of_its_language(self):
        for documents, language in [(["README.md", "docs/Keys.md"], "en"), (["README.ja.md"], "ja")]:
            text = "".join((ROOT / document).read_text(encoding="utf-8") for document in documents)
            shown = set(re.findall(r"Tests/Pictures/([\w.-]+\.svg)", text))
            kept = {path.name for path in pictures.FOLDER.glob(f"*.{language}.*.svg")}
            self.assertEqual(shown, kept, language)


if __name__ == "__main__":
    unittest.main()
