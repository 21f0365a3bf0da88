"""The released executable where little or nothing else is."""

import os
import pathlib
import shutil
import subprocess
import unittest

from release import BINARY, PLAY, ReleaseTest

ZONES = pathlib.Path("/usr/share/zoneinfo")
# In Berlin and New York the clocks change between the two.
BERLIN = ("2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z")
NEW_YORK = ("2026-03-08T06:59:59Z", "2026-03-08T07:00:00Z")


class SurroundingsTests(ReleaseTest):
    def test_it_is_one_file_that_needs_no_other(self):
        interpreter = subprocess.run(["readelf", "--program-headers", "--dynamic", BINARY], capture_output=True, text=True)
        self.assertNotIn("INTERP", interpreter.stdout)
        self.assertNotIn("NEEDED", interpreter.stdout)
        sections = subprocess.run(["readelf", "--section-headers", "--wide", BINARY], capture_output=True, text=True)
        self.assertNotIn(".symtab", sections.stdout)
        self.assertNotIn(".debug", sections.stdout)

    def test_it_is_not_larger_than_70_MB(self):
        self.assertLessEqual(BINARY.stat().st_size, 70_000_000)

    def test_it_plays_without_any_environment(self):
        store = f"json:{self.folder}/bank.json"
        self.assertIn("1 of 1 right", self.run_program("--store", store, *PLAY)[0])

    def test_it_plays_where_nothing_else_is(self):
        root = self.empty_root()
        self.assertIn("1 of 1 right", self.run_program(*PLAY, root=root)[0])
        # Without a database of users and without HOME.
        self.assertTrue((root / "var/empty/.local/share/qa-repl/bank.journal").exists())

    def test_a_home_that_does_not_exist_is_made(self):
        root = self.empty_root()
        self.assertIn("1 of 1 right", self.run_program(*PLAY, root=root, HOME="/nowhere/yet")[0])
        self.assertTrue((root / "nowhere/yet/.local/share/qa-repl/bank.journal").exists())

    def test_a_home_where_nothing_can_be_made_is_named(self):
        errors = self.run_program(*PLAY, exit=2, HOME="/proc/no-home")[1]
        self.assertIn("/proc/no-home", errors)

    def test_without_HOME_the_database_of_users_says_it(self):
        root = self.empty_root()
        (root / "etc").mkdir()
        (root / "etc/passwd").write_text("root:x:0:0:root:/homes/chief:/bin/sh\n")
        self.run_program(*PLAY, root=root)
        self.assertTrue((root / "homes/chief/.local/share/qa-repl/bank.journal").exists())

    def test_modules_for_users_that_are_not_there_do_no_harm(self):
        root = self.empty_root()
        (root / "etc").mkdir()
        (root / "etc/passwd").write_text("root:x:0:0:root:/homes/chief:/bin/sh\n")
        (root / "etc/nsswitch.conf").write_text("passwd: sss systemd ldap files\nhosts: myhostname dns\n")
        self.assertIn("1 of 1 right", self.run_program(*PLAY, root=root)[0])

    def test_a_tilde_is_the_home_with_HOME_and_without(self):
        root = self.empty_root()
        (root / "etc").mkdir()
        (root / "etc/passwd").write_text("root:x:0:0:root:/homes/chief:/bin/sh\n")
        (root / "homes/chief/shared").mkdir(parents=True)
        (root / "shared").mkdir()
        sync = [*PLAY, "-c", "home", "-c", "sync ~/shared --name laptop"]
        self.run_program(*sync, root=root)
        self.assertEqual(self.devices(root / "homes/chief/shared"), 1)
        self.run_program(*sync, root=root, HOME="/")
        self.assertEqual(self.devices(root / "shared"), 1)

    def devices(self, folder):
        return len([file for file in folder.iterdir() if file.name != ".gitattributes"])

    def test_another_old_root_file_system(self):
        roots = [root for root in os.environ.get("QA_REPL_ROOTS", "").split(":") if root]
        if not roots:
            self.skipTest("QA_REPL_ROOTS names no root file systems, such as one of Debian 11")
        for root in roots:
            # The root stays as it is: the program lies in a copy of its own.
            copy = self.folder / pathlib.Path(root).name
            # Nothing that is mounted there, such as /proc.
            subprocess.run(["cp", "--archive", "--one-file-system", "--reflink=auto", root, copy], check=True)
            (copy / "proc").mkdir(exist_ok=True)
            (copy / "bank.json").unlink(missing_ok=True)
            shutil.copy(BINARY, copy / "qa-repl")
            self.assertIn("1 of 1 right", self.run_program(
                "--store", "/bank.json", *PLAY, root=copy)[0])

    def test_japanese_is_folded_and_shown(self):
        cards = self.folder / "q.csv"
        cards.write_text(
            "question,answer,wrong 1\nﾊﾟﾝの材料は?,小麦粉,塩\nヴァイオリンの弦は何本?,４本,６本\n", encoding="utf-8")
        output = self.run_program(
            "--memory", "--lang", "ja", "-c", f"import {cards}", "-c", "search ぱん", "-c", "home",
            "-c", "search ゔぁいおりん", "-c", "home", "-c", "search 小麦", LANG="ja_JP.UTF-8")[0]
        self.assertIn("ﾊﾟﾝの材料は?", output)
        self.assertIn("ヴァイオリン", output)
        self.assertIn("検索結果 1 件  「小麦」", output)


