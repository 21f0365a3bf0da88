import Foundation
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct OptionsTests {
  func options(_ arguments: String...) throws -> Options {
    try Options(arguments: arguments)
  }

  @Test func `options end at the first word, which is the command`() throws {
    let options = try options("--json", "quiz", "--deck", "Swift")
    #expect(options.json)
    #expect(options.command == ["quiz", "--deck", "Swift"])
  }

  @Test func `commands and scripts keep their order`() throws {
    let options = try options("-c", "a", "-f", "x", "--command=b", "--file", "-")
    #expect(
      options.sources == [
        .command("a", number: 1), .file("x"), .command("b", number: 2), .file("-"),
      ])
  }

  @Test func `memory is a preview with the sample decks`() throws {
    #expect(try options("--memory").store == .preview)
    #expect(try options("--store", "memory").store == .named(.memory))
    #expect(try options("--memory").hasSamples)
    #expect(try !options("--memory", "--no-sample").hasSamples)
  }

  @Test func `a pass can be required`() throws {
    #expect(try options("--require-pass").requiresPass)
    #expect(try !options().requiresPass)
  }

  @Test func `the width of ambiguous characters is one or two`() throws {
    #expect(try options("--ambiguous", "1").ambiguous == .narrow)
    #expect(try options("--ambiguous=2").ambiguous == .wide)
    #expect(try options().ambiguous == nil)
    #expect(throws: UsageError.badValue("--ambiguous", "3", allowed: "1 or 2")) {
      try options("--ambiguous", "3")
    }
  }

  @Test func `the colours are for a dark or a light background, or those of the terminal`() throws {
    #expect(try options("--theme", "dark").theme == .dark)
    #expect(try options("--theme=light").theme == .light)
    #expect(try options("--theme=16").theme == .own)
    #expect(try options().theme == nil)
    #expect(throws: UsageError.badValue("--theme", "pink", allowed: "dark, light or 16")) {
      try options("--theme", "pink")
    }
  }

  @Test func `who salvages only reads, whatever else is said`() throws {
    #expect(try options("--read-only").access == .reading)
    #expect(try options("--salvage").access == .salvaging)
    #expect(try options("--salvage", "--read-only").access == .salvaging)
    #expect(try options("--read-only", "--salvage").access == .salvaging)
    #expect(try options().access == .writing)
  }

  @Test(arguments: [
    ["--sotre", "x"], ["--store"], ["--store", ""], ["--lang", "fr"], ["--clock", "sundial"],
    ["--seed", "-1"], ["--now", "tomorrow"], ["--json=1"], ["-x"], ["--color", "pink"],
  ])
  func `what makes no sense is a usage error`(arguments: [String]) {
    #expect(throws: UsageError.self) { try Options(arguments: arguments) }
  }

  @Test func `a mistyped option gets a suggestion`() {
    #expect(throws: UsageError.unknownOption("--jsn", suggestion: "--json")) {
      try options("--jsn")
    }
  }

  @Test func `a date is read as ISO 8601`() throws {
    let date = try options("--now", "2026-01-02T03:04:05Z").now
    #expect(date == Date(timeIntervalSince1970: 1_767_323_045))
  }

  @Test(arguments: [
    "2001-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "0000-12-31T23:59:59Z",
    "9999-01-01T00:00:00Z", "+10000-01-01T00:00:00Z", "2000-01-01", "2000-01-01T00:00:00",
    "9998-12-31T23:00:00-01:00", "1e18", "",
  ])
  func `a date that there is not is refused with a sentence about dates`(value: String) {
    let error = #expect(throws: UsageError.self) { try options("--now", value) }
    for language in Language.allCases {
      let sentence = error.map { Strings(language: language)($0) } ?? ""
      #expect(sentence.contains("“\(value)”") || sentence.contains("「\(value)」"), "\(sentence)")
      #expect(value.isEmpty || sentence.contains("9998"))
    }
  }

  @Test(arguments: [
    ("0001-01-01", true), ("1582/10/10", true), ("9998-12-31", true), ("2024-02-29", true),
    ("2023-02-29", false), ("2023-04-31", false), ("0000-01-01", false),
    ("9999-01-01", false), ("99-01-01", false), ("2024-2-3-4", false),
  ])
  func `a day that is typed is one of a calendar`(text: String, isThere: Bool) {
    #expect((DayText.parse(text) != nil) == isThere)
    if isThere { #expect(DayText.parse(text)?.text == text.replacing("/", with: "-")) }
  }

  @Test(arguments: Language.allCases)
  func `the help names every option`(language: Language) {
    let help = UsageText.lines(Strings(language: language)).joined(separator: "\n")
    for option in OptionLine.table { #expect(help.contains(option.name)) }
    for words in ["qa-repl man", "qa-repl completions bash|zsh|fish"] {
      #expect(help.contains(words))
    }
  }

  @Test(arguments: [
    (["--lang", "ja", "--nope"], Language.japanese), (["--nope", "--lang=ja"], .japanese),
    (["--lang", "en"], .english), (["--lang"], nil), (["--lang", "xx"], nil), (["--json"], nil),
  ])
  func `the language is known even where other options are wrong`(
    arguments: [String], language: Language?
  ) {
    #expect(Options.language(in: arguments) == language)
  }

  @Test(
    arguments: [
      ("jornal:bank", "Did you mean journal?"), ("JSON:bank", "Did you mean json?"),
      ("memory:bank", "it takes"),
      ("xyz:", "--store takes journal:PATH, json:PATH, memory or PATH"),
      ("c:bank", "A file of this name is ./c:bank"),
    ])
  func `an unknown word before a path is no store`(value: String, says: String) {
    let error = #expect(throws: UsageError.self) {
      _ = try Options(arguments: ["--store", value])
    }
    let sentence = error.map { Strings(language: .english)($0) } ?? ""
    #expect(sentence.contains(says) || value == "memory:bank", "\(sentence)")
  }

  @Test(
    arguments: [
      ("./a:b", "journal:./a:b"), ("a/b:c", "journal:a/b:c"), ("x.json", "json:x.json"),
      ("~/bank", "journal:/home/me/bank"), ("json:~/bank", "json:/home/me/bank"),
      ("journal:~/a:b", "journal:/home/me/a:b"), ("~/b.json", "json:/home/me/b.json"),
      ("~other/bank", "journal:~other/bank"),
    ])
  func `a path may have a colon, and begins at home behind a tilde`(
    value: String, store: String
  ) throws {
    let options = try Options(arguments: ["--store", value, "-f", "~/script"], home: "/home/me")
    guard case .named(let configuration) = options.store else {
      Issue.record("no store")
      return
    }
    #expect(configuration.specification == store)
    #expect(options.sources == [.file("/home/me/script")])
  }
}
