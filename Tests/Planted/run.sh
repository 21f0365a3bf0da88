#!/usr/bin/env bash
# Puts one planted fault at a time into a scratch clone, and prints how many simulated days each seed needs to find it.
# SEEDS, DAYS and PATCHES (words of their names) choose less than all.
set -euo pipefail
cd "$(dirname "$0")/../.."
patches=$PWD/Tests/Planted
seeds=${SEEDS:-20}
days=${DAYS:-5000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git clone --quiet . "$scratch/clone"
cd "$scratch/clone"

found() { # prints one row of the table from lines that begin with «planted: seed»
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
	git apply "$patch"
	# What the compiler says of a fault is no part of the table.
	if ! swift build --build-tests --quiet > "$scratch/$name.build" 2>&1; then cat "$scratch/$name.build" >&2; exit 1; fi
	for seed in $(seq 1 "$seeds"); do
		# A program that traps says its last words to the diagnostics.
		QA_REPL_SIMULATED_UNTIL=$days QA_REPL_SIMULATED_SEED=$seed \
			swift test --skip-build --filter 'SimulatorTests.*planted' 2>&1 | grep '^planted: seed' | head -1 || true
	done | tee "$scratch/$name.log" | found "$name"
	git checkout --quiet Sources
done
