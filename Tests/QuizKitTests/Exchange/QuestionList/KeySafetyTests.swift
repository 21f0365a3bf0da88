import Foundation
import QuizSupport
import Testing

@testable import QuizExchange

/// Tests that a list of questions never brings in a wrong key, and that nothing of it is lost without
/// a word.
@Suite struct KeySafetyTests {
  /// What was read, each question as `stem = right answers`, and the codes of the problems.
  private func read(_ text: String, name: String) throws -> [String] {
    let file = try readText(text, name: name)
    let questions = file.contents.map { content in
      let right = content.solution.rightChoices.map { content.choices[$0].text }
      return content.text.replacing("\n", with: " ") + " = "
        + (right.isEmpty ? content.rightAnswer : right.joined(separator: "; "))
    }
    return questions + file.problems.map { "\($0.line ?? 0): \($0.code)" }
  }

  private static let choices = "A. grass\nB. blood\nC. ruby\n"

  @Test(arguments: ["blood vessel", "blood vessel.", "blood vessel (see above)", "blood vessels!"])
  func `a text that only begins as a choice does is another one`(key: String) throws {
    let text = "1. Which?\nA. grass\nB. blood\nAnswer: \(key)\n"
    #expect(try read(text, name: "a.txt") == ["1: answer-not-a-choice"])
  }

