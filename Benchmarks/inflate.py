#!/usr/bin/env python3
"""Compares the inflate of qa-repl with zlib: the same contents for random streams, whole, cut and with a wrong bit, and the
speed beside it.

    cd Benchmarks && swift build -c release --product InflateBench && ./inflate.py [STREAMS] [SEED]
"""
import pathlib
import random
import struct
import subprocess
import sys
import time
import zlib

FOLDER = pathlib.Path(__file__).parent
PROGRAM = FOLDER / ".build/release/InflateBench"
STREAMS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
RANDOM = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
STRATEGIES = [zlib.Z_DEFAULT_STRATEGY] * 3 + [zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FILTERED]
TEXT = b"".join(file.read_bytes() for file in sorted((FOLDER / "../Sources").rglob("*.swift")))


def contents():
    count = RANDOM.choice([0, 1, 5, 50, 300, 2_000, 20_000, 70_000])
    match RANDOM.randrange(6):
        case 0:
            return RANDOM.randbytes(count)
        case 1:
            return bytes(RANDOM.choices(b"ab", k=count))
        case 2:
            return bytes([RANDOM.randrange(256)]) * count
        case 3:
            start = RANDOM.randrange(len(TEXT))
            return TEXT[start:start + count]
        case 4:
            return (RANDOM.randbytes(RANDOM.randrange(1, 300)) * (count // 5 + 1))[:count]
        case _:
            return bytes(RANDOM.choices(range(256), weights=[1 / (place + 1) for place in range(256)], k=count))


def compressed(text, level):
    packer = zlib.compressobj(
        level, zlib.DEFLATED, -RANDOM.randrange(9, 16), RANDOM.randrange(1, 10), RANDOM.choice(STRATEGIES))
    middle = packer.compress(text[:len(text) // 2])
    if RANDOM.random() < 0.2:
        middle += packer.flush(RANDOM.choice([zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH]))
    return middle + packer.compress(text[len(text) // 2:]) + packer.flush()


def inputs(text, stream):
    """The stream, and what it could become on its way."""
    yield stream, len(text)
    yield stream + RANDOM.randbytes(5), len(text) + 10
    if text:
        yield stream, len(text) - 1
    for count in range(min(200, len(stream))):
        yield stream[:count], len(text)
    for _ in range(5):
        wrong = bytearray(stream)
        wrong[RANDOM.randrange(len(wrong))] ^= 1 << RANDOM.randrange(8)
        yield bytes(wrong), len(text) + 1_000


def expected(stream, limit):
    """What zlib says: None if the stream is damaged or larger than the limit."""
    unpacker = zlib.decompressobj(-15)
    try:
        text = unpacker.decompress(stream, limit + 1)
        if not unpacker.eof:
            text += unpacker.decompress(unpacker.unconsumed_tail, 1)
    except zlib.error:
        return None
    if len(text) > limit or not unpacker.eof:
        return None
    return len(text), zlib.crc32(text), len(stream) - len(unpacker.unused_data)


def different(batch):
    sent = b"".join(struct.pack("<II", len(stream), limit) + stream for stream, limit in batch)
    answers = subprocess.run([PROGRAM, "check"], input=sent, stdout=subprocess.PIPE, check=True).stdout
    wrong = 0
    for (stream, limit), answer in zip(batch, struct.iter_unpack("<BIII", answers)):
        known = expected(stream, limit)
        wrong += (answer[0] == 1) != (known is None) or known is not None and answer[1:] != known
    return wrong


def compare():
    batch, total, wrong = [], 0, 0
    for number in range(STREAMS):
        text = contents()
        batch += inputs(text, compressed(text, number % 10))
        if sum(len(stream) for stream, _ in batch) > 20_000_000 or number == STREAMS - 1:
            total, wrong = total + len(batch), wrong + different(batch)
            batch = []
    print(f"{STREAMS} streams, {total} inputs with what they could become, {wrong} of them different from zlib")
    return wrong


def speeds():
    print("| level | ours, MB/s | zlib, MB/s | ratio |\n|---:|---:|---:|---:|")
    for level in (1, 6, 9):
        packer = zlib.compressobj(level, zlib.DEFLATED, -15)
        stream = packer.compress(TEXT) + packer.flush()
        start, count = time.monotonic(), 0
        while time.monotonic() - start < 2:
            count += len(zlib.decompress(stream, -15, len(TEXT)))
        theirs = count / (time.monotonic() - start)
        ours = float(subprocess.run(
            [PROGRAM, "speed", str(len(TEXT))], input=stream, stdout=subprocess.PIPE, check=True).stdout)
        print(f"| {level} | {ours / 1e6:.0f} | {theirs / 1e6:.0f} | {ours / theirs:.2f} |")


if __name__ == "__main__":
    speeds()
    sys.exit(compare() != 0)
