import Testing

@testable import QuizExchange

/// Tests tables with several right choices, and with typed answers.
@Suite struct TableKindTests {
  private func read(
    _ text: String, name: String = "test.csv", _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> QuestionFile {
    var options = ReadingOptions()
    change(&options)
    return try readText(text, name: name, options: options)
  }

  private func several(_ correct: Int...) -> Solution {
    .several(SeveralSolution(correct: correct))
  }

  private func texts(_ patterns: String..., isCaseSensitive: Bool = false) -> Solution {
    .text(
      TextSolution(
        accepted: patterns.map { AcceptedText($0) }, isCaseSensitive: isCaseSensitive))
  }

  private func numbers(_ spans: NumberSpan...) -> Solution {
    .number(NumberSolution(accepted: spans.map { AcceptedNumber($0) }))
  }

  // MARK: Several right choices

  @Test(arguments: [
    "\"1,3\"", "\"1, 3\"", "1;3", "1 3", "1/3", "1|3", "１、３", "３；１", "\"3,1,3\"",
  ])
  func `several numbers are several right choices`(key: String) throws {
    let file = try read("q?,x,y,z,\(key)\nr?,x,y,z,2\n")
    #expect(file.contents.map(\.solution) == [several(0, 2), .single(1)])
    #expect(file.problems.isEmpty)
  }

  @Test(arguments: ["AC", "CA", "ac", "A;C", "\"A, C\"", "A C", "\"a,c\"", "Ａ、Ｃ", "ＡＣ"])
  func `several letters are several right choices, in one word as well`(key: String) throws {
    let file = try read("q?,x,y,z,\(key)\nr?,x,y,z,B\n")
    #expect(file.contents.map(\.solution) == [several(0, 2), .single(1)])
  }

  @Test(arguments: ["ア、ウ", "アウ"])
  func `several kana are several right choices`(key: String) throws {
    let file = try read("q?,x,y,z,\(key)\nr?,x,y,z,イ\n")
    #expect(file.contents.map(\.solution) == [several(0, 2), .single(1)])
  }

  @Test func `numbers from 0 are counted so in a list as well`() throws {
    let file = try read("q?,x,y,z,\"0,2\"\nr?,x,y,z,1\n")
    #expect(file.contents.map(\.solution) == [several(0, 2), .single(1)])
  }

  @Test func `words of letters that are choices themselves are texts`() throws {
    let file = try read("q?,AC,DC,AB,BD,AC\nr?,AC,AD,BC,BD,BD\n")
    #expect(file.contents.map(\.solution) == [.single(0), .single(3)])
    let grades = try read("q?,A,B+,C,B+\nr?,A,B+,C,C\n")
    #expect(grades.contents.map(\.solution) == [.single(1), .single(2)])
  }

  @Test func `letters in small print are a text where they are not in order`() throws {
    let file = try read("q?,ca,x,y,ca\nr?,x,y,z,B\n")
    #expect(file.contents.map(\.solution) == [.single(0)])
    #expect(file.places == ["2:answer-not-a-choice"])
  }

  @Test func `several texts are several right choices, if all of them are choices`() throws {
    let file = try read(
      "q?,red,green,blue,red; blue\nr?,red,green,blue,\"red, blue\"\ns?,red,\"a, b\",b,\"a, b\"\n"
        + "t?,red,green,blue,red; pink\n")
    #expect(file.contents.map(\.solution) == [several(0, 2), several(0, 2), .single(1)])
    #expect(file.places == ["4:answer-not-a-choice"])
  }

  @Test func `several columns of keys are one list`() throws {
    let file = try read(
      "question,a,b,c,correct1,correct2,correct3\nq?,x,y,z,1,3,\nr?,x,y,z,2,,\ns?,x,y,z,,,\n")
    #expect(file.contents.map(\.solution) == [several(0, 2), .single(1)])
    #expect(file.places == ["4:no-correct-choice"])
    let japanese = try read("問題,選択肢1,選択肢2,選択肢3,正解1,正解2\nq?,x,y,z,ア,ウ\n")
    #expect(japanese.contents.map(\.solution) == [several(0, 2)])
    let texts = try read("question,a,b,c,correct,correct2\nq?,x,y,z,x,z\n")
    #expect(texts.contents.map(\.solution) == [several(0, 2)])
  }

  @Test func `several texts and columns of wrong ones are put into one order`() throws {
    let text = "question,correct1,correct2,wrong1,wrong2\nq?,yes,sure,no,never\nr?,yes,,no,\n"
    let file = try read(text)
    #expect(file.contents.map(\.kind) == [.several, .single])
    #expect(Set(file.contents[0].choiceTexts) == ["yes", "sure", "no", "never"])
    #expect(Set(file.contents[0].rightAnswers) == ["yes", "sure"])
    #expect(try read(text).contents == file.contents)
  }

  @Test func `a list with a place that is no choice is an error`() throws {
    let file = try read("q?,x,y,,\"A,D\"\nr?,x,y,z,B\n")
    #expect(file.places == ["1:answer-not-a-choice"])
  }

  @Test func `that all choices are right is a warning`() throws {
    let file = try read("q?,x,y,z,\"1,2,3\"\nr?,x,y,z,1\n")
    #expect(file.places == ["1:all-choices-right"])
    #expect(file.contents.map(\.kind) == [.several, .single])
    #expect(file.problems[0].level == .warning)
  }

  @Test func `a column may say how many to choose, and what each choice is credit`() throws {
    let file = try read(
      "question,a,b,c,correct,choose,weights\nq?,x,y,z,\"1,3\",2,0.5|-1|0.5\n"
        + "Choose two:,x,y,z,\"1,3\",all,50%;-100％;50%\nChoose two:,x,y,z,\"1,3\",,\n")
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(correct: [0, 2], choose: 2, weights: [0.5, -1, 0.5])),
        .several(SeveralSolution(correct: [0, 2], choose: nil, weights: [0.5, -1, 0.5])),
        .several(SeveralSolution(correct: [0, 2], choose: 2)),
      ])
    let faulty = try read(
      "question,a,b,c,correct,choose,weights\nq?,x,y,z,\"1,3\",two,\nq?,x,y,z,\"1,3\",,a|b|c\n"
        + "q?,x,y,z,\"1,3\",9,\nq?,x,y,z,\"1,3\",,1|1\nok?,x,y,z,2,two,a\n")
    #expect(
      faulty.places == [
        "2:not-a-number", "3:not-a-number", "4:bad-solution", "5:bad-solution",
        "6:weights-ignored",
      ])
  }

  // MARK: Kinds

  @Test func `a column says which rows ask for a text or a number`() throws {
    let file = try read(
      "question,a,b,answer,kind\nCapital?,,,Paris|Lutetia*,text\nPi?,,,3.14 ± 0.01,number\n"
        + "Which?,x,y,B,multiple choice\n")
    #expect(
      file.contents.map(\.solution) == [
        texts("Paris", "Lutetia*"), numbers(.value(3.14, tolerance: 0.01)), .single(1),
      ])
    #expect(file.contents[0].choices.isEmpty)
    #expect(file.problems.isEmpty)
  }

  @Test func `a table without choices is one if it has the kinds`() throws {
    let file = try read("問題,正解,種類\n首都は？,パリ,記述式\n円周率は？,３．１４±０．０１,数値\n")
    #expect(
      file.contents.map(\.solution) == [texts("パリ"), numbers(.value(3.14, tolerance: 0.01))])
    #expect(try read("question,answer,topic\nCapital?,Paris,text\n").places == ["1:no-column"])
  }

  @Test(arguments: [
    ("3", NumberSpan.value(3, tolerance: 0)), ("-2.5", .value(-2.5, tolerance: 0)),
    ("\"3,14\"", .value(3.14, tolerance: 0)), ("3.14 ± 0.01", .value(3.14, tolerance: 0.01)),
    ("3 +- 1", .value(3, tolerance: 1)), ("3..4", .range(3, 4)), ("-4..-3", .range(-4, -3)),
    ("3 to 4", .range(3, 4)), ("3〜4", .range(3, 4)), ("1e20..1e21", .range(1e20, 1e21)),
    ("*", .any),
  ])
  func `a number is written as people write it`(cell: String, span: NumberSpan) throws {
    let file = try read("question,a,b,answer,kind\nq?,,,\(cell),number\n")
    #expect(file.contents.map(\.solution) == [numbers(span)])
  }

  @Test func `several numbers are parted by a bar or a semicolon, or stand in columns`() throws {
    let file = try read(
      "question,a,correct1,correct2,kind\nq?,,3|5..6,,number\nr?,,3; 4,,number\ns?,,3,5..6,number\n"
    )
    #expect(
      file.contents.map(\.solution) == [
        numbers(.value(3, tolerance: 0), .range(5, 6)),
        numbers(.value(3, tolerance: 0), .value(4, tolerance: 0)),
        numbers(.value(3, tolerance: 0), .range(5, 6)),
      ])
  }

  @Test func `what cannot be accepted is an error with its own name`() throws {
    let file = try read(
      "question,a,b,answer,kind\nq?,,,three,number\nq?,,,4..3,number\nq?,,,,number\n"
        + "q?,,,a||b,text\n"
        + "q?,,,,text\nq?,,,3 ± -1,number\nq?,only,,x,text\n,,,three,number\n")
    #expect(
      file.places == [
        "2:not-a-number", "3:bounds-reversed", "4:empty-answer", "5:empty-answer", "6:empty-answer",
        "7:bad-solution", "8:choices-of-typed-answer", "9:empty-stem",
      ])
    #expect(file.problems[0].excerpt == "three")
  }

  @Test func `programs that list accepted answers as choices have no key`() throws {
    let file = try read(
      "Question Text,Question Type,Option 1,Option 2,Option 3,Correct Answer\n"
        + "Which?,Multiple Choice,x,y,z,2\nAll?,Checkbox,x,y,z,\"1,3\"\n"
        + "Fill?,Fill-in-the-Blank,cat,cats,,\n"
        + "Tell,Open-Ended,,,,\n")
    #expect(
      file.contents.map(\.solution) == [.single(1), several(0, 2), texts("cat", "cats")])
    #expect(file.problems.map(\.fault) == [.notMultipleChoice(.essay)])
  }

  @Test func `a row with choices and a key is about them, whatever it calls itself`() throws {
    let file = try read(
      "question,a,b,correct,type\nq?,x,y,B,number\nr?,x,y,A,text\ns?,x,y,B,essay\nt?,x,y,A,poll\n")
    #expect(
      file.contents.map(\.solution) == [.single(1), .single(0), .single(1), .single(0)])
    #expect(file.problems.isEmpty)
  }

  @Test func `several may be said of one right choice`() throws {
    let file = try read("question,a,b,correct,kind\nq?,x,y,B,several\nr?,x,y,B,multiple\n")
    #expect(file.contents.map(\.solution) == [several(1), .single(1)])
  }

  @Test func `a statement needs no choices where the table says that it is one`() throws {
    let file = try read(
      "question,a,b,correct,type\nq?,,,True,True/False\nr?,,,f,boolean\ns?,,,maybe,tf\n"
        + "t?,x,y,A,mc\n"
        + "u?,Oui,Non,B,tf\n")
    #expect(
      file.contents.map(\.solution) == [.trueFalse(0), .trueFalse(1), .single(0), .trueFalse(1)])
    #expect(file.contents[0].choiceTexts == ["True", "False"])
    #expect(file.places == ["4:answer-not-a-choice"])
  }

  @Test func `a column of other words is about something else`() throws {
    let file = try read("question,type,a,b,correct,x\nq?,geography,x,y,B,\nr?,history,x,y,A,\n")
    #expect(file.contents.map(\.solution) == [.single(1), .single(0)])
    #expect(file.problems.map(\.fault) == [.columnsIgnored(["type", "x"])])
  }

  @Test func `the answers that are typed do not decide how keys are written`() throws {
    let file = try read(
      "question,a,b,c,correct,kind\nq?,,,,A to Z,text\nr?,,,,7,number\ns?,x,y,z,\"A,C\",\n"
        + "t?,,,,True,tf\n"
    )
    #expect(file.notes.contains(.keys(.letters)))
    #expect(
      file.contents.map(\.solution) == [
        texts("A to Z"), numbers(.value(7, tolerance: 0)), several(0, 2), .trueFalse(0),
      ])
  }

  @Test func `a person may name the columns of kinds and weights`() throws {
    let file = try read("Frage,a,b,c,richtig,Art,Wert\nq?,x,y,z,\"A,B\",several,1;1;-1\n") {
      $0.columns = [
        NamedColumn(.question): "Frage", NamedColumn(.correct): "richtig",
        NamedColumn(.kind): "Art", NamedColumn(.weights): "Wert",
      ]
    }
    #expect(
      file.contents.map(\.solution) == [
        .several(SeveralSolution(correct: [0, 1], weights: [1, 1, -1]))
      ])
  }

  @Test func `Anki notes have the same columns`() throws {
    let file = try readText(
      "#separator:tab\n#columns:question\ta\tb\tc\tcorrect\tkind\nq?\tx\ty\tz\tAC\t\n"
        + "Capital?\t\t\t\tParis\ttext\n", name: "notes.txt", format: .anki)
    #expect(file.contents.map(\.solution) == [several(0, 2), texts("Paris")])
  }

  // MARK: Writing

  private func written(_ contents: [QuestionContent], _ format: QuestionFormat = .csv) throws
    -> String
  {
    let file = try #require(
      format.write(contents.map { ExportedQuestion(content: $0) }, name: "o"))
    #expect(file.problems.isEmpty)
    return String(decoding: file.bytes, as: UTF8.self)
  }

  private let choices = ["x", "y", "z"].map { Choice($0) }

  @Test func `several right choices need no further column`() throws {
    let single = QuestionContent(text: "q?", choices: choices, correct: 1)
    let several = QuestionContent(
      text: "Choose two:", choices: choices,
      solution: .several(SeveralSolution(correct: [0, 2], choose: 2)))
    #expect(
      try written([single, several])
        == "question,choice1,choice2,choice3,correct,explanation,category,tags\r\n"
        + "q?,x,y,z,2,,,\r\nChoose two:,x,y,z,\"1,3\",,,\r\n")
  }

  @Test func `several with one right choice needs the column of kinds`() throws {
    let content = QuestionContent(
      text: "q?", choices: choices, solution: .several(SeveralSolution(correct: [1])))
    let text = try written([content])
    #expect(text.hasSuffix("tags,kind\r\nq?,x,y,z,2,,,,several\r\n"))
    #expect(try read(text).contents == [content])
  }

  @Test func `kinds, the number to choose and weights have columns where they are needed`() throws {
    let contents = [
      QuestionContent(text: "t?", solution: texts("a;b", isCaseSensitive: true)),
      QuestionContent(text: "n?", solution: numbers(.value(3.5, tolerance: 0.25), .range(-1, 2))),
      QuestionContent(
        text: "Choose two:", choices: choices,
        solution: .several(SeveralSolution(correct: [0, 2], weights: [0.5, -1, 0.5]))),
      QuestionContent(
        text: "s?", choices: choices,
        solution: .several(SeveralSolution(correct: [0, 2], choose: 1))),
    ]
    let text = try written(contents)
    #expect(
      text
        == "question,choice1,choice2,choice3,correct,explanation,category,tags,kind,choose,"
        + "weights\r\n"
        + "t?,,,,\"a;b|\",,,,case-sensitive text,,\r\nn?,,,,3.5 ± 0.25|-1..2,,,,number,,\r\n"
        + "Choose two:,x,y,z,\"1,3\",,,,several,all,0.5|-1|0.5\r\n"
        + "s?,x,y,z,\"1,3\",,,,several,1,\r\n")
    #expect(try read(text).contents == contents)
  }

  @Test func `feedback on more answers than there are choices has its columns`() throws {
    let accepted = ["a", "b", "c"].map { AcceptedText($0, feedback: "on \($0)") }
    let content = QuestionContent(text: "t?", solution: .text(TextSolution(accepted: accepted)))
    let text = try written([content])
    #expect(text.contains("choice2,correct,") && text.contains(",feedback3,"))
    #expect(try read(text).contents == [content])
  }

  @Test(arguments: [
    ["a"], ["a|b"], ["a;b"], ["a", "b"], ["a\\"], ["a\\", "b|"], ["a\\|b\\\\", "|", "\\"], ["\\|;"],
    ["a\\*b"], ["x;", "y"], ["\\\\|"],
  ])
  func `any texts share a cell and come out of it`(texts: [String]) {
    #expect(AnswerCell.split(AnswerCell.join(texts)) == texts)
  }

  @Test func `a range is written in signs that Shift_JIS has`() throws {
    var options = WritingOptions()
    options.encoding = .shiftJIS
    let content = QuestionContent(
      text: "いくつ？", solution: numbers(.range(3, 4), .value(5, tolerance: 0.5)))
    let file = try #require(
      QuestionFormat.csv.write([ExportedQuestion(content: content)], name: "o", options: options))
    #expect(file.problems.isEmpty)
    #expect(try QuestionFile.read(file.bytes, name: "o.csv").contents == [content])
  }

  @Test func `answers that look like formulas are protected`() throws {
    let contents = [
      QuestionContent(text: "t?", solution: texts("=1+1")),
      QuestionContent(text: "n?", solution: numbers(.value(-3, tolerance: 0))),
    ]
    let text = try written(contents)
    #expect(text.contains(",'=1+1,") && text.contains(",'-3,"))
    #expect(try read(text).contents == contents)
  }
}
