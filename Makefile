.PHONY: help build release test lint format transcripts

help: ## list these
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 14
build: ## build for debugging
	swift build
release: ## build the program as it is meant to be used
	swift build -c release --static-swift-stdlib
test: ## run all tests
	swift test
lint: ## fail where the formatting differs
	swift format lint --recursive --strict Package.swift Sources Tests
format: ## settle the formatting
	swift format --in-place --recursive Package.swift Sources Tests
transcripts: ## record the sessions in Tests/Transcripts anew
	RECORD=1 swift test --filter Transcript
