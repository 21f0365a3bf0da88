"""What `make dist` made: archive, .deb, recipes, checksums."""

import hashlib
import os
import re
import shutil
import subprocess
import tarfile
import unittest

from release import ARCHITECTURE, BINARY, DIST, PLAY, ROOT, VERSION, ReleaseTest, platform

DEB = DIST / f"qa-repl_{VERSION}_{ARCHITECTURE}.deb"
ARCHIVE = DIST / f"qa-repl-{VERSION}-linux-{platform.machine()}.tar.xz"
HELP = {
    "share/man/man1/qa-repl.1", "share/man/ja/man1/qa-repl.1", "share/bash-completion/completions/qa-repl",
    "share/fish/vendor_completions.d/qa-repl.fish",
}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@unittest.skipUnless((DIST / "SHA256SUMS").exists(), "make dist was not run")
class PackageTests(ReleaseTest):
    def test_the_checksums_are_those_of_all_files(self):
        sums = dict(reversed(line.split("  ")) for line in (DIST / "SHA256SUMS").read_text().splitlines())
        self.assertEqual({path.name for path in DIST.iterdir()} - {"SHA256SUMS"}, set(sums))
        for name, checksum in sums.items():
            self.assertEqual(hashlib.sha256((DIST / name).read_bytes()).hexdigest(), checksum, name)

    def test_the_version_names_the_commit(self):
        self.assertRegex(
            output(BINARY, "--version"), rf"^qa-repl {re.escape(VERSION)}( \([0-9a-f]{{12}}(, dirty)?\))?\n$")

    def test_the_archive_has_program_manuals_completions_and_documents(self):
        self.assertLessEqual(ARCHIVE.stat().st_size, 18_000_000)
        with tarfile.open(ARCHIVE) as archive:
            members = {member.name.partition("/")[2]: member for member in archive if member.isfile()}
            archive.extractall(self.folder, filter="data")
        documents = {f"share/doc/qa-repl/{name}" for name in ("LICENSE", "README.md", "CHANGELOG.md") if (ROOT / name).exists()}
        self.assertEqual(
            set(members), {"bin/qa-repl", "share/zsh/site-functions/_qa-repl"} | HELP | documents)
        self.assertTrue(members["bin/qa-repl"].mode & 0o111)
        self.assertEqual({member.uid for member in members.values()}, {0})
        readme = self.folder / ARCHIVE.name.removesuffix(".tar.xz") / "share/doc/qa-repl/README.md"
        links = re.findall(r"\]\((.*?)\)|(?:src|srcset)=", readme.read_text(encoding="utf-8"))
        self.assertEqual([link for link in links if not link.startswith("http")], [])
        program = self.folder / ARCHIVE.name.removesuffix(".tar.xz") / "bin/qa-repl"
        self.assertEqual(program.read_bytes(), BINARY.read_bytes())

    def test_the_sources_are_all_that_git_knows(self):
        with tarfile.open(DIST / f"qa-repl-{VERSION}.tar.xz") as archive:
            names = {member.name.partition("/")[2] for member in archive}
        self.assertTrue({"Package.swift", "Makefile", "Packaging/dist.py"} <= names)
        self.assertFalse([name for name in names if name.startswith((".build", "dist/", ".git/"))])

    def test_the_recipes_have_no_gaps_and_can_be_parsed(self):
        for name in ("qa-repl.rb", "qa-repl.nix"):
            text = (DIST / name).read_text(encoding="utf-8")
            self.assertNotRegex(text, r"@[A-Z0-9]+@")
            self.assertIn(hashlib.sha256((DIST / f"qa-repl-{VERSION}.tar.xz").read_bytes()).hexdigest(), text)
        for tool, *arguments in (("ruby", "-c", "qa-repl.rb"), ("nix-instantiate", "--parse", "qa-repl.nix")):
            with self.subTest(tool):
                if not shutil.which(tool):
                    self.skipTest(f"no {tool} here")
                subprocess.run([tool, *arguments], cwd=DIST, check=True, capture_output=True)


@unittest.skipUnless(DEB.exists(), "make dist made no .deb")
class DebianPackageTests(ReleaseTest):
    def test_it_depends_on_nothing(self):
        control = output("dpkg-deb", "--field", DEB)
        self.assertIn(f"Version: {VERSION}\n", control)
        self.assertNotRegex(control, "(?m)^(Pre-)?Depends|^Recommends")

    @unittest.skipUnless(shutil.which("lintian"), "no lintian here")
    def test_lintian_finds_no_error(self):
        run = subprocess.run(
            ["lintian", "--allow-root", "--tag-display-limit", "0", DEB], capture_output=True, text=True)
        errors = [line for line in run.stdout.splitlines() if line.startswith("E: ")]
        allowed = [] if (ROOT / "LICENSE").exists() else ["E: qa-repl: no-copyright-file"]
        self.assertEqual(errors, allowed, run.stdout + run.stderr)

    def test_it_is_installed_played_and_removed(self):
        root = self.empty_root()
        (root / "qa-repl").unlink()
        database = root / "var/lib/dpkg"
        (database / "info").mkdir(parents=True)
        (database / "updates").mkdir()
        (database / "status").touch()
        dpkg = ["dpkg", f"--root={root}", "--force-not-root", "--force-script-chrootless",
                f"--log={self.folder}/log"]
        environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}

        def run_dpkg(*arguments):
            run = subprocess.run([*dpkg, *arguments], capture_output=True, text=True, env=environment)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

        def files():
            return {str(path.relative_to(root)) for path in root.rglob("*")
                    if path.is_file() and database not in path.parents}

        run_dpkg("--install", str(DEB))
        shared = {name + ".gz" if name.endswith(".1") else name for name in HELP}
        self.assertEqual(files(), {"usr/bin/qa-repl"} | {f"usr/{name}" for name in shared} | {
            "usr/share/zsh/vendor-completions/_qa-repl", "usr/share/lintian/overrides/qa-repl",
            "usr/share/doc/qa-repl/README.md", "usr/share/doc/qa-repl/changelog.gz"} | (
                {"usr/share/doc/qa-repl/copyright"} if (ROOT / "LICENSE").exists() else set()))
        os.link(root / "usr/bin/qa-repl", root / "qa-repl")
        self.assertIn("1 of 1 right", self.run_program(*PLAY, root=root, HOME="/home")[0])
        (root / "qa-repl").unlink()
        run_dpkg("--purge", "qa-repl")
        self.assertEqual(files(), {"home/.local/share/qa-repl/bank.journal"})


if __name__ == "__main__":
    unittest.main()
