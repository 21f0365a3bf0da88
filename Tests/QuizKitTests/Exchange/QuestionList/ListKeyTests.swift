import Testing

@testable import QuizExchange

/// Tests which choices the answer of a list names.
@Suite struct ListKeyTests {
  private func right(_ texts: [String], _ labels: String, _ answer: String) throws -> [Int]? {
    let choices = zip(labels, texts).map { "\($0). \($1)" }.joined(separator: "\n")
    let file = try readText("1. Which?\n\(choices)\n\nAnswer: \(answer)\n", name: "a.md")
    return file.contents.first?.solution.rightChoices
  }

  @Test(arguments: [
    ("B and D are right", [1, 3]), ("B, D because of this", [1, 3]), ("B D", [1, 3]),
    ("B / D – both", [1, 3]), ("`B, D`", [1, 3]), ("B、Dです", [1, 3]), ("BD ✅", [1, 3]),
    ("B, C is wrong", [1]), ("B. A cat would not do", [1]), ("B (see D)", [1]),
  ])
  func `letters after the first count unless they begin a sentence`(
    answer: String, places: [Int]
  ) throws {
    #expect(try right(["one", "two", "three", "four"], "ABCD", answer) == places)
  }

  @Test(arguments: [
    "বাংলাদেশের রাজধানী ঢাকা ", "မြန်မာနိုင်ငံ ", "e\u{301}\u{302}\u{303} ", "👩‍👩‍👧‍👦", "日本語", "and so on ",
  ])
  func `an explanation behind the key may be of any script and length`(words: String) throws {
    for bytes in [3_900, 4_001, 4_100, 40_000] {
      let text = String(repeating: words, count: bytes / words.utf8.count + 1)
      #expect(try right(["one", "two", "three"], "ABC", "B. \(text)") == [1])
    }
  }

  @Test func `a key that may mean one or two letters is not guessed`() throws {
    #expect(try right(["one", "two", "three"], "ABC", "B, C compiles") == nil)
  }

  @Test(arguments: [("ア イ", [0, 1]), ("アイ", [0, 1]), ("ア、ウです", [0, 2]), ("ウが正しい", [2])])
  func `kana are joined with and without a blank`(answer: String, places: [Int]) throws {
    #expect(try right(["one", "two", "three"], "アイウ", answer) == places)
  }

  @Test func `a word that begins like a label is a text`() throws {
    #expect(try right(["鉄", "アルミ", "銅"], "アイウ", "アルミです") == [1])
    #expect(try right(["鉄", "アルミ", "銅"], "アイウ", "アルゴン") == nil)
  }

  @Test func `circled numbers need nothing between them`() throws {
    let text = "1. Which?\n① one\n② two\n③ three\n\n正解:①③\n"
    #expect(try readText(text, name: "a.md").contents.map(\.solution.rightChoices) == [[0, 2]])
  }

  @Test func `a choice that is written like two letters is that choice`() throws {
    #expect(try right(["A", "B", "AB", "O"], "ABCD", "AB") == [2])
  }

  @Test func `texts of several choices may be followed by words`() throws {
    let text = "1. Which?\n- one\n- two\n- three\n\nAnswer: one; three, because\n"
    #expect(try readText(text, name: "a.md").contents.map(\.solution.rightChoices) == [[0, 2]])
    let polite = "1. Which?\n- one\n- two\n\n正解は twoです\n"
    #expect(try readText(polite, name: "a.md").contents.map(\.solution.rightChoices) == [[1]])
  }

  @Test func `a letter does not count the items of a list that other text follows`() throws {
    let list = "1. Which?\n- one\n- two\n\n"
    let parted = try readText("\(list)X one\nX two\n\nAnswer: B\n", name: "a.md")
    #expect(parted.contents.isEmpty)
    #expect(parted.places == ["1:answer-not-a-choice"])
    let explained = try readText("\(list)Explanation: so\n\nAnswer: B\n", name: "a.md")
    #expect(explained.contents.map(\.solution.rightChoices) == [[1]])
  }

  @Test func `a mark in a plain list says what is right`() throws {
    let file = try readText(
      "1. Which?\n- one\n- two (correct)\n\n2. Who?\n- a ✅\n- b\n", name: "a.md")
    #expect(file.contents.map(\.choiceTexts) == [["one", "two"], ["a", "b"]])
    #expect(file.contents.map(\.solution.rightChoices) == [[1], [0]])
  }

