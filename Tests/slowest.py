"""Prints the ten slowest tests of a report that `swift test --xunit-output` wrote. `make slow-tests` starts it."""

import sys
import xml.etree.ElementTree


def seconds(case):
    return float(case.get("time"))


cases = xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase")
for case in sorted(cases, key=seconds, reverse=True)[:10]:
    print(f"{seconds(case):6.2f} s  {case.get('classname')}: {case.get('name')}")