class TimeZoneTests(ReleaseTest):
    """The times of two quizzes, as the history shows them."""

    def times(self, instants, root, **environment):
        store = "/bank.journal"
        (root / "bank.journal").unlink(missing_ok=True)
        self.run_program("--store", store, "--now", instants[0], "-c", "sample", root=root)
        for instant in instants:
            self.run_program("--store", store, "--now", instant, *PLAY[2:], root=root)
        output, errors = self.run_program(
            "--store", store, "--read-only", "-c", "history", "-c", "back", "-c", "history", root=root,
            **environment)
        rows = [line.split()[1:3] for line in output.splitlines() if " 2026-" in line]
        return [" ".join(row) for row in reversed(rows[:len(instants)])], errors

    def root_with(self, *zones):
        root = self.empty_root()
        for zone in zones:
            if not (ZONES / zone).exists():
                self.skipTest("this machine has no files of time zones")
            target = root / "usr/share/zoneinfo" / zone
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ZONES / zone, target)
        (root / "etc").mkdir()
        return root

    def test_a_name_in_TZ(self):
        root = self.root_with("Asia/Tokyo", "Europe/Berlin", "America/New_York")
        self.assertEqual(
            self.times(BERLIN, root, TZ="Asia/Tokyo"),
            (["2026-03-29 09:59:59", "2026-03-29 10:00:00"], ""))
        self.assertEqual(
            self.times(BERLIN, root, TZ="Europe/Berlin"),
            (["2026-03-29 01:59:59", "2026-03-29 03:00:00"], ""))
        self.assertEqual(
            self.times(NEW_YORK, root, TZ="America/New_York"),
            (["2026-03-08 01:59:59", "2026-03-08 03:00:00"], ""))

    def test_a_rule_in_TZ(self):
        root = self.empty_root()
        self.assertEqual(
            self.times(BERLIN, root, TZ="JST-9"),
            (["2026-03-29 09:59:59", "2026-03-29 10:00:00"], ""))
        self.assertEqual(
            self.times(BERLIN, root, TZ="CET-1CEST,M3.5.0,M10.5.0/3"),
            (["2026-03-29 01:59:59", "2026-03-29 03:00:00"], ""))

    def test_localtime_as_a_link(self):
        root = self.root_with("America/New_York")
        (root / "etc/localtime").symlink_to("/usr/share/zoneinfo/America/New_York")
        self.assertEqual(
            self.times(NEW_YORK, root), (["2026-03-08 01:59:59", "2026-03-08 03:00:00"], ""))

    def test_localtime_as_a_copy(self):
        for zone, instants, expected in [
                ("Europe/Berlin", BERLIN, ["2026-03-29 01:59:59", "2026-03-29 03:00:00"]),
                ("Asia/Tokyo", BERLIN, ["2026-03-29 09:59:59", "2026-03-29 10:00:00"])]:
            with self.subTest(zone):
                shutil.rmtree(self.folder / "root", ignore_errors=True)
                root = self.root_with(zone)
                (root / f"usr/share/zoneinfo/{zone}").rename(root / "etc/localtime")
                self.assertEqual(self.times(instants, root), (expected, ""))

    def test_without_files_of_zones_it_is_UTC_and_said_once(self):
        times, errors = self.times(BERLIN, self.empty_root())
        self.assertEqual(times, ["2026-03-29 00:59:59", "2026-03-29 01:00:00"])
        self.assertEqual(errors.count("time-zone-unknown"), 1, errors)
        self.assertEqual(errors.count("UTC"), 1, errors)


if __name__ == "__main__":
    unittest.main()
