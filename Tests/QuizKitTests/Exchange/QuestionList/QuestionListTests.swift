import Testing

@testable import QuizExchange

/// Tests what belongs to a question of a list, and what is said of one that cannot be read.
@Suite struct QuestionListTests {
  private func read(_ text: String, name: String = "test.md") throws -> QuestionFile {
    try readText(text, name: name)
  }

  private let choices = "A. one\nB. two\n\n"

  @Test func `the layout is said in both languages`() throws {
    let file = try read("1. One?\n\(choices)Answer: B\n")
    let note = try #require(file.notes.last)
    #expect(
      note.message(in: .english)
        == "read as numbered questions with lettered choices; keys behind “Answer:”")
    #expect(
      note.message(in: .japanese)
        == "番号付きの質問と記号付きの選択肢として読みました。正解は「Answer:」の後にあります")
  }

  @Test func `another layout in the same file is mentioned`() throws {
    let file = try read(
      "1. One?\n\(choices)Answer: B\n2. Two?\n\(choices)Answer: A\n## Three?\n- [x] a\n- [ ] b\n")
    #expect(file.contents.count == 3)
    #expect(
      file.notes.last?.message(in: .english).hasSuffix("; some are laid out otherwise") == true)
  }

  @Test(arguments: [
    "Which is red?\n- [ ] sky\n- [x] blood\n\nWhich is green?\n- [x] grass\n- [ ] snow\n",
    "Which is red?\n\n- [ ] sky\n- [x] blood\n\nWhich is green?\n\n- [x] grass\n- [ ] snow\n",
    "**Which is red?**\n\n- [ ] sky\n- [x] blood\n\n**Which is green?**\n\n- [x] grass\n- [ ] snow\n",
    "# Colours\n\nWhich is red?\n- [ ] sky\n- [x] blood\n\nWhich is green?\n- [x] grass\n- [ ] snow\n",
  ])
  func `a paragraph above boxes is a question, without a heading or below that of a section`(
    text: String
  ) throws {
    let file = try read(text)
    // Bold text stays bold.
    let texts = file.contents.map { $0.text.replacing("**", with: "") }
    #expect(texts == ["Which is red?", "Which is green?"])
    #expect(file.contents.map(\.correctText) == ["blood", "grass"])
    #expect(file.contents.allSatisfy { $0.commentary.isEmpty } && file.problems.isEmpty)
  }

  @Test(arguments: ["Because.", "> Because.", "Explanation: Because."])
  func `a paragraph between boxes and the next question explains the answer`(text: String) throws {
    let file = try read(
      "Which is red?\n- [ ] sky\n- [x] blood\n\n\(text)\n\nWhich is green?\n- [x] grass\n- [ ] snow\n"
    )
    #expect(file.contents.map(\.text) == ["Which is red?", "Which is green?"])
    #expect(file.contents.map(\.commentary) == [text.replacing("Explanation: ", with: ""), ""])
  }

  /// Two questions to choose an answer to, as exams for Azure are written down.
  private static let asked =
    "### Which is red?\n\n- [ ] sky\n- [x] blood\n\n**[Top](#top)**\n\n"
    + "### Which is green?\n\n- [x] grass\n- [ ] snow\n\n**[Top](#top)**\n\n"

  @Test func `a heading with one ticked box among those with several is a card`() throws {
    let task =
      "### Open the valve.\n\n![plan](plan.png)\n\n- [x] 1. Turn it. 2. Wait.\n![done](done.png)\n\n"
      + "**[Top](#top)**\n\n"
    for text in [task + Self.asked, Self.asked + task] {
      let file = try read("# Exam\n\n" + text)
      let card = try #require(file.contents.first { $0.kind == .card })
      #expect(card.text == "Open the valve.\n[image: plan]", "\(file.problems)")
      guard case .card(let solution) = card.solution else { continue }
      #expect(solution.back == "1. Turn it. 2. Wait.\n[image: done]")
      #expect(file.contents.count == 3)
      #expect(file.problems.map(\.code) == ["image-dropped", "image-dropped"])
    }
  }

  @Test func `one box that is not ticked is named with its line`() throws {
    let file = try read(Self.asked + "### Open the valve.\n\n- [ ] Turn it.\n")
    #expect(file.contents.count == 2)
    #expect(file.problems.map(\.code) == ["too-few-choices"])
    #expect(file.problems.map(\.line) == [15])
  }

  @Test func `lists of what is to be done are no cards`() throws {
    let file = try read(
      Self.asked + (1...3).map { "### Part \($0)\n\n- [x] written\n\n" }.joined())
    #expect(file.contents.map(\.kind) == [.single, .single])
  }

  @Test func `pictures alone between a heading and boxes leave the heading the question`() throws {
    let file = try read(
      "### Which is red?\n\n![a](a.png)\n\n- [ ] sky\n- [x] blood\n\nMore:\n\n- [x] a\n- [ ] b\n\n"
        + "### Which is green?\n\n![b](b.png)\n\n- [x] grass\n- [ ] snow\n")
    #expect(
      file.contents.map(\.text) == [
        "Which is red?\n[image: a]", "Which is green?\n[image: b]",
      ])
  }

  @Test func `a picture between two lists that have their answers is the second question`() throws {
    let boxes = (first: "- [ ] sky\n- [x] blood\n", second: "- [x] grass\n- [ ] snow\n")
    let file = try read("# Part\n\n![a](a.png)\n\n\(boxes.first)\n![b](b.png)\n\n\(boxes.second)")
    #expect(file.contents.map(\.text) == ["[image: a]", "[image: b]"])
    #expect(
      file.contents.map { $0.choices.map(\.text) } == [["sky", "blood"], ["grass", "snow"]])
    let asked = try read(
      "# Which is red?\n\n\(boxes.first)\n![b](b.png)\n\n\(boxes.second)\n# Why?\n\(boxes.first)")
    #expect(asked.contents.map(\.text) == ["Which is red?", "Why?"])
    #expect(asked.problems.map(\.code) == ["box-below-commentary", "image-dropped"])
  }

  @Test(arguments: [
    "- [ ] a\n- [x] b\n\n![b](b.png)\n\n- [ ] c\n- [ ] d\n",
    "- [x] a\n- [x] b\n\n![b](b.png)\n\n- [x] c\n- [ ] d\n",
    "- [x] a\n\n![b](b.png)\n\n- [x] c\n- [ ] d\n",
    "- [ ] a\n- [x] b\n![b](b.png)\n- [x] c\n- [ ] d\n",
  ])
  func `a picture between the choices of one question belongs to the choice above it`(boxes: String)
    throws
  {
    let file = try read("# Which?\n\n\(boxes)\n# Why?\n\n- [x] one\n- [ ] two\n")
    #expect(file.contents.map { $0.choices.count } == [boxes.count { $0 == "-" }, 2])
  }

  @Test func `two headings with boxes are questions, whatever stands below them`() throws {
    let file = try read(
      "# Which is red?\nLook closely.\n- [ ] sky\n- [x] blood\n\n# Which is green?\n- [x] grass\n- [ ] snow\n"
    )
    #expect(file.contents.map(\.text) == ["Which is red?\nLook closely.", "Which is green?"])
  }

  @Test(arguments: [
    ("Explanation: because\n2. so", "because\n2. so"), ("解説:これ", "これ"), ("> because", "> because"),
    ("**Explanation**\n\nbecause", "because"), ("### Begründung\n\nweil", "weil"),
  ])
  func `what follows the answer is the commentary`(tail: String, commentary: String) throws {
    let file = try read("1. One?\n\(choices)Answer: B\n\n\(tail)\n\n## Next part\n\ntext\n")
    #expect(file.contents.map(\.commentary) == [commentary])
  }

  @Test func `an explanation behind the letter is kept`() throws {
    let file = try read("1. 一?\n\(choices)**正解**: B。Aは違う。\n")
    #expect(file.contents.map(\.commentary) == ["Aは違う。"])
    let english = try read("1. One?\n\(choices)Answer: B Explanation: because\n")
    #expect(english.contents.map(\.commentary) == ["because"])
  }

  /// The file `crash-bengali.txt` of the collected cases.
  @Test func `an explanation behind the letter may be long and of any script`() throws {
    let explanation = Array(
      repeating: "বাংলাদেশের রাজধানী ঢাকা এবং এটি বুড়িগঙ্গা নদীর তীরে অবস্থিত একটি প্রাচীন শহর। "
        + "সংবিধান অনুযায়ী রাষ্ট্রপতি সংসদ সদস্যদের ভোটে নির্বাচিত হন।", count: 10
    ).joined(separator: " ")
    let file = try read(
      ["", explanation, ""].enumerated().map { number, explanation in
        "\(number + 1). Which colour is number \(number + 1)?\nA) red\nB) green\nC) blue\nD) white\n"
          + "Answer: B. \(explanation)\n"
      }.joined(separator: "\n"), name: "crash-bengali.txt")
    #expect(file.contents.map(\.correctText) == ["green", "green", "green"])
    #expect(file.contents.map(\.commentary) == ["", explanation, ""])
    #expect(file.problems.isEmpty)
  }

  @Test func `lists in an explanation are no questions`() throws {
    let file = try read(
      "## Question 1\nOne?\n\(choices)Answer: B\n\nExplanation:\n\nA. wrong\nB. right\n\n"
        + "1. first\n2. second\n\n## Question 2\nTwo?\n\(choices)Answer: A\n")
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
    #expect(file.contents[0].commentary == "A. wrong\nB. right\n\n1. first\n2. second")
    #expect(file.problems.isEmpty)
  }

  @Test func `a list in the text of a question is no question`() throws {
    let file = try read(
      "4. Which are true?\n1. fish swim\n2. stones swim\n\nA. only 1\nB. only 2\n\nAnswer: A\n"
        + "5. Two?\n\(choices)Answer: B\n")
    #expect(file.contents.map(\.text) == ["Which are true?\n1. fish swim\n2. stones swim", "Two?"])
  }

  @Test func `numbered sections above numbered questions are no questions`() throws {
    let file = try read(
      "# Quiz\n\n## 1. Animals\n\n1. One?\n\(choices)Answer: B\n\n2. Two?\n\(choices)Answer: A\n\n"
        + "## 2. Stones\n\n3. Which are true?\n1. fish swim\n2. stones swim\n\nA. only 1\n"
        + "B. only 2\n\nAnswer: A\n")
    #expect(
      file.contents.map(\.text)
        == ["One?", "Two?", "Which are true?\n1. fish swim\n2. stones swim"])
  }

  @Test func `the text of a question has lines, code and images`() throws {
    let file = try read(
      "## Question 1\n\nWhat is printed\nby this?\n\n```swift\nA. print()\n```\n\n"
        + "![chart](a.png)\n\nA. one\n   more\n\nB. two\n\nAnswer: B\n")
    #expect(
      file.contents.map(\.text) == [
        "What is printed\nby this?\n\n```swift\nA. print()\n```\n\n[image: chart]"
      ])
    #expect(file.contents.map(\.choiceTexts) == [["one\nmore", "two"]])
    #expect(file.places == ["10:image-dropped"])
  }

  @Test func `the heading of a part is the category, not that of a question`() throws {
    let file = try read(
      "# Part\n\n# Question 1\nOne?\n- [x] a\n- [ ] b\n\n# Question 2\nTwo?\n"
        + "- [ ] a\n- [x] b\n")
    #expect(file.questions.map(\.category) == ["Part", "Part"])
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
  }

  @Test(arguments: [
    ("Answer: D", "answer-not-a-choice"), ("Answer: three", "answer-not-a-choice"),
    ("", "no-correct-choice"), ("Answer: B. one", "answers-contradict"),
    ("Answer: A, D", "answer-not-a-choice"),
  ])
  func `a question whose answer is missing or wrong is named with its line`(
    key: String, code: String
  ) throws {
    let file = try read(
      "1. One?\n\(choices)Answer: A\n\n2. Two?\n\(choices)\(key)\n\n"
        + "3. Three?\n\(choices)Answer: B\n")
    #expect(file.contents.map(\.text) == ["One?", "Three?"])
    #expect(file.places == ["7:\(code)"])
  }

  @Test(arguments: [
    "Answer: B. two", "Answer: B) Two.", "Answer: two", "Answer: **B**", "The answer is B",
    "Answer: (B) two", "Correct option: B", "Answer is: option B", "Solution: B - because",
    "答え:B", "正解:B", "正解は B", "正解 : 「B」", "Ans: b", "ANSWER : B", "Answer:\n\nB",
    "Lösung: B", "[Answer] B", "Correct Answer: B (two)",
  ])
  func `an answer has many spellings`(key: String) throws {
    let file = try read("1. One?\nA. one\nB. two\nC. three\n\n\(key)\n")
    #expect(file.contents.map(\.solution.rightChoice) == [1])
    #expect(file.places == [])
  }

  @Test func `a statement is true or false`() throws {
    let file = try read(
      "1. Stones swim.\nAnswer: False\n\n2. One?\nA. True\nB. False\nAnswer: A\n\n"
        + "Frage 3: Steine schwimmen.\nAntwort: Falsch\n\n問4 石は泳ぐ。\n答え:×\n")
    #expect(file.contents.map(\.kind) == Array(repeating: .trueFalse, count: 4))
    #expect(file.contents.map(\.correctText) == ["False", "True", "Falsch", "×"])
  }

  @Test func `the text below a heading continues it without a blank line`() throws {
    let file = try read("## What is it?\n\nMore of it.\n\n\(choices)Answer: B\n")
    #expect(file.contents.map(\.text) == ["What is it?\nMore of it."])
  }

  @Test(arguments: [("1. One?", "2. Two?", "3. Three?"), ("## One?", "## Two?", "## Three?")])
  func `choices whose first letters are lost have their letters`(
    one: String, two: String, three: String
  ) throws {
    let file = try read(
      "\(one)\n\(choices)Answer: A\n\n\(two)\n\nC. no\nD. yes\n\nAnswer: D\n\n"
        + "\(three)\n\(choices)Answer: B\n")
    #expect(file.contents.map(\.text) == ["One?", "Two?", "Three?"])
    #expect(file.contents.map(\.correctText) == ["one", "yes", "two"])
    #expect(file.places == [])
  }

  @Test(arguments: [("1. One?", "2. Two?", "3. Three?"), ("## One?", "## Two?", "## Three?")])
  func `a question between two others is named if it cannot be read`(
    one: String, two: String, three: String
  ) throws {
    for (body, code) in [
      ("C. one\nD. two\n", "no-correct-choice"), ("- one\n- two\n", "no-correct-choice"),
      ("A. one\n\nAnswer: A\n", "too-few-choices"), ("Answer: one\n", "not-multiple-choice"),
    ] {
      let file = try read(
        "\(one)\n\(choices)Answer: A\n\n\(two)\n\n\(body)\n\(three)\n\(choices)Answer: B\n")
      #expect(file.contents.map(\.text) == ["One?", "Three?"], "\(body)")
      #expect(file.places == ["7:\(code)"], "\(body)")
    }
  }

  @Test func `a letter beyond the boxes is no choice`() throws {
    let file = try read(
      "1. One?\n- [ ] a\n- [ ] b\n\nAnswer: E\n\n2. Two?\n- [ ] a\n- [ ] b\n\nAnswer: B\n")
    #expect(file.contents.map(\.text) == ["Two?"])
    #expect(file.places == ["1:answer-not-a-choice"])
  }

  @Test func `numbered choices end at their answer`() throws {
    let file = try read(
      "### Question 1\nOne?\n1. a\n2. b\n\nAnswer: 2\n\n3. is no choice\n\n"
        + "### Question 2\nTwo?\n1. a\n2. b\n\nAnswer: 1\n")
    #expect(file.contents.map(\.choiceTexts) == [["a", "b"], ["a", "b"]])
    #expect(file.contents.map(\.correctText) == ["b", "a"])
  }

  @Test func `a list in an explanation is no question`() throws {
    let file = try read(
      "## One?\n\(choices)Answer: A\n\nC. is wrong.\nD. is wrong, too.\n\n## Two?\n"
        + "\(choices)Answer: B\n\n### More\n\n- one\n- two\n\n## Three?\n\(choices)Answer: A\n")
    #expect(file.contents.map(\.text) == ["One?", "Two?", "Three?"])
    #expect(file.places == [])
  }

  @Test(arguments: [
    "1. because", "1. because\n\n", "1. because\n2. and so\n",
    "1. because\n2. and so:\n- first\n- second\n\nAnswer these well.\n",
  ])
  func `a numbered list in an explanation hides no question`(list: String) throws {
    let file = try read(
      "1. One?\n- a\n- b\n\nAnswer: a\n\nExplanation: two\n\(list)\n2. Two?\n- c\n- d\n\n"
        + "Answer: d\n\n3. Three?\n- e\n- f\n\nAnswer: e\n")
    #expect(file.contents.map(\.text) == ["One?", "Two?", "Three?"])
    #expect(file.contents.map(\.correctText) == ["a", "d", "e"])
    #expect(file.places == [])
  }

  @Test func `numbered lists of any length in explanations hide no question`() throws {
    let text = (1...7).map { number in
      let items = (1...[1, 2, 3, 4, 2, 5, 3][number - 1]).map { "\($0). item\n" }.joined()
      return "\(number). Question \(number)?\n- a\n- b\n\nAnswer: b\n\nExplanation:\n\(items)\n"
    }
    let file = try read(text.joined())
    #expect(file.contents.map(\.text) == (1...7).map { "Question \($0)?" })
  }

  @Test(arguments: [2, 4])
  func `the last question is found behind a numbered list, also if others are missing`(
    number: Int
  ) throws {
    let file = try read(
      "1. One?\n- a\n- b\n\nAnswer: a\n\nExplanation:\n1. because\n\n2. Two?\n- c\n- d\n\n"
        + "Answer: d\n\n" + (number == 4 ? "4. Four?\n- e\n- f\n\nAnswer: e\n" : ""))
    #expect(file.contents.map(\.text) == ["One?", "Two?"] + (number == 4 ? ["Four?"] : []))
  }

  @Test(arguments: ["Question 2 asks for more.", "(Question 2 is easier, by the way.)"])
  func `a sentence about a question begins none`(sentence: String) throws {
    let file = try read(
      "Question 1: One?\n\(choices)Answer: B\n\n\(sentence)\n\nQuestion 2: Two?\n\(choices)"
        + "Answer: A\n")
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
    #expect(file.contents.first?.commentary == sentence)
  }

  @Test func `items of a list in another form are no numbers of questions`() throws {
    let file = try read(
      "**1. One?**\n\(choices)Answer: B\n\nExplanation:\n1. so\n2. and so\n\n"
        + "**3. Three?**\n\(choices)Answer: A\n\n[5] Five?\n\n1. this\n2. that\n\n"
        + "\(choices)Answer: A\n")
    #expect(file.contents.map(\.text) == ["One?", "Three?", "Five?\n\n1. this\n2. that"])
  }

  @Test func `a list in the text of a question with usual letters stays in it`() throws {
    let bullets = "- A. one\n- B. two\n\nAnswer: B\n\n"
    let file = try read("1. One?\n\n1. this\n2. that\n\n\(bullets)2. Two?\n\n\(bullets)")
    #expect(file.contents.map(\.text) == ["One?\n\n1. this\n2. that", "Two?"])
  }

  @Test func `the number in a heading is not part of the text below it`() throws {
    for choices in ["- [x] a\n- [ ] b\n", "A. a\nB. b\n\nAnswer: A\n"] {
      let file = try read("## 12\n\nWhat?\n\n\(choices)\n## 1984\n\n\(choices)")
      #expect(file.contents.map(\.text) == ["What?", "1984"])
    }
  }

  @Test func `numbered choices are told from questions by their form`() throws {
    let file = try read(
      "1. One?\n1) a\n2) b\n\nAnswer: 2\n\n2. Two?\n1) c\n2) d\n3) e\n4) f\n\nAnswer: 4\n")
    #expect(file.contents.map(\.text) == ["One?", "Two?"])
    #expect(file.contents.map(\.correctText) == ["b", "f"])
  }

  @Test func `a text that begins with a number in brackets is not taken for JSON`() throws {
    let file = try read("[1] One?\n\(choices)Answer: B\n", name: "a.txt")
    #expect(file.format?.name == "markdown")
    #expect(file.contents.map(\.text) == ["One?"])
  }

  @Test func `a list with stars and rules below a heading is not taken for cards`() throws {
    let file = try read(
      "# Quiz\n\nQ1. One?\n* a\n* b\n\nAnswer: b\n\n---\n\nQ2. Two?\n* c\n* d\n\nAnswer: c\n",
      name: "a.txt")
    #expect(file.contents.map(\.correctText) == ["b", "c"])
  }

  @Test func `the title that unfolds an answer is no part of the last choice`() throws {
    let file = try read(
      "## 1. One?\n* A) a\n* B) b\n<details>\n<summary>Answer</summary>\n\n"
        + "Correct answer: B\n\n</details>\n")
    #expect(file.contents.map(\.choiceTexts) == [["a", "b"]])
  }

  @Test(arguments: ["ア 一\nイ 二\nウ 三", "イ．一\nロ．二\nハ．三", "A. 一\nB. 二"])
  func `statements in the text of a question are not its choices`(statements: String) throws {
    let file = try read(
      "問1 正しいものはいくつあるか。\n\(statements)\n\n1. 一つ\n2. 二つ\n3. なし\n\n正解:2\n\n"
        + "問2 どれか。\n1. 甲\n2. 乙\n\n正解:1\n")
    #expect(file.contents.map(\.choiceTexts) == [["一つ", "二つ", "なし"], ["甲", "乙"]])
    #expect(file.contents.map(\.correctText) == ["二つ", "甲"])
    #expect(file.contents.first?.text == "正しいものはいくつあるか。\n\(statements)")
  }

  @Test(arguments: ["\n", "　"])
  func `choices may be labelled in the order of the iroha`(blank: String) throws {
    let choices = ["イ．赤", "ロ．青", "ハ．緑", "ニ．黒"].joined(separator: blank)
    let file = try read("問1 どれか。\n\(choices)\n\n正解：ロ\n\n問2 どれか。\n\(choices)\n\n正解：イ\n")
    #expect(file.contents.map(\.correctText) == ["青", "赤"])
  }

  @Test func `stars in a question without emphasis stay`() throws {
    let file = try read(
      "1. Is 2*3 = 3*2?\n\(choices)Answer: B\n\n2. Is *this*?\n\(choices)Answer: A\n")
    #expect(file.contents.map(\.text) == ["Is 2*3 = 3*2?", "Is *this*?"])
  }

  @Test func `a question without choices is named`() throws {
    let file = try read(
      "Question 1: Why?\n\nAnswer: because it is so\n\nQuestion 2: One?\n"
        + "\(choices)Answer: A\n")
    #expect(file.places == ["1:not-multiple-choice"])
    #expect(file.contents.count == 1)
  }

  @Test func `every heading that choices follow is imported or named`() throws {
    let text = (1...81).map { number in
      "### Question \(number)\n\nWhat is \(number)?\n\n- A. one\n- B. two\n\n"
        + (number.isMultiple(of: 4)
          ? "" : "**Answer:** \(number.isMultiple(of: 2) ? "A" : "B")\n\n")
    }.joined()
    let file = try read(text)
    #expect(file.questions.count == 61)
    #expect(file.errors == 20)
    #expect(file.places.first == "28:no-correct-choice")
  }

  @Test(arguments: [
    "# Changes\n\n1. First\n2. Second\n   - a\n   - b\n\n## 1.0\n\n- A new thing\n- B side\n",
    "# How to\n\n1. Do this:\n   - a. one\n2. Do that.\n\nAnswer: 42 is what you get.\n",
    "Dear all,\n\nA. Lincoln was here.\n\nVitamin A. is good. Vitamin B. too.\n",
    "1. Install\n2. Run\n3. Answer the questions\n\n- one\n- two\n",
  ])
  func `prose with lists is neither questions nor warnings`(text: String) throws {
    for name in ["README.md", "notes.txt", "notes"] {
      let file = try read(text, name: name)
      #expect(file.questions.isEmpty)
      #expect(file.problems.count == 1)
    }
  }

  @Test func `a file in Aiken stays one, and one with explanations is a list`() throws {
    let aiken = try read("One?\nA. one\nB. two\nANSWER: B\n", name: "a.txt")
    #expect(aiken.format?.name == "aiken")
    let list = try read(
      "1. One?\nA. one\nB. two\nANSWER: B\nExplanation: so\n\n2. Two?\nA. one\nB. two\nANSWER: A\n",
      name: "a.txt")
    #expect(list.format?.name == "markdown")
    #expect(list.contents.map(\.text) == ["One?", "Two?"])
    #expect(list.contents.map(\.commentary) == ["so", ""])
  }

  @Test func `code with braces does not make a list a file in GIFT`() throws {
    let file = try read("1. What does { x = 1 } do?\nA. one\nB. two\nAnswer: B\n", name: "a.txt")
    #expect(file.format?.name == "markdown")
    #expect(file.contents.map(\.text) == ["What does { x = 1 } do?"])
  }

  @Test func `the answers of each part go to the questions of the part`() throws {
    let file = try read(
      "# One\n1. a?\n\(choices)2. b?\n\(choices)Answers:\n1. A\n2. B\n\n# Two\n1. c?\n\(choices)"
        + "2. d?\n\(choices)Answers:\n1. B - because\n2. A\n")
    #expect(file.contents.map(\.solution.rightChoice) == [0, 1, 1, 0])
    #expect(file.contents.map(\.commentary) == ["", "", "because", ""])
  }

  @Test func `a list of answers that fits no question is not guessed`() throws {
    let file = try read("1. a?\n\(choices)1. b?\n\(choices)## Answers\n1. A\n")
    #expect(file.contents.isEmpty)
    #expect(file.places == ["1:no-correct-choice", "5:no-correct-choice"])
  }

  @Test func `what is written here comes back whatever its explanations look like`() throws {
    let content = QuestionContent(
      text: "Question 2\nTwo?", choices: [Choice("a"), Choice("1. b\n\nA. c")], correct: 1,
      commentary: "1. Red?\nA. one\nB. two\nAnswer: B\n\nQuestion 3\nA) x B) y C) z\nAnswer: C")
    let exported = ExportedQuestion(category: "Deck", content: content)
    let file = try #require(QuestionFormat.markdown.write([exported, exported], name: "o.md"))
    let back = try QuestionFile.read(file.bytes, name: "o.md")
    #expect(back.contents == [content, content])
  }
}
