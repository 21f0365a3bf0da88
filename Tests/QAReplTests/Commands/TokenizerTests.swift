import Testing

@testable import qa_repl

@Suite struct TokenizerTests {
  func texts(_ line: String) throws -> [String] {
    try Tokenizer.words(of: line).map(\.text)
  }

  @Test func `blanks part words, the full-width one too`() throws {
    #expect(try texts("  quiz \t--count　10 ") == ["quiz", "--count", "10"])
  }

  @Test func `quotes keep blanks together`() throws {
    #expect(try texts(#"select "My first deck" x"#) == ["select", "My first deck", "x"])
  }

  @Test func `escapes inside quotes stand for what they look like`() throws {
    #expect(try texts(#""a\"b" "c\\d" "e\nf" "g\h""#) == ["a\"b", "c\\d", "e\nf", "g\\h"])
  }

  @Test func `empty quotes are an empty word`() throws {
    #expect(try texts(#"rename "" x"#) == ["rename", "", "x"])
  }

  @Test func `a quotation mark without a partner is an error`() {
    #expect(throws: CommandError.unfinishedQuote) { try texts(#"select "My deck"#) }
    #expect(throws: CommandError.unfinishedQuote) { try texts(#"select "My deck\"#) }
  }

  @Test func `a word knows the rest of the line as it was typed`() throws {
    let words = try Tokenizer.words(of: #"question  What is  "this"?  "#)
    #expect(words[1].lineFromHere == #"What is  "this"?  "#)
  }

  @Test(arguments: [
    (#"question "half a quote --and \n"#, #""half a quote --and \n"#),
    ("question   two  blanks ", "two  blanks "), ("question　全角", "全角"),
  ])
  func `a text is taken as it stands`(line: String, text: String) {
    let words = Tokenizer.words(of: line, beforeText: 1)
    #expect(words.map(\.text) == ["question", text])
  }

  @Test func `a text may be missing`() {
    #expect(Tokenizer.words(of: "choice 2 ", beforeText: 2).map(\.text) == ["choice", "2"])
  }

  @Test func `single quotes around a word keep everything as it is`() throws {
    #expect(
      try texts(#"quiz --deck 'My "first" \n deck' x"#) == [
        "quiz", "--deck", #"My "first" \n deck"#, "x",
      ])
    #expect(try texts("rename '' '--x'") == ["rename", "", "--x"])
    #expect(try Tokenizer.words(of: "'--x'").map(\.isQuoted) == [true])
  }

  @Test func `any other single quote is an apostrophe`() throws {
    #expect(try texts("search don't 'tis o'clock") == ["search", "don't", "'tis", "o'clock"])
    #expect(try texts("search rock 'n' roll") == ["search", "rock", "n", "roll"])
    #expect(try texts("answer it's 'a'b") == ["answer", "it's", "'a'b"])
  }

  @Test(arguments: ["'quoted'", "it's", "a \"b\"", "plain"])
  func `a word that is written into a line is read as it was`(word: String) throws {
    #expect(try texts("go " + CommandWord.quoted(word)) == ["go", word])
  }
}
