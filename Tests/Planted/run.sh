#!/usr/bin/env bash
# Puts all planted faults into a scratch clone, each behind its name in QA_REPL_PLANTED, builds it once like a release, and prints how many
# simulated days each seed needs to find each fault. SEEDS, DAYS and PATCHES (words of their names) choose less than all.
set -euo pipefail
cd "$(dirname "$0")/../.."
patches=$PWD/Tests/Planted
seeds=${SEEDS:-20}
days=${DAYS:-5000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git clone --quiet . "$scratch/clone"
cd "$scratch/clone"

cat > Sources/QuizKit/Support/Planted.swift <<'SWIFT'
import Foundation

private let name = ProcessInfo.processInfo.environment["QA_REPL_PLANTED"]

package func planted(_ fault: String) -> Bool { fault == name }
SWIFT
for patch in "$patches"/*.patch; do git apply "$patch"; done
optimized=(-c release -Xswiftc -enable-testing)
# What the compiler says of a fault is no part of the table.
if ! swift build --build-tests --quiet "${optimized[@]}" > "$scratch/build" 2>&1; then cat "$scratch/build" >&2; exit 1; fi

days() { # prints the line that begins with «planted: seed»
	# A program that traps says its last words to the diagnostics.
	QA_REPL_PLANTED=$1 QA_REPL_SIMULATED_SEED=$2 QA_REPL_SIMULATED_UNTIL=$3 \
		"$tests" --testing-library swift-testing --filter 'SimulatorTests.*planted' 2>&1 | grep -a '^planted: seed' | head -1 || true
}
# Not `swift test`, which lets only one program at a time use a build.
tests=$(swift build --show-bin-path "${optimized[@]}")/qa-replPackageTests.xctest
export tests
export -f days

row() { # prints one row of the table from the lines of all seeds
	awk -v name="$1" '
		/^planted: seed/ { sub(":", "", $5); days[n++] = $5 == "none" ? 1e9 : $5 + 0 }
		END {
			for (i = 1; i < n; i++) for (j = i; j > 0 && days[j - 1] > days[j]; j--) { d = days[j]; days[j] = days[j - 1]; days[j - 1] = d }
			worst = days[n - 1] >= 1e9 ? "not found" : days[n - 1]
			printf "| `%s` | %d | %s | %s |\n", name, n, days[int((n - 1) / 2)], worst
		}'
}

echo '| fault | seeds | median of days | worst |'
echo '|---|--:|--:|--:|'
for patch in "$patches"/*.patch; do
	name=$(basename "$patch" .patch)
	case " ${PATCHES:-$name} " in *" $name "*) ;; *) continue ;; esac
	seq 1 "$seeds" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I{} bash -c 'days "$@"' days "$name" {} "$days" | row "$name"
done
