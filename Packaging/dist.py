"""Packs the release into dist/: an archive, a .deb, the sources, recipes that build from them, SHA256SUMS.

The same sources give the same bytes: dates are those of the commit (SOURCE_DATE_EPOCH), files are in
order and belong to root. `make dist` starts it and says what the variables are.
"""

import email.utils
import gzip
import hashlib
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PROGRAM = ROOT / os.environ["RELEASE"]
VERSION = os.environ["VERSION"]
COMMIT = os.environ["COMMIT"]
EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
ADDRESS = (os.environ.get("ADDRESS") or "https://qa-repl.invalid").rstrip("/")
MAINTAINER = os.environ.get("MAINTAINER") or "qa-repl <maintainer@qa-repl.invalid>"
MACHINE = os.uname().machine
# Debian has names of its own for processors.
ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}.get(MACHINE, MACHINE)


def say(text):
    print(f"dist: {text}", file=sys.stderr)


def place(folder, **variables):
    """The files that `make install` installs, below a folder."""
    settings = [f"{name}={value}" for name, value in variables.items()]
    subprocess.run(
        ["make", "--silent", "--no-print-directory", "place", f"DESTDIR={folder}",
         f"RELEASE={PROGRAM}", *settings], cwd=ROOT, check=True)


def readme():
    """The README without pictures and with names for links into the sources, which are not there where it is read."""
    def named(link):
        return link[1] if link[1] == link[2] else f"{link[1]} ({link[2]})"

    text = re.sub(r"<picture>.*</picture>\n\n", "", (ROOT / "README.md").read_text(encoding="utf-8"))
    text = re.sub(r"\[([^\]]+)\]\((?!https?:)([^)]+)\)", named, text)
    return text + "\nThe files that are named here, such as docs/Keys.md, are in the sources.\n"