  @Test(arguments: ["A.", "a.", "A:", "A、"])
  func `a number may follow a letter without a blank`(label: String) throws {
    func choice(_ place: Int, _ text: String) -> String {
      let letter = ["A", "B", "C"][place]
      return (label.hasPrefix("a") ? letter.lowercased() : letter) + label.dropFirst() + text
    }
    let text = [choice(0, "7"), choice(1, "+1.5"), choice(2, "-30 days")].joined(separator: "\n")
    #expect(
      try read("1. How long?\n\(text)\nAnswer: B\n", name: "a.txt") == ["How long? = +1.5"])
  }

  @Test func `numbers of sections are no choices`() throws {
    let file = try readText(
      "1. Which?\nA.1. Scope\nB.1. Names\nA. one\nB. two\nAnswer: B\n", name: "a.txt")
    #expect(file.contents.map { $0.choices.map(\.text) } == [["one", "two"]])
  }

  @Test(arguments: ["、", "）"])
  func `a year may follow the number of a question without a blank`(mark: String) throws {
    let text = (1...3).map { number in
      "\(number)\(mark)\(number == 2 ? "1969年" : "")何？\nA、甲\nB、乙\n答案：B\n"
    }.joined(separator: "\n")
    #expect(try read(text, name: "a.txt") == ["何？ = 乙", "1969年何？ = 乙", "何？ = 乙"])
  }

  @Test func `a word between two letters may be written in capitals`() throws {
    #expect(
      try read("1. Which two?\n\(Self.choices)Answer: B AND C\n", name: "a.txt") == [
        "Which two? = blood; ruby"
      ])
  }

  @Test func `the second line of a calculation is no answer`() throws {
    let text =
      "1. How long?\n\(Self.choices)Answer: B\nExplanation:\n2 weeks = 14 days\n= 336 hours\n\nSo B.\n"
    let file = try readText(text, name: "a.txt")
    #expect(file.contents.map(\.solution.rightChoices) == [[1]])
    #expect(file.contents.first?.commentary.hasSuffix("So B.") == true)
  }

  @Test func `gaps in brackets mark no choice`() throws {
    #expect(
      try readText(
        "1. Two colours are:\n[*] and [*] here.\n[*] and [*] there.\n", name: "a.txt"
      ).questions.isEmpty)
  }

  @Test(arguments: ["Ans-B", "ans- B", "Ans.B", "Answer.B", "Ans: B"])
  func `a mark without a blank behind the word belongs to the key`(key: String) throws {
    #expect(
      try read("1. Which?\nA. grass\nB. blood\n\(key)\n", name: "a.txt") == ["Which? = blood"])
  }

  @Test func `a letter may be followed by a comma and by its own text`() throws {
    let file = try readText(
      "1. Which?\nA. red wine\nB. green\nAnswer: A, red wine.\n\n2. Which?\nA. one\n"
        + "B. two and a half\nAnswer: B, two and a half. Because.\n", name: "a.txt")
    #expect(file.contents.map(\.solution.rightChoices) == [[0], [1]])
    let other = try readText(
      "1. Which?\nA. red wine\nB. green\nAnswer: A, white wine.\n", name: "a.txt")
    #expect(other.questions.isEmpty)
  }

  @Test(arguments: [
    ("Answer:\nB\nC", "blood; ruby"), ("Answer: B\nAnswer: C", "blood; ruby"),
    ("Answer: B\nC", "blood; ruby"), ("Answer:\n- B\n- C", "blood; ruby"),
    ("Answer:\nblood\nruby", "blood; ruby"),
    ("Answers:\n\n- A\n- B - Correct\n- C", "blood"),
    ("Answers:\n- [ ] A\n- [x] B\n- [ ] C", "blood"),
    ("Answers:\n- A (wrong)\n- B\n- C (wrong)", "blood"), ("Answer: A und C", "grass; ruby"),
    ("参考答案：B", "blood"), ("标准答案：B", "blood"), ("模範解答：B", "blood"), ("Key: B", "blood"),
    ("ans- B", "blood"),
    ("ans-B", "blood"), ("الإجابة: B", "blood"), ("Odpowiedź: B", "blood"), ("Cevap: B", "blood"),
    ("Resp. B", "blood"), ("Gabarito: B", "blood"), ("Antwoord: B", "blood"), ("Svar: B", "blood"),
  ])
  func
    `a key over several lines, in an entry that is called right, or behind any word is read whole`(
      key: String, right: String
    ) throws
  {
    #expect(
      try read("1. Which two?\n\(Self.choices)\(key)\n", name: "a.txt") == ["Which two? = " + right]
    )
  }

  @Test(arguments: [
    "Answer: B, the other", "Answer: A anh C", "Answer: A or C", "Antwort: A oder C",
    "Answer: B, Z", "Answer: blood, a ruby",
    "Answer: blood vessel", "Answer: B\n\nAnswer: C", "Answer: Déjà vu", "Answers:\n- A\n- B\n- C",
    "Answer: A. blood",
  ])
  func `a key with a part that is none of the choices is named`(key: String) throws {
    let found = try read(
      "1. Which?\n\(Self.choices)\(key)\n\n2. Which now?\n\(Self.choices)Answer: A\n", name: "a.txt"
    )
    #expect(found.count == 2 && found.first == "Which now? = grass", "\(found)")
  }

  struct Case: Sendable {
    var text: String
    var found: [String]
    var name = "a.md"
  }

  @Test(arguments: [
    Case(
      text:
        "### 1. Which?\n\n- red\n- sweet\n\n**Solution:** You take a lemon.\n\nIs it?\n\n**B. No**\n",
      found: ["1: no-questions"]),
    Case(
      text: """
        1. Colours
        Which is red?

        A) blood

        B) grass

        Answer: A

        Which is green?

        A) blood

        B) grass

        Answer: B
        """, found: ["Colours Which is red? = blood", "Which is green? = grass"]),
    Case(
      text: """
        1. Which is red?
        A. blood
        B. grass
        Answer: A
        Blood is red.

        Which is green?
        A. blood
        B. grass
        Answer: B

        3. Which is two?
        A. 1+1
        B. 3
        Answer: A
        """, found: ["Which is red? = blood", "Which is green? = grass", "Which is two? = 1+1"]),
    Case(
      text: """
        - Which is red?
        \t- [ ] grass
        \t- [x] blood

        - Which is green?
        \t- [x] grass
        \t- [ ] blood
        """, found: ["Which is red? = blood", "Which is green? = grass"]),
    Case(
      text: "1、什么？\nA、草\nB、血\n\n答案：B\n\n判断题\n1、雪是黑的。\n正确答案：错\n\n2、血是红的。\n正确答案：对\n",
      found: ["什么？ = 血", "雪是黑的。 = 错", "血是红的。 = 对"]),
    Case(
      text: """
        //Q1)
        ------- is red.
        Options
        A.'blood' is
        B. grass

        Correct Answer : A

        Explanation :
        Blood is red.
        -------------------

        //QZ1.2)
        What is green?
        Options
        A. blood
        B. grass

        Correct Answer : B
        """, found: ["------- is red. = 'blood' is", "What is green? = grass"]),
    Case(
      text:
        "1. Which?\n   - a) grass\n   - **b) blood**\n\n2. Which now?\n   - **a) grass**\n   - b) blood\n",
      found: ["Which? = blood", "Which now? = grass"]),
    Case(
      text: "1. Which?\n- A) 6\n- **B) 8** ✔️\n\n2. Which now?\n- A) **6** ✅\n- B) 8\n",
      found: ["Which? = 8", "Which now? = 6"]),
    Case(
      text: "1. Which?\n- ❌ 6\n- ✅ 8\n\n2. Which now?\n- A) 6 ✅\n- B) 8 ❌\n",
      found: ["Which? = 8", "Which now? = 6"]),
    Case(
      text: "#. Which?\n\n    - [ ] 6\n    - [x] 8\n\n#. Which now?\n\n    - [x] 6\n    - [ ] 8\n",
      found: ["Which? = 8", "Which now? = 6"]),
    Case(
      text: "# Which?\n\n1. [ ] 6\n2. [x] 8\n\n# Which now?\n\na) [x] 6\nb) [ ] 8\n",
      found: ["Which? = 8", "Which now? = 6"]),
    Case(
      text: "#### Q1. Which comes third?\n\n1. wash\n2. peel\n\n1. [ ] eat\n2. [x] cut\n",
      found: ["Which comes third? 1. wash 2. peel = cut"]),
    Case(
      text: "# Which?\n\n- [x] a\n  > it is\n- [ ] b\n\n# Put them in order!\n\n1. ant\n2. cat\n",
      found: ["Which? = a", "Put them in order! = ant → cat"]),
    Case(
      text: "# TODO\n\n## Now\n- [x] tests\n- [ ] ship\n\n## Later\n- [x] a\n- [x] b\n",
      found: ["1: no-questions"]),
    Case(
      text:
        "# Checklist before release\n\n- [x] Tests pass\n- [ ] Tag made\n\n1. Run the tests\n   - [x] unit\n   - [ ] integration\n",
      found: ["1: no-questions"]),
    Case(
      text: "# Aufgaben\n\n1. Lima liegt in\n   - [x] Peru\n   - [ ] Chile\n",
      found: ["Lima liegt in = Peru"]),
    Case(
      text:
        "Question 1 of 10: 1) Peru?\na) Lima\nb) Cusco\nAnswer: a\n\nQuestion 2 of 10: 2) Chile?\na) Lima\nb) Santiago\nAnswer: b\n",
      found: ["Peru? = Lima", "Chile? = Santiago"], name: "a.txt"),
    Case(
      text:
        #"[{"question":"&lt;p&gt;2 + 2?&lt;/p&gt;","options":["3","&lt;b&gt;4&lt;/b&gt;"],"answer":"&lt;b&gt;4&lt;/b&gt;"}]"#,
      found: ["2 + 2? = **4**"], name: "a.json"),
    Case(
      text:
        "1. Legs?\na. 6\n*b. 8\n\n2. Primes?\n[ ] 9\n[*] 11\n[*] 13\n\n3. Peru?\n*   Lima\n*   lima\n\n4. Root?\n=   1.41 +- 0.01\n",
      found: ["Legs? = 8", "Primes? = 11; 13", "Peru? = Lima; lima", "Root? = 1.41 ± 0.01"],
      name: "a.txt"),
    Case(
      text: "Legs of a spider?\nA. 6\nB. 8\nB\n\nLegs of an ant?\nA. 6\nB. 8\nA\n",
      found: ["Legs of a spider? = 8", "Legs of an ant? = 6"], name: "a.txt"),
    Case(
      text: "Q: What is it?\nA: Lima\n\nQ: Who wrote\nthis?\nA: Nobody,\nreally\n",
      found: ["What is it? = Lima", "Who wrote this? = Nobody,\nreally"]),
    Case(
      text: "# Words\n\nQ: What is it?\nA: Lima\n\nQ: And this?\nA: Rome\n",
      found: ["What is it? = Lima", "And this? = Rome"], name: "a.txt"),
    Case(
      text: "Q: Which?\nA: 6\nB: 8\nAnswer: B\n\nQ: Which now?\nA: 6\nB: 8\nAnswer: A\n",
      found: ["1: no-questions"]),
    Case(
      text: "1. The sun is a star.\nAnswer: true\n\n2. The moon is a star.\nAnswer: false\n",
      found: ["The sun is a star. = True", "The moon is a star. = False"], name: "a.txt"),
    Case(
      text:
        "1. Which?\n   - 6\n   - **8**\n\n2. Now?\n   - **6**\n   - 8\n\n3. Then?\n   - **6**\n   - 8\n",
      found: ["Which? = 8", "Now? = 6", "Then? = 6"]),
    Case(
      text:
        "## What helps?\n- **Speed**\n- less\n\n## And now?\n- one\n- two\n\n## Then?\n- one\n- **two**\n",
      found: ["1: no-questions"]),
    Case(
      text:
        "1. Which?\n... a remark\n- more of it\na) 6\n*b) 8\n\n2. Now?\n*a) 6\nb) 8\n",
      found: ["Which? = 8", "Now? = 6"], name: "a.txt"),
    Case(
      text:
        "1. Which?\nA. 6\nB. 8\nAnswer: B\n\n2. Lost?\n\n---\n\n3. Now?\nA. 6\nB. 8\nAnswer: A\n",
      found: ["Which? = 8", "Now? = 6", "6: too-few-choices"]),
    Case(
      text: "Capital of Peru::Lima\nCapital of Italy::Rome\n",
      found: ["Capital of Peru = Lima", "Capital of Italy = Rome"]),
    Case(
      text: ">>Which?<<\n\n( ) 6\n(x) 8\n\n>>Peru?<<\n\n= Lima\n",
      found: ["Which? = 8", "Peru? = Lima"]),
    Case(
      text:
        "Questions 1-2 are about this text.\nIt rained.\n\n1. Which?\nA. 6\nB. 8\nAnswer: B\n\n2. Which now?\nA. 6\nB. 8\nAnswer: A\n",
      found: [
        "Questions 1-2 are about this text. It rained.  Which? = 8",
        "Questions 1-2 are about this text. It rained.  Which now? = 6",
      ]),
  ])
  func `what people have is read as they mean it, or named`(_ example: Case) throws {
    let found: [String]
    do {
      found = try read(example.text, name: example.name)
    } catch {
      found = ["\(error)"]
    }
    let expected = example.found
    #expect(
      found == expected
        || expected == ["1: no-questions"] && !found.contains { $0.contains(" = ") },
      "\(found)")
  }

  // MARK: Layouts

  /// The words of one language.
  struct Words {
    var question: String
    var answer: String
    var explanation: String
    var answers: String
    var stems: [String]
    var choices: [[String]]
  }

  private static let languages = [
    Words(
      question: "Question", answer: "Answer", explanation: "Explanation", answers: "Answers",
      stems: ["What is red?", "Which of these grows in a field", "The cold one is:"],
      choices: [
        ["blood", "snow", "coal"], ["stone", "grass", "iron"], ["fire", "the sun", "ice"],
      ]),
    Words(
      question: "Frage", answer: "Antwort", explanation: "Erklärung", answers: "Lösungen",
      stems: ["Was ist rot?", "Was wächst auf der Wiese", "Kalt ist:"],
      choices: [
        ["Blut", "Schnee", "Kohle"], ["Stein", "Gras", "Eisen"], ["Feuer", "Sonne", "Eis"],
      ]),
    Words(
      question: "Question", answer: "Réponse", explanation: "Explication", answers: "Réponses",
      stems: ["Qu’est-ce qui est rouge ?", "Que trouve-t-on dans un pré", "Le froid :"],
      choices: [
        ["le sang", "la neige", "le noir"], ["pierre", "herbe", "fer"], ["feu", "soleil", "glace"],
      ]),
    Words(
      question: "Pregunta", answer: "Respuesta", explanation: "Explicación", answers: "Respuestas",
      stems: ["¿Qué es rojo?", "Lo que crece en el campo", "Lo frío es:"],
      choices: [
        ["sangre", "nieve", "carbón"], ["piedra", "hierba", "hierro"], ["fuego", "sol", "hielo"],
      ]),
    Words(
      question: "問", answer: "正解", explanation: "解説", answers: "解答",
      stems: ["赤いものはどれか。", "草原に生えるもの", "冷たいものは？"],
      choices: [["血", "雪", "炭"], ["石", "草", "鉄"], ["火", "太陽", "氷"]]),
    Words(
      question: "题目", answer: "答案", explanation: "解析", answers: "参考答案",
      stems: ["什么是红的？", "草地上长的是", "冷的是："],
      choices: [["血", "雪", "煤"], ["石头", "青草", "铁"], ["火", "太阳", "冰"]]),
  ]

  private static let numbers = [
    "0. ", "0) ", "Q0. ", "W 0\n", "## 0. ", "### W 0\n\n", "### ", "", "0、",
  ]
  private static let labels = [
    "A. ", "(a) ", "1) ", "ア ", "a) ", "- A) ", "- ", "- [ ] ", "  - A. ", "A、",
  ]
  private static let keys = [
    "line", "text", "both", "mark", "bold", "star", "list", "table", "title", "box", "none",
  ]

  /// A file of three questions, whose layout a seed draws.
  private struct Drawn {
    var description: String
    var text = ""
    let words: Words
    /// The right choice of each question.
    var right: [Int] = []

    init(_ words: Words, seed: UInt64) {
      self.words = words
      var random = SplitMix64(seed: seed)
      func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
      }
      let number = pick(KeySafetyTests.numbers)
      let label = pick(KeySafetyTests.labels)
      let key = label == "- [ ] " ? "box" : pick(KeySafetyTests.keys.filter { $0 != "box" })
      let hasBlanks = pick([true, false])
      let explanation = pick(["", "W: ", ""])
      let isExplained = pick([true, false])
      let hasCode = pick([true, false, false])
      let hasSections = pick([true, false, false])
      description =
        "\(words.answer) | \(number) | \(label) | \(key) | blanks \(hasBlanks) | "
        + "\(isExplained ? explanation + "so" : "-") | code \(hasCode) | sections \(hasSections)"
      var sheet: [String] = []
      for place in words.stems.indices {
        let answer = pick([0, 1, 2])
        right.append(answer)
        let name = KeySafetyTests.name(label, answer)
        let choice = words.choices[place][answer]
        if hasSections, place != 1 { text += "# Part \(place)\n\n" }
        text += number.replacing("0", with: "\(place + 1)").replacing("W", with: words.question)
        text += words.stems[place] + "\n"
        if hasCode { text += "```\nA. x = 1\nAnswer: C\n```\n" }
        if hasBlanks { text += "\n" }
        for (index, choice) in words.choices[place].enumerated() {
          text += KeySafetyTests.choice(label, index, choice, isRight: index == answer, key)
          text += hasBlanks && key != "box" ? "\n\n" : "\n"
        }
        text += "\n"
        switch key {
        case "line": text += "\(words.answer): \(name)\n"
        case "text": text += "\(words.answer): \(choice)\n"
        case "both": text += "\(words.answer): \(name). \(choice)\n"
        case "title": text += "### \(words.answer)\n\n\(name)\n"
        default: break
        }
        sheet.append(name)
        if isExplained {
          text +=
            "\n" + explanation.replacing("W", with: words.explanation)
            + words.choices[place][(answer + 1) % 3] + " " + words.stems[(place + 1) % 3] + "\n"
        }
        text += "\n"
      }
      switch key {
      case "list":
        text +=
          "\(words.answers)\n\n"
          + sheet.enumerated().map { "\($0 + 1). \($1)\n" }.joined()
      case "table":
        text +=
          "\(words.answers)\n\n| # | \(words.answer) |\n|---|---|\n"
          + sheet.enumerated().map { "| \($0 + 1) | \($1) |\n" }.joined()
      default: break
      }
    }
  }

  private static func name(_ label: String, _ place: Int) -> String {
    if label.contains("1") { return "\(place + 1)" }
    if label.contains("ア") { return ["ア", "イ", "ウ"][place] }
    return label.contains("a") ? ["a", "b", "c"][place] : ["A", "B", "C"][place]
  }

  private static func choice(
    _ label: String, _ place: Int, _ text: String, isRight: Bool, _ key: String
  ) -> String {
    var label = label
    if label != "- [ ] " {
      let name = name(label, place)
      for mark in ["A", "a", "1", "ア"] where label.contains(mark) {
        label = label.replacing(mark, with: name)
        break
      }
    }
    guard isRight else { return label + text }
    switch key {
    case "box": return "- [x] " + text
    case "mark": return label + text + " ✅"
    case "bold": return label + "**" + text + "**"
    case "star":
      return label.hasPrefix("-") || label.hasPrefix(" ") ? label + text + " *" : "*" + label + text
    default: return label + text
    }
  }

  @Test(arguments: languages.indices)
  func `no layout brings in a wrong key, and none loses a question without a word`(language: Int)
    throws
  {
    var (wrong, silent, read): ([String], [String], Int) = ([], [], 0)
    let first =
      ProcessInfo.processInfo.environment["QA_REPL_LAYOUTS_FROM"].flatMap { Int($0) } ?? 0
    for seed in first..<first + 400 {
      let drawn = Drawn(Self.languages[language], seed: UInt64(seed))
      guard let file = try? readText(drawn.text, name: "a.md") else { continue }
      for content in file.contents {
        let place = drawn.words.stems.indices.filter {
          content.text.contains(drawn.words.stems[$0])
        }
        let isRight =
          place.count == 1
          && content.solution.rightChoices.map { content.choices[$0].text }
            == [drawn.words.choices[place[0]][drawn.right[place[0]]]]
          && content.choiceTexts == drawn.words.choices[place[0]]
        if isRight { read += 1 } else { wrong.append(drawn.description) }
      }
      let isSaid =
        file.contents.isEmpty
        ? !file.problems.isEmpty : file.problems.count + file.contents.count > 2
      if !isSaid { silent.append(drawn.description) }
    }
    #expect(wrong == [])
    #expect(silent == [])
    #expect(read > 700, "\(read)")
  }

  @Test(arguments: ["### Answer\n\n2\n", "### Answer\n\n1\n", "Answer: 2\n", "Answer: 1\n"])
  func `a question without a heading below an answer is named, and so is the one above it`(
    answer: String
  ) throws {
    let text =
      "# Part 1\n\nWhat is red?\n1) blood\n2) snow\n\n" + answer.replacing("2", with: "1")
      + "\nsnow is white\n\nWhich of these grows?\n1) stone\n2) grass\n\n" + answer
      + "\n# Part 2\n\nThe cold one is:\n1) fire\n2) ice\n\n" + answer
    let found = try read(text, name: "a.md")
    #expect(found.filter { $0.hasSuffix("letters-restart") }.count == 2)
    #expect(found.filter { $0.contains(" = ") }.count == 1)
  }

  @Test(arguments: [
    "term,statistic,pvalue,df\nIntercept,120.3,5.3e-28,1\nmodel_a,1.001,0.317,1\nmodel_b,83.9,4.3,3\n",
    "Anna Berg,10,15,9\nBoris Cole,9,1,9\nCarl Dorn,10,7,7.4\nDina Ems,10,7,8\n",
    "Stop at red.,,true,Correct\nPark here.,,false,No.\nA sign.,sign-29.jpg,false,false\nSlow.,,true,Correct\n",
  ])
  func `a table of other data has no questions`(text: String) throws {
    #expect(try read(text, name: "a.csv") == ["1: no-questions"])
  }

  @Test func `numbers below a title that nobody knows are no questions`() throws {
    let text =
      "year;number;topic;gabarito\n2019;1;Logarithms;E\n2019;2;Chance;A\n2019;3;Parts;B\n"
    #expect(try read(text, name: "a.csv").allSatisfy { !$0.contains("=") })
  }

  @Test func `a text that is a choice is not read as the letters of others`() throws {
    let text = """
      [{"question": "Which model?", "options": {"A": "DAC", "B": "RBAC", "C": "MAC", "D": "ABAC"},
        "answer": "A", "answerText": "DAC"}]
      """
    #expect(try read(text, name: "a.json") == ["Which model? = DAC"])
  }

  @Test(arguments: ["", "True or false\n\n"])
  func `statements below a question with choices are questions`(title: String) throws {
    let text = """
      Which colour is the sky?
      A. blue
      B. green
      Answer: A

      \(title)Water freezes at zero degrees.
      Answer: True

      The moon shines by itself.

      Answer: False

      Which colour is grass?
      A. blue
      B. green
      Answer: B

      """
    #expect(
      try read(text, name: "a.txt") == [
        "Which colour is the sky? = blue", "Water freezes at zero degrees. = True",
        "The moon shines by itself. = False", "Which colour is grass? = green",
      ])
  }

  @Test func `choices that nothing answers are named, not explained away`() throws {
    let text =
      "Which colour is the sky?\nA. blue\nB. green\nAnswer: A\n\nWater is wet.\nAnswer: True\n\n"
      + "Which colour is grass?\nA. blue\nB. green\n"
    #expect(
      try read(text, name: "a.txt") == [
        "Which colour is the sky? = blue", "Water is wet. = True", "9: no-correct-choice",
      ])
  }

  @Test func `two of the choices of a list may stand in one line`() throws {
    let file = try readText(
      "36. **Which?**\n    - A) one - B) two\n    - C) three\n    - D) four\n   **Answer:** B\n",
      name: "a.md")
    #expect(file.contents.map(\.choiceTexts) == [["one", "two", "three", "four"]])
    #expect(file.contents.map(\.correctText) == ["two"])
    #expect(file.contents.map(\.text) == ["**Which?**"])
  }

  @Test func `the title of the choices is no part of the question`() throws {
    let text = "### Question 1\nHow fast?\n\n**Choices**:\n- a. slow\n- b. fast\n\n**Answer**: a\n"
    #expect(try read(text, name: "a.md") == ["How fast? = slow"])
  }

  @Test func `what is said of a page before its text is no rule between cards`() throws {
    let text =
      "---\ntitle: Summary\ntags:\n  - a\n---\n# Summary\n\nWe keep:\n\n*   **Shelves**.\n*   Cards\n"
    #expect(try read(text, name: "a.md") == ["1: no-questions"])
  }

  @Test func `items below a title that says so are to be put in order`() throws {
    let file = try readText(
      "# One?\n- [x] a\n- [ ] b\n\n# Put these in order!\n1. first\n2. second\n\n# Two?\n- [x] a\n"
        + "- [ ] b\n", name: "a.md")
    #expect(file.contents.map(\.kind) == [.single, .order, .single])
    #expect(file.contents[1].choiceTexts == ["first", "second"])
  }

  @Test func `two words for true and false may stand in one line`() throws {
    let text =
      "1. Gold is a gas.\nA. True B. False\nAnswer: B\n\n2. Which?\nA. one\nB. two\nAnswer: A\n"
    #expect(try read(text, name: "a.txt") == ["Gold is a gas. = False", "Which? = one"])
  }

  @Test func `letters in a sentence are no choices`() throws {
    let text = """
      [{"question": "Which of the signs (A), (B) and (C) means stop?", "answer": "B"},
       {"question": "What is 2 + 2?", "answer": "4"}]
      """
    #expect(try read(text, name: "a.json").first?.hasSuffix("means stop? = B") == true)
  }

  @Test(arguments: [
    ("AC", "1、どれ（ AC ）。", "どれ（ ）。 = 甲; 丙"), ("B", "1、どれ（Ｂ）。", "どれ（ ）。 = 乙"),
    ("B", "1、どれ（　B　　）", "どれ（ ） = 乙"), ("AC", "1、どれ（A　C）", "どれ（ ） = 甲; 丙"),
    ("B", "1、ビタミン（A）は？", "ビタミン（A）は？ = 乙"),
  ])
  func `the letters of the right choices do not stay in the question`(
    key: String, stem: String, read expected: String
  ) throws {
    #expect(
      try read("\(stem)\nA、甲\nB、乙\nC、丙\n答案：\(key)\n", name: "a.txt") == [expected])
  }
}
