import Testing

@testable import QuizExchange

/// Tests cards, gaps, orders and pairs in the formats of other programs.
@Suite struct PartFormatTests {
  private static let contents = [
    QuestionContent(
      text: "dog", solution: .card(CardSolution(back: "perro; can\n- a list|of two")),
      commentary: "c", tags: ["t"]),
    QuestionContent(
      text: "Two\n[[1]] and [[2]].",
      solution: .gaps(
        GapsSolution([
          .typed(TextSolution(accepted: [AcceptedText("a;b"), AcceptedText("c")])),
          .typed(TextSolution(accepted: [AcceptedText("d#e}")])),
        ]))),
    QuestionContent(
      text: "It [[1]] so [[2]].",
      solution: .gaps(
        GapsSolution([
          .picked(GapChoices(["2", "1", "=%5%x~"], correct: 0)),
          .typed(TextSolution(accepted: [AcceptedText("now\\")])),
        ]))),
    QuestionContent(
      text: "Sort.", choices: [Choice("one"), Choice("two"), Choice("three")], solution: .order),
    QuestionContent(
      text: "Match.",
      solution: .match(
        MatchSolution([MatchPair("a|b", "1 -> 2"), MatchPair("=c", "{2}")], extra: ["3"]))),
  ]

  @Test(arguments: QuestionFormat.all.filter { $0.writer != nil }.map(\.name), contents)
  func `what a format holds comes back as it was`(name: String, content: QuestionContent) throws {
    let format = try #require(QuestionFormat.named(name))
    let question = ExportedQuestion(content: content)
    let file = try #require(format.write([question], name: "out"))
    guard let kept = format.kept(of: question), file.written == 1 else {
      #expect(file.problems.contains { $0.level == .error })
      return
    }
    let back = try QuestionFile.read(file.bytes, name: "out", format: format)
    #expect(back.problems.filter { $0.level != .warning }.isEmpty)
    #expect(back.contents == [kept.content])
  }