  @Test func `a list of answers may name choices by their numbers`() throws {
    let choices = "① a\n② b\n③ c\n\n"
    let questions = "1. One?\n\(choices)2. Two?\n\(choices)Answers:\n"
    let file = try readText("\(questions)1. 2\n2. 1, 3\n", name: "a.md")
    #expect(file.contents.map(\.solution.rightChoices) == [[1], [0, 2]])
    let words = try readText("\(questions)1. No\n2. So\n", name: "a.md")
    #expect(words.contents.isEmpty)
    #expect(words.problems.map(\.code) == ["no-correct-choice", "no-correct-choice"])
  }

  @Test func `the answer below its title may have the number of the choice`() throws {
    let file = try readText(
      "### Question 1\nOne?\n1. red\n2. blue\n\nAnswer:\n\n2. blue\n\n### Question 2\nTwo?\n1. red\n"
        + "2. blue\n\nAnswer:\n\n1. red\n", name: "a.md")
    #expect(file.contents.map(\.solution.rightChoices) == [[1], [0]])
    #expect(file.contents.map(\.commentary) == ["", ""])
  }

  @Test func `a sentence about an answer is no key`() throws {
    let file = try readText(
      "1. Which?\nA. one\nB. two\n\nAnswer B) would be wrong.\n\nAnswer: A\n", name: "a.md")
    #expect(file.contents.map(\.solution.rightChoices) == [[0]])
  }

  @Test func `a title with a number is no key`() throws {
    let file = try readText(
      "1. Which?\nA. one\nB. two\n\nAnswer: B\n\n### Answer 1\n\nIt is so.\n", name: "a.md")
    #expect(file.contents.map(\.solution.rightChoices) == [[1]])
  }

  @Test func `a list of answers is not the answer of the last question`() throws {
    let questions = "1. Which?\n① one\n② two\n\n2. And?\n① x\n② y\n\n"
    let file = try readText("\(questions)Answer key\n\n1. ②\n2. ①, ②\n", name: "a.txt")
    #expect(file.contents.map(\.solution.rightChoices) == [[1], [0, 1]])
    let line = try readText("\(questions)Answers\n\n1. ②  2. ①\n", name: "a.txt")
    #expect(line.contents.map(\.solution.rightChoices) == [[1], [0]])
    let unknown = try readText("\(questions)Answers\n\n1. 2 (see above)\n", name: "a.txt")
    #expect(unknown.contents.isEmpty)
  }

  @Test(arguments: ["a.md", "a.txt"])
  func `a line may say itself whether it is true, and a blank may have its answer below`(
    name: String
  ) throws {
    let file = try readText(
      """
      # True or False

      The sky is blue. (True)

      (True / False) Water is dry. → False, because it is wet

      # Blanks

      1. The capital of France is ____.

      Answer: Paris
      """, name: name)
    #expect(
      file.contents.map(\.text)
        == ["The sky is blue.", "Water is dry.", "The capital of France is _____."])
    #expect(file.contents.map(\.kind) == [.trueFalse, .trueFalse, .text])
    #expect(file.contents.prefix(2).map(\.solution) == [.trueFalse(0), .trueFalse(1)])
    #expect(file.contents.map(\.commentary) == ["", "because it is wet", ""])
  }

  @Test func `paragraphs with words for true or false below them are statements`() throws {
    let file = try readText(
      "Snow is white.\nAnswer: True\n\nCoal is white.\nAnswer: False\nExplanation: it is black\n",
      name: "a.txt")
    #expect(file.contents.map(\.text) == ["Snow is white.", "Coal is white."])
    #expect(file.contents.map(\.solution) == [.trueFalse(0), .trueFalse(1)])
  }

  @Test func `an answer that contradicts the word in its line is refused`() throws {
    let file = try readText(
      "1. Snow is white. (True)\n\nAnswer: False\n\n2. Coal is black. (True)\n", name: "a.md")
    #expect(file.places == ["1:answers-contradict"])
    #expect(file.contents.map(\.text) == ["Coal is black."])
  }

  @Test func `feedback may stand below each choice`() throws {
    let file = try readText(
      "1. Which?\n\nA. one\n\nFeedback: no\n\nB. two\n\nFeedback: yes\n\nAnswer: B\n", name: "a.md")
    #expect(
      file.contents.map(\.choices) == [
        [Choice("one", feedback: "no"), Choice("two", feedback: "yes")]
      ])
  }
}
