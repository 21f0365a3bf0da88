import TestKit
import Testing

@testable import QuizExchange
@testable import QuizSupport

/// Tests how files keep the weights of choices when one of them is to be picked.
@Suite struct SingleWeightTests {
  private let third = 0.3333333

  private func single(_ weights: Double...) -> Solution {
    guard let solution = SingleSolution(weights: weights) else { return .single(0) }
    return .single(solution)
  }

  private func exported(_ solution: Solution, choices: [String] = ["a", "b", "c"])
    -> ExportedQuestion
  {
    ExportedQuestion(
      content: QuestionContent(text: "q", choices: choices.map { Choice($0) }, solution: solution))
  }

  private func text(_ solution: Solution, _ format: QuestionFormat) throws -> String {
    let file = try #require(format.write([exported(solution)], name: "o"))
    #expect(file.problems.isEmpty)
    return String(decoding: file.bytes, as: UTF8.self)
  }

  // MARK: GIFT

  @Test func `GIFT keeps what wrong choices cost and what a second one earns`() throws {
    let file = try readText(
      "q{=a#yes ~%50%b#half ~%-33.33333%c ~d}\n\nr{~%100%a ~%-100%b}\n\ns{~a =b}\n\n"
        + "True?{=True ~%-50%False}",
      name: "a.gift")
    #expect(
      file.contents.map(\.solution) == [
        single(1, 0.5, -third, 0), single(1, -1), .single(1), single(1, -0.5),
      ])
    #expect(file.contents[0].choices[1] == Choice("b", feedback: "half"))
    #expect(file.places == ["3:several-read-as-one"])
  }

  @Test func `GIFT with a part of the point behind its only equals sign is a choice of one`() throws
  {
    let file = try readText("q{=%80%a ~%40%b ~c}\n\nr{=%40%a ~%80%b ~c}", name: "a.gift")
    #expect(
      file.contents.map(\.solution) == [
        single(0.8, 0.4, 0), .several(SeveralSolution(weights: [0.4, 0.8, 0])),
      ])
    #expect(file.places == ["1:best-choice-right"])
  }

  @Test func `GIFT is written as Moodle reads it, with a mark for what it cannot say`() throws {
    #expect(
      try text(single(-third, 1, 0.5), .gift)
        == "q{\n\t~%-33.33333%a\n\t=b\n\t~%50%c\n}\n\n")
    #expect(
      try text(single(0.8, 0.4, 0), .gift)
        == "// [kind:single]\nq{\n\t~%80%a\n\t~%40%b\n\t~c\n}\n\n")
    #expect(
      try text(single(1, 1, -1), .gift) == "// [kind:single]\nq{\n\t=a\n\t=b\n\t~%-100%c\n}\n\n")
  }

  // MARK: Moodle XML

  private func xml(_ single: String?, _ fractions: String...) -> String {
    let answers = fractions.enumerated().map {
      "<answer fraction=\"\($1)\"><text>\($0)</text></answer>"
    }
    let element = single.map { "<single>\($0)</single>" } ?? ""
    return "<quiz><question type=\"multichoice\"><questiontext><text>q</text></questiontext>"
      + element + answers.joined() + "</question></quiz>"
  }

  @Test(arguments: ["true", "1", nil])
  func `a choice of one stays one in Moodle XML`(isSingle: String?) throws {
    func read(_ fractions: String...) throws -> QuestionFile {
      try readText(
        fractions.count == 2
          ? xml(isSingle, fractions[0], fractions[1])
          : xml(isSingle, fractions[0], fractions[1], fractions[2]), name: "a.xml")
    }
    let usual = try read("100", "-33.33333", "50")
    #expect(usual.contents.map(\.solution) == [single(1, -third, 0.5)])
    #expect(usual.problems.isEmpty)
    let best = try read("40", "80", "0")
    #expect(best.contents.map(\.solution) == [single(0.4, 0.8, 0)])
    #expect(best.problems.map(\.code) == ["best-choice-right"])
    let equal = try read("100", "0", "100")
    #expect(equal.contents.map(\.solution) == [single(1, 0, 1)])
    #expect(equal.contents[0].rightAnswers == ["0", "2"] && equal.problems.isEmpty)
    let all = try read("50", "50")
    #expect(all.contents.map(\.solution) == [single(0.5, 0.5)])
    #expect(all.problems.map(\.code) == ["best-choice-right", "all-choices-right"])
    let none = try read("0", "-50")
    #expect(none.problems.map(\.code) == ["no-correct-choice"])
  }

  @Test(arguments: ["false", "0", ""])
  func `a choice of several with one right is a choice of one that keeps its weights`(
    isSingle: String
  ) throws {
    let file = try readText(xml(isSingle, "-100", "100", "0"), name: "a.xml")
    #expect(file.contents.map(\.solution) == [single(-1, 1, 0)])
    #expect(file.problems.map(\.code) == ["several-read-as-one"])
    let several = try readText(xml(isSingle, "80", "40", "0"), name: "a.xml")
    #expect(
      several.contents.map(\.solution) == [.several(SeveralSolution(weights: [0.8, 0.4, 0]))])
  }

  @Test func `Moodle XML is written with the fractions`() throws {
    let text = try text(single(-third, 0.8, 0.8), .moodleXML)
    #expect(text.contains("<single>true</single>"))
    let answers = text.split(separator: "\n").filter { $0.contains("<answer fraction") }
    let fractions = answers.map { $0.split(separator: "\"")[1] }
    #expect(fractions == ["-33.33333", "80", "80"])
  }

  // MARK: Tables

  @Test func `a table has a column of weights, in parts or in percent`() throws {
    let file = try readText(
      "question,a,b,c,correct,weights\nq?,x,y,z,2,-33.33333%|100%|50 %\nr?,x,y,z,1,1|0.5|-1\n"
        + "s?,x,y,z,3,\nt?,x,y,z,1,1|1|0\nu?,x,y,z,2,1|1|0\n", name: "a.csv")
    #expect(
      file.contents.map(\.solution) == [
        single(-third, 1, 0.5), single(1, 0.5, -1), .single(2), single(1, 1, 0), single(1, 1, 0),
      ])
    #expect(file.problems.isEmpty)
  }

  @Test(arguments: ["2", "1|0.5", "1|2|0", "0.5|1|0", "heavy", "0|0|0", "-1|0|0"])
  func `a table that means something else by weights keeps its questions`(cell: String) throws {
    let file = try readText(
      "question,a,b,c,correct,weights\nq?,x,y,z,A,\(cell)\n", name: "a.csv")
    #expect(file.contents.map(\.solution) == [.single(0)])
    #expect(file.places == ["2:weights-ignored"])
    #expect(file.problems.allSatisfy { $0.fault.hint != nil })
  }

  @Test func `a table is written with the weights, protected where they look like a formula`()
    throws
  {
    let text = try text(single(-third, 1, 1), .csv)
    #expect(
      text == """
        question,choice1,choice2,choice3,correct,explanation,category,tags,weights,protected\r
        q,a,b,c,2,,,,'-0.3333333|1|1,yes\r

        """)
    #expect(try readText(text, name: "o.csv").contents == [exported(single(-third, 1, 1)).content])
  }

  // MARK: JSON

  @Test func `JSON has the weights of a choice of one, and may leave out which is right`() throws {
    let json = """
      {"format":"qa-repl","version":1,"questions":[
      {"text":"q","choices":["a","b","c"],"correct":2,"weights":[-0.5,1,0.25]},
      {"text":"r","kind":"single","choices":["a","b","c"],"weights":[0.4,0.8,0.8]},
      {"text":"s","choices":["a","b"],"correct":1,"weights":null},
      {"text":"t","choices":["a","b"],"correct":1,"weights":[1,0]}]}
      """
    let file = try readText(json, name: "a.json")
    #expect(
      file.contents.map(\.solution) == [
        single(-0.5, 1, 0.25), single(0.4, 0.8, 0.8), .single(0), .single(0),
      ])
    #expect(file.problems.isEmpty)
  }

  @Test(
    arguments: [
      ("1", "[0.5,1]", "bad-solution"), ("1", "[1,0.5,0]", "bad-solution"),
      ("1", "[1,-1.5]", "bad-solution"), ("1", "[1,\"x\"]", "wrong-type"), ("1", "1", "wrong-type"),
      ("null", "[1,0.5]", "wrong-type"), ("3", "[1,0.5]", "answer-not-a-choice"),
    ])
  func `weights in JSON that contradict the question are an error`(
    correct: String, weights: String, code: String
  ) throws {
    let file = try readText(
      "{\"format\":\"qa-repl\",\"version\":1,\"questions\":[{\"text\":\"q\",\"choices\":[\"a\","
        + "\"b\"],"
        + "\"correct\":\(correct),\"weights\":\(weights)}]}", name: "a.json")
    #expect(file.problems.map(\.code) == [code])
  }

  @Test func `JSON records have weights too, and keep the question where they do not fit`() throws {
    let head = "{\"question\":\"q\",\"choices\":[\"a\",\"b\",\"c\"],"
    let file = try readText(
      head + "\"label\":1,\"weights\":[-1,1,0.5]}\n"
        + head + "\"label\":[0,1],\"weights\":[0.75,0.25,-1]}\n"
        + head + "\"label\":1,\"weights\":[1,0,0]}\n" + head + "\"label\":1,\"weights\":3}\n"
        + head + "\"label\":1,\"weights\":[0,1,0]}\n" + head + "\"label\":1,\"weights\":null}\n",
      name: "a.jsonl")
    #expect(
      file.contents.map(\.solution) == [
        single(-1, 1, 0.5), .several(SeveralSolution(weights: [0.75, 0.25, -1])), .single(1),
        .single(1), .single(1), .single(1),
      ])
    #expect(file.places == ["3:weights-ignored", "4:weights-ignored"])
  }

  // MARK: Round trips

  /// Weights that authors use, weights at both ends of the range, and weights that no author would
  /// use.
  private static let usual: [Double] = [
    1, 0.9, 0.8333333, 0.75, 0.6666667, 0.5, 0.3333333, 0.1666667, 0.1428571, 0.05, 0, 0, -0.05,
    -0.3333333, -0.5, -0.6666667, -1, 0.333333333333333, 0.07, 0.29, -0.57, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, 1e-7,
    2.5e-5, 0.99999999999999989,
  ]

  private static func generated(_ random: inout SplitMix64) -> [Double] {
    let count = Int.random(in: 2...26, using: &random)
    return (0..<count).map { _ -> Double in
      if Bool.random(using: &random) { return usual.randomElement(using: &random) ?? 1 }
      return Double.random(in: -1...1, using: &random)
    }
  }

  @Test(arguments: ["gift", "moodle-xml", "csv", "tsv", "anki", "json"])
  func `any weights come back as they were`(name: String) throws {
    let format = try #require(QuestionFormat.named(name))
    var random = SplitMix64(seed: 35)
    var questions: [ExportedQuestion] = []
    let count = Thoroughness.share(of: 2000)
    while questions.count < count {
      let weights = Self.generated(&random)
      guard let solution = SingleSolution(weights: weights) else { continue }
      questions.append(exported(.single(solution), choices: weights.indices.map { "c\($0)" }))
    }
    let file = try #require(format.write(questions, name: "o"))
    #expect(file.problems.isEmpty)
    let back = try QuestionFile.read(file.bytes, name: "o", format: format)
    #expect(
      back.problems.allSatisfy { ["all-choices-right", "best-choice-right"].contains($0.code) })
    #expect(Bool(back.contents == questions.map(\.content)))
  }

  @Test func `what cannot hold weights says so, and marks one right choice`() throws {
    let questions = [exported(single(1, 1, -third)), exported(single(1, 0.5, 0))]
    for format in [QuestionFormat.aiken, .markdown] {
      let file = try #require(format.write(questions, name: "o"))
      #expect(file.problems.map(\.fault) == [.lost(.weights, count: 2, format: format.title)])
      let back = try QuestionFile.read(file.bytes, name: "o", format: format)
      #expect(back.contents.map(\.solution) == [.single(0), .single(0)])
    }
  }
}