  @Test(arguments: [
    ("gift", [4]), ("moodle-xml", [1, 2, 3, 4]), ("csv", [0, 1, 2, 3, 4]),
    ("tsv", [0, 1, 2, 3, 4]), ("anki", [0, 1, 2, 3, 4]), ("hascard", [0, 1, 3]), ("aiken", []),
    ("markdown", []), ("json", [0, 1, 2, 3, 4]),
  ])
  func `a format holds these kinds, and names the others`(name: String, held: [Int]) throws {
    let format = try #require(QuestionFormat.named(name))
    let file = try #require(
      format.write(Self.contents.map { ExportedQuestion(content: $0) }, name: "out"))
    #expect(file.written == held.count)
    let left = file.problems.filter { $0.level == .error }.compactMap(\.element)
    #expect(left == Self.contents.indices.filter { !held.contains($0) }.map { "[\($0 + 1)]" })
  }

  @Test(arguments: QuestionFormat.all.filter { $0.writer != nil }.map(\.name))
  func `brackets of the author stay beside gaps`(name: String) throws {
    let format = try #require(QuestionFormat.named(name))
    let content = QuestionContent(
      text: "[gap1] a[[b]] [[1]][[c]] [[2]]",
      solution: .gaps(
        GapsSolution(["a", "b"].map { .typed(TextSolution(accepted: [AcceptedText($0)])) })))
    let file = try #require(format.write([ExportedQuestion(content: content)], name: "out"))
    let back = try QuestionFile.read(file.bytes, name: "out", format: format)
    #expect(back.contents == (file.written == 1 ? [content] : []))
  }

  @Test(arguments: [
    ("hascard", "# g\n[[1]] _a_ [[2]] _b_\n"),
    (
      "moodle-xml",
      "<quiz><question type=\"cloze\"><questiontext format=\"markdown\"><text>[[1]] {1:SA:=a} "
        + "[[2]] {1:SA:=b}</text></questiontext></question></quiz>"
    ),
  ])
  func `what only looks like our mark of a gap is none`(name: String, text: String) throws {
    let content = try #require(
      try readText(text, format: QuestionFormat.named(name)).contents.first)
    #expect(content.text.contains("[ [1]] [[1]] [ [2]] [[2]]"))
  }

  // MARK: GIFT

  @Test(arguments: [
    "The capital [[1]] is old.", "[[1]] is old.", "un[[1]]able", "Who? [[1]]", "[[1]]",
    "Two\n\nlines\n[[1]]\nand  blanks", "// [[1]]", "[html] [[1]]", "a} [[1]] {b ~= c:",
    "$CATEGORY [[1]]", "日本の[[1]]は",
  ])
  func `one gap is a missing word in GIFT, and comes back as a gap`(text: String) throws {
    let solutions: [Gap] = [
      .typed(TextSolution(accepted: [AcceptedText("TRUE")])),
      .typed(
        TextSolution(accepted: [
          AcceptedText("a=b"), AcceptedText("c*", fraction: 0.5, feedback: "nearly"),
        ])),
      .picked(GapChoices(["is", "%50%are", "~"], correct: 1)),
    ]
    for gap in solutions {
      let content = QuestionContent(
        text: text, solution: .gaps(GapsSolution([gap])), commentary: "c", tags: ["t"], title: "n")
      let file = try #require(
        QuestionFormat.gift.write([ExportedQuestion(content: content)], name: "out"))
      #expect(file.problems.isEmpty)
      #expect(try QuestionFile.read(file.bytes, name: "out.gift").contents == [content])
    }
  }

  @Test func `other programs read a missing word in what GIFT holds of a gap`() throws {
    let content = QuestionContent(
      text: "It [[1]] so.",
      solution: .gaps(GapsSolution([.picked(GapChoices(["is", "are"], correct: 0))])))
    let file = try #require(
      QuestionFormat.gift.write([ExportedQuestion(content: content)], name: "out"))
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text == "// [kind:gaps]\nIt {\n\t=is\n\t~are\n} so.\n\n")
    let other = try readText(text.replacing("// [kind:gaps]\n", with: ""), name: "other.gift")
    #expect(other.contents.map(\.text) == ["It _____ so."])
    #expect(other.contents.map(\.kind) == [.single])
  }

  @Test func `GIFT names several gaps, a gap that is shown twice, and the case of letters`() throws
  {
    let gap = Gap.typed(TextSolution(accepted: [AcceptedText("a")], isCaseSensitive: true))
    let contents = [("[[1]]", 1), ("[[1]] [[2]]", 2), ("[[1]] [[1]]", 1)].map { text, count in
      QuestionContent(
        text: text, solution: .gaps(GapsSolution(Array(repeating: gap, count: count))))
    }
    let file = try #require(
      QuestionFormat.gift.write(contents.map { ExportedQuestion(content: $0) }, name: "out"))
    #expect(file.written == 1)
    #expect(
      file.problems.map(\.code) == ["letter-case-lost", "kind-not-written", "kind-not-written"])
  }

  @Test func `a gap that was given feedback on its choices is a missing word again`() throws {
    let file = try readText("// [kind:gaps]\nIt {=is#yes ~are} so.", name: "other.gift")
    #expect(file.contents.map(\.kind) == [.single])
    #expect(file.contents.first?.choices.first?.feedback == "yes")
  }

  @Test func `what tables do not keep of gaps is counted`() throws {
    let accepted = AcceptedText("a", fraction: 0.5, feedback: "f")
    let content = QuestionContent(
      text: "[[1]]",
      solution: .gaps(
        GapsSolution([.typed(TextSolution(accepted: [accepted, AcceptedText("b")]))])))
    let csv = try #require(
      QuestionFormat.csv.write([ExportedQuestion(content: content)], name: "out"))
    #expect(csv.problems.map(\.code) == ["gap-details-lost"])
    let xml = try #require(
      QuestionFormat.moodleXML.write([ExportedQuestion(content: content)], name: "out.xml"))
    #expect(try QuestionFile.read(xml.bytes, name: "out.xml").contents == [content])
    #expect(xml.problems.isEmpty)
  }

  // MARK: Moodle

  private func moodle(_ type: String, _ text: String, _ rest: String = "") throws -> QuestionFile {
    try readText(
      "<quiz><question type=\"\(type)\"><questiontext><text><![CDATA[\(text)]]></text>"
        + "</questiontext>\(rest)</question></quiz>", name: "q.xml")
  }

  @Test func `pairs of Moodle are read`() throws {
    func pair(_ left: String, _ right: String) -> String {
      "<subquestion format=\"html\"><text>\(left)</text><answer><text>\(right)</text></answer>"
        + "</subquestion>"
    }
    let file = try moodle(
      "matching", "<p>q</p>",
      pair("&lt;p&gt;a&lt;/p&gt;", "x &lt; y") + pair("b", "z") + pair("", "more"))
    #expect(
      file.contents.map(\.solution) == [
        .match(
          MatchSolution([MatchPair("a", "x < y"), MatchPair("b", "z")], extra: ["more"]))
      ])
  }

  @Test(arguments: [("ddwtos", "dragbox"), ("gapselect", "selectoption")])
  func `gaps of Moodle have the choices of their group`(type: String, name: String) throws {
    let boxes = [("is", 1), ("cat", 2), ("are", 1), ("dog", 2)].map {
      "<\(name)><text>\($0.0)</text><group>\($0.1)</group></\(name)>"
    }
    let file = try moodle(type, "<p>It [[3]] a [[2]], [[3]].</p>", boxes.joined())
    let verb = Gap.picked(GapChoices(["is", "are"], correct: 1))
    #expect(file.contents.map(\.text) == ["It [[1]] a [[2]], [[3]]."])
    #expect(
      file.contents.map(\.solution) == [
        .gaps(GapsSolution([verb, .picked(GapChoices(["cat", "dog"], correct: 0)), verb]))
      ])
    #expect(
      try moodle(type, "[[7]]", boxes.joined()).problems.map(\.code) == ["gap-without-answers"])
  }

  @Test func `embedded answers are gaps with texts or choices`() throws {
    let file = try moodle(
      "cloze",
      "<p>A {1:SHORTANSWER:=Paris~%50%Lutetia#old~*#no} b {:SAC:=X} c "
        + "{1:MULTICHOICE_VS:wrong#f~=right \\} x} d {2:NM:=23.8:0.1}</p>")
    let content = try #require(file.contents.first)
    #expect(content.text == "A [[1]] b [[2]] c [[3]] d [[4]]")
    #expect(
      content.solution
        == .gaps(
          GapsSolution([
            .typed(
              TextSolution(accepted: [
                AcceptedText("Paris"), AcceptedText("Lutetia", fraction: 0.5, feedback: "old"),
                AcceptedText("*", fraction: 0, feedback: "no"),
              ])),
            .typed(TextSolution(accepted: [AcceptedText("X")], isCaseSensitive: true)),
            .picked(GapChoices(["wrong", "right } x"], correct: 1)),
            .typed(TextSolution(accepted: [AcceptedText("23.8")])),
          ])))
    #expect(
      file.problems.map(\.code) == ["fields-ignored", "tolerance-dropped", "gap-credit-dropped"])
    let several = try moodle("cloze", "{1:MULTIRESPONSE:=a~=b}")
    #expect(several.problems.map(\.code) == ["not-multiple-choice"])
    #expect(several.skipped == 1)
    #expect(try moodle("cloze", "No {gap} in {1:X:=a}").problems.map(\.code) == ["no-gaps"])
  }

  @Test func `answers of an ordering question stand in the order of their numbers`() throws {
    let answers = [("b", 2), ("a", 1), ("c", 3)].map {
      "<answer fraction=\"\($0.1).0000000\"><text>\($0.0)</text></answer>"
    }
    let file = try moodle("ordering", "Sort", answers.joined())
    #expect(file.contents.map(\.solution) == [.order])
    #expect(file.contents.map(\.choiceTexts) == [["a", "b", "c"]])
  }

  // MARK: Tables

  @Test func `a table states the parts in the columns that are there`() throws {
    let file = try readText(
      """
      question,choice1,choice2,choice3,correct,kind
      dog,,,,perro,card
      Sort,a,b,c,,order
      Match,a,b,,1|2|3,match
      It [[1]] so,is|are,,,are,gaps
      Pick,x,y,z,2,match
      """, name: "t.csv")
    #expect(
      file.contents.map(\.solution) == [
        .card(CardSolution(back: "perro")), .order,
        .match(MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")], extra: ["3"])),
        .gaps(GapsSolution([.picked(GapChoices(["is", "are"], correct: 1))])),
        .single(1),
      ])
  }
}
