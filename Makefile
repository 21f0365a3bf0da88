.PHONY: help build release install place dist reproduce release-notes test test-examples test-terminal test-release shells test-tsan planted slow-tests slow-expressions docs lint format sizes transcripts pictures bench

EXAMPLES = $(notdir $(wildcard Examples/Sources/*))
# Not whole packages, whose folders of builds have sources of others.
FORMATTED = Package.swift Sources Tests $(foreach package,Benchmarks Examples,$(package)/Package.swift $(package)/Sources)
PREFIX ?= /usr/local
ZSH = zsh/site-functions
RELEASE = .build/static/release/qa-repl
SHARE = $(DESTDIR)$(PREFIX)/share
VERSION := $(shell sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/qa-repl/Launch/Launch.swift)
# What --version says of the sources; empty where git does not know them.
COMMIT ?= $(shell git rev-parse --short=12 HEAD 2>/dev/null | tr -d '\n'; git status --porcelain 2>/dev/null | sed -n '1s/.*/, dirty/p')
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
# One file that needs no other. Darwin has no static executables. What several generic functions have in common is linked once,
# and a function that nothing calls not at all. Nothing throws in the way of C++, so there is no index for finding handlers.
LINKING = $(if $(filter Linux,$(shell uname -s)),-Xswiftc -static-executable -Xlinker -s -Xlinker --icf=safe -Xlinker --no-eh-frame-hdr \
	-Xswiftc -Xfrontend -Xswiftc -function-sections)
# The same bytes in every folder: no path of a source, and no hash of a module that was built from paths.
NAMELESS = -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# The compiler orders some of what it keeps by its address, so the addresses are not left to chance where the system lets one say so.
SAME_ADDRESSES := $(shell setarch -R true 2> /dev/null && echo setarch -R)
SLOWNESS = $(foreach flag,expression-type-checking function-bodies,-Xswiftc -Xfrontend -Xswiftc -warn-long-$(flag)=300)

help: ## list these
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 16
build: ## build for debugging
	swift build
release: ## build the program as it is meant to be used: one file that needs no other
	@mkdir -p .build/commit && printf '/// What --version says of the sources.\npackage let buildCommit = "%s"\n' '$(COMMIT)' > .build/commit/new
	@cmp -s .build/commit/new .build/commit/BuildCommit.swift || cp .build/commit/new .build/commit/BuildCommit.swift
	@rm .build/commit/new
	QA_REPL_COMMIT='$(COMMIT)' $(SAME_ADDRESSES) swift build -c release --product qa-repl --scratch-path .build/static $(NAMELESS) $(LINKING) $(SWIFTFLAGS)
install: release ## install program, manual and completions under PREFIX (/usr/local)
	@$(MAKE) --no-print-directory place
place: ## install what make release has built
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/man/ja/man1 $(SHARE)/bash-completion/completions $(SHARE)/$(ZSH) $(SHARE)/fish/vendor_completions.d
	install -m 755 $(RELEASE) $(DESTDIR)$(PREFIX)/bin/qa-repl
	$(RELEASE) --lang en man > $(SHARE)/man/man1/qa-repl.1
	$(RELEASE) --lang ja man > $(SHARE)/man/ja/man1/qa-repl.1
	$(RELEASE) completions bash > $(SHARE)/bash-completion/completions/qa-repl
	$(RELEASE) completions zsh > $(SHARE)/$(ZSH)/_qa-repl
	$(RELEASE) completions fish > $(SHARE)/fish/vendor_completions.d/qa-repl.fish
dist: release ## pack it into dist/ (ADDRESS=https://… and MAINTAINER='Name <mail>' of the packages)
	@VERSION='$(VERSION)' COMMIT='$(COMMIT)' SOURCE_DATE_EPOCH='$(SOURCE_DATE_EPOCH)' RELEASE='$(RELEASE)' \
		ADDRESS='$(ADDRESS)' MAINTAINER='$(MAINTAINER)' python3 Packaging/dist.py
reproduce: ## make dist once more, in another folder, and compare the bytes
	Packaging/reproduce
release-notes: ## print what the release changed, from CHANGELOG.md; fails where it has no date
	@awk -v version='$(VERSION)' '/^## / { on = $$2 == version; dated = dated || on && $$3 ~ /^\([0-9-]+\)$$/; next } on { print; any = 1 } \
		END { if (!any || !dated) { print "CHANGELOG.md has no dated section for " version > "/dev/stderr"; exit 1 } }' CHANGELOG.md
test: ## run all tests
	swift test
shells: ## install the shells whose completions are tested, where apt-get and its rights are there
	@missing=$$(for shell in bash zsh fish; do command -v $$shell > /dev/null || echo $$shell; done); \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get -qq update \
		&& apt-get -qq install --yes --no-install-recommends $$missing; then exit 0; fi; \
	echo "completions are not tested in:" $$missing
test-terminal: shells ## drive the built program at a terminal, by its screen (needs Python)
	python3 -m venv .build/terminal
	.build/terminal/bin/pip install --quiet --requirement Tests/Terminal/requirements.txt
	swift build --product qa-repl
	.build/terminal/bin/python -m pytest --quiet --numprocesses 3 Tests/Terminal
test-release: shells ## test the release, its packages and what it does at a terminal (after make dist)
	python3 -m venv .build/terminal
	.build/terminal/bin/pip install --quiet --requirement Tests/Terminal/requirements.txt
	python3 -m unittest discover --start-directory Tests/Release
	QA_REPL_BINARY="$$PWD/$(RELEASE)" .build/terminal/bin/python -m pytest --quiet --numprocesses 3 Tests/Terminal
test-examples: ## build and run the examples, which use nothing but what is public
	swift build --package-path Examples
	@for name in $(EXAMPLES); do swift run --package-path Examples --skip-build $$name | diff Examples/Transcripts/$$name.txt - || exit 1; done
test-tsan: ## what several threads do, under the thread sanitizer
	swift test --sanitize=thread --scratch-path .build/tsan --filter 'Workers|Mailbox|RecordScan|Staged'
planted: ## put known faults into a scratch clone one by one, and count the simulated days until each is found
	Tests/Planted/run.sh
slow-tests: ## run all tests one after the other, and print the ten slowest
	@mkdir -p .build
	@swift test --no-parallel --xunit-output .build/tests.xml > .build/tests.log || { cat .build/tests.log; exit 1; }
	@python3 Tests/slowest.py .build/tests-swift-testing.xml
slow-expressions: ## build all anew in a folder of its own, and list what takes the compiler above 300 ms to type-check
	@rm -rf .build/slow-expressions
	@mkdir -p .build/slow-expressions
	@swift build --build-tests --scratch-path .build/slow-expressions $(SLOWNESS) > .build/slow-expressions/log 2>&1 \
		|| { cat .build/slow-expressions/log; exit 1; }
	@sed -nE 's|^$(CURDIR)/(.*): warning: (.*) took ([0-9]+)ms to type-check.*|\3 ms  \1: \2|p' .build/slow-expressions/log | sort -u | sort -rn
docs: ## build the library's documentation into .build/docs, and fail where docc warns
	@swift package dump-symbol-graph --minimum-access-level public > .build/docs.log
	@Packaging/docs
lint: ## fail where the formatting differs
	swift format lint --recursive --strict $(FORMATTED)
format: ## settle the formatting
	swift format --in-place --recursive $(FORMATTED)
sizes: ## print the lines and files of each folder, and of all
	@find Sources -name '*.swift' | xargs awk ' \
	  FNR == 1 { n = split(FILENAME, part, "/"); folder = n > 3 ? part[2] "/" part[3] : part[2] "/"; files[folder]++; files["all"]++ } \
	  { lines[folder]++; lines["all"]++ } \
	  NF { filled[folder]++; filled["all"]++ } \
	  END { for (f in files) printf "%-24s %6d lines, %6d not blank, %4d files\n", f, lines[f], filled[f], files[f] }' | LC_ALL=C sort
transcripts: ## record the sessions in Tests/Transcripts, and the examples in the READMEs and in docs, anew
	RECORD=1 swift test --filter 'Transcript|ReadmeTests|PageTests'
pictures: ## draw the pictures of the READMEs and of docs anew, from the program at a terminal (needs Python)
	@python3 -m venv .build/terminal
	@.build/terminal/bin/pip install --quiet --requirement Tests/Terminal/requirements.txt
	@swift build --product qa-repl
	@.build/terminal/bin/python Tests/Terminal/pictures.py
bench: ## measure beside the peers, and print the tables as Markdown
	cd Benchmarks && swift run -c release SignalsBench