def place_documents(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_text(readme(), encoding="utf-8")
    for name in names:
        if (ROOT / name).exists():
            shutil.copyfile(ROOT / name, folder / name)


def filters(isProgram):
    """The steps of compression. The one for machine code makes the program's archive a twentieth smaller."""
    code = [{"id": lzma.FILTER_X86}] if isProgram and MACHINE == "x86_64" else []
    return code + [{"id": lzma.FILTER_LZMA2, "preset": 9}]


def packed(folder, target, names=None):
    """Writes a .tar.xz of a folder, under the folder's name."""
    def settled(entry):
        entry.mtime, entry.uid, entry.gid = EPOCH, 0, 0
        entry.uname = entry.gname = ""
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    paths = sorted(names or (str(p.relative_to(folder)) for p in folder.rglob("*")))
    with lzma.open(target, "wb", filters=filters(isProgram=names is None)) as packing, tarfile.open(
            fileobj=packing, mode="w", format=tarfile.GNU_FORMAT) as archive:
        if names is None:
            archive.add(folder, target.name.removesuffix(".tar.xz"), recursive=False, filter=settled)
        for path in paths:
            archive.add(
                folder / path, f"{target.name.removesuffix('.tar.xz')}/{path}", recursive=False,
                filter=settled)
    return target


def archive(scratch):
    folder = scratch / f"qa-repl-{VERSION}-linux-{MACHINE}"
    place(folder, PREFIX="")
    # Not at the top, so that it can be unpacked into ~/.local or /usr/local.
    place_documents(folder / "share/doc/qa-repl", "LICENSE", "CHANGELOG.md")
    return packed(folder, DIST / f"{folder.name}.tar.xz")


def sources():
    """What git knows, as it is now; in an unpacked archive of the sources what is in it."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
        capture_output=True, text=True)
    names = listing.stdout.split("\0")[:-1] if listing.returncode == 0 else [
        str(path.relative_to(ROOT)) for path in ROOT.rglob("*")
        if path.is_file() and not {".build", "dist", "__pycache__"} & set(path.relative_to(ROOT).parts)]
    names = [name for name in names if (ROOT / name).is_file()]
    return packed(ROOT, DIST / f"qa-repl-{VERSION}.tar.xz", names)


def debian_changelog():
    """The releases of CHANGELOG.md, as Debian writes them."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = []
    # No two entries may have one time.
    latest = EPOCH
    for heading, body in re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", text, re.M):
        version, date = re.fullmatch(r"(\S+) \((.*)\)", heading).groups()
        seconds = EPOCH
        if date != "unreleased":
            seconds = email.utils.mktime_tz((*map(int, date.split("-")), 0, 0, 0, 0, 0, 0, 0))
        seconds = latest = min(seconds, latest - 1)
        points = re.findall(r"^- ((?:.+\n)(?:  .*\n)*)", body, re.M)
        lines = [
            textwrap.fill(
                " ".join(point.split()), 78, initial_indent="  * ", subsequent_indent="    ",
                break_long_words=False, break_on_hyphens=False) for point in points]
        releases.append(
            f"qa-repl ({version}) unstable; urgency=medium\n\n" + "\n".join(lines)
            + f"\n\n -- {MAINTAINER}  {email.utils.formatdate(seconds)}\n")
    return "\n".join(releases)


def debian_package(scratch):
    if not shutil.which("dpkg-deb"):
        return say("no dpkg-deb here, so no .deb is made")
    folder = scratch / "debian"
    place(folder, PREFIX="/usr", ZSH="zsh/vendor-completions")
    texts = folder / "usr/share/doc/qa-repl"
    place_documents(texts)
    (texts / "changelog").write_text(debian_changelog(), encoding="utf-8")
    if (ROOT / "LICENSE").exists():
        shutil.copyfile(ROOT / "LICENSE", texts / "copyright")
    for page in [*folder.rglob("*.1"), texts / "changelog"]:
        page.with_name(page.name + ".gz").write_bytes(gzip.compress(page.read_bytes(), mtime=0))
        page.unlink()
    overrides = folder / "usr/share/lintian/overrides/qa-repl"
    overrides.parent.mkdir(parents=True)
    shutil.copyfile(ROOT / "Packaging/debian/lintian-overrides", overrides)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    control = folder / "DEBIAN"
    control.mkdir()
    (control / "md5sums").write_text("".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files))
    homepage = f"Homepage: {ADDRESS}\n" if os.environ.get("ADDRESS") else ""
    (control / "control").write_text(
        f"Package: qa-repl\nVersion: {VERSION}\nArchitecture: {ARCHITECTURE}\nMaintainer: {MAINTAINER}\n"
        f"Installed-Size: {sum(path.stat().st_size + 1023 for path in files) // 1024}\n"
        f"Section: education\nPriority: optional\n{homepage}"
        "Description: quiz program for the terminal\n"
        " Register four-choice questions (or two, or nine), import the banks you have,\n"
        " play them untimed or against a countdown, look over your answers, and see what\n"
        " was right, with the commentary. Reviews come back when they are due, exams are\n"
        " drawn by a blueprint, and several computers keep one bank together through any\n"
        " folder. In English and Japanese.\n", encoding="utf-8")
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    folder.chmod(0o755)
    target = DIST / f"qa-repl_{VERSION}_{ARCHITECTURE}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", folder, target], check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH), "DPKG_DEB_THREADS_MAX": "1"})
    return target


def recipe(name, checksum):
    """A recipe of a package manager that builds from the sources."""
    text = (ROOT / "Packaging" / name).read_text(encoding="utf-8")
    for word, value in {"VERSION": VERSION, "ADDRESS": ADDRESS, "COMMIT": COMMIT,
                        "SHA256": checksum}.items():
        text = text.replace(f"@{word}@", value)
    (DIST / name).write_text(text, encoding="utf-8")


def checksum(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    os.umask(0o022)
    shutil.rmtree(DIST, ignore_errors=True)
    scratch = ROOT / ".build/dist"
    shutil.rmtree(scratch, ignore_errors=True)
    DIST.mkdir()
    scratch.mkdir(parents=True)
    if not (ROOT / "LICENSE").exists():
        say("there is no LICENSE, so nobody else may copy what is packed here; "
            "no-copyright-file is the error that lintian has left")
    for name in ("ADDRESS", "MAINTAINER"):
        if not os.environ.get(name):
            say(f"a placeholder stands for {name}; make dist {name}=…")
    checksum_of_sources = checksum(sources())
    if sys.platform == "linux":
        archive(scratch)
        debian_package(scratch)
    recipe("qa-repl.rb", checksum_of_sources)
    recipe("qa-repl.nix", checksum_of_sources)
    sums = "".join(f"{checksum(path)}  {path.name}\n" for path in sorted(DIST.iterdir()))
    (DIST / "SHA256SUMS").write_text(sums)
    print(sums, end="")


main()
