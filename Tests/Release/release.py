"""The released executable and its packages, in surroundings of their own: what linking statically changes."""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("QA_REPL_BINARY", ROOT / ".build/static/release/qa-repl"))
DIST = ROOT / "dist"
VERSION = re.search(
    r'static let version = "(.*)"',
    (ROOT / "Sources/qa-repl/Launch/Launch.swift").read_text(encoding="utf-8"))[1]
ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
# One question of the sample decks, answered rightly.
PLAY = ["-c", "sample", "-c", 'quiz --deck "First Steps" --count 1', "-c", "3", "-c", "result"]

# Mounts that nobody else sees, with the rights of root where the machine gives them to everybody.
NEW_MOUNTS = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), "--mount"]


def may_change_root():
    try:
        return subprocess.run([*NEW_MOUNTS, "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def in_root(root, command, environment):
    """A command that runs with another root file system, in which /proc is, and with that environment."""
    return [*NEW_MOUNTS, "sh", "-c", 'mount --rbind /proc "$0/proc" && exec env -i "$@"', str(root),
            *(f"{name}={value}" for name, value in environment.items()),
            shutil.which("chroot"), str(root), *command]


@unittest.skipUnless(BINARY.exists(), "make release was not run")
class ReleaseTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="qa-repl-release-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_program(self, *arguments, root=None, exit=0, **environment):
        """Runs the program with nothing in its environment but that, and gives its output and diagnostics."""
        command = [str(BINARY), *arguments]
        if root is not None:
            if not may_change_root():
                self.skipTest("this machine allows no other root file system")
            command = in_root(root, ["/qa-repl", *arguments], environment)
            environment = dict(os.environ)
        run = subprocess.run(command, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL)
        self.assertEqual(run.returncode, exit, run.stdout + run.stderr)
        return run.stdout, run.stderr

    def empty_root(self):
        """A root file system with nothing but the program and a place for /proc."""
        root = self.folder / "root"
        (root / "proc").mkdir(parents=True)
        shutil.copy(BINARY, root / "qa-repl")
        return root
