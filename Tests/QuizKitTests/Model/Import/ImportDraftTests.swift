import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests a file that a person looks at before its questions come into the bank.
@Suite struct ImportDraftTests {
  private let test: TestWorld

  init() { test = TestWorld() }

  private func draft(
    _ text: String, _ name: String = "f.csv", _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportDraft {
    test.files.texts[name] = text
    var options = ImportOptions(files: [name])
    change(&options)
    return try ImportDraft(options, importer: test.importer, bank: test.bank, world: test.world)
  }

  private static let table = "question,a,b,answer\nLegs?,6,8,B\nWings?,2,4,A\n"

  @Test func `a file with names that are known is read as it says`() throws {
    let draft = try draft(Self.table)
    #expect(draft.options == ImportOptions(files: ["f.csv"]))
    #expect(draft.found.counts == ImportFindings.Counts(new: 2))
    #expect(draft.columns(of: .right) == [4])
    #expect(draft.options.line == "import f.csv")
  }

  @Test func `columns of other fields stay where they were when one is chosen`() throws {
    let draft = try draft(Self.table)
    try draft.choose([3], for: .commentary)
    #expect(draft.columns(of: .question) == [1] && draft.columns(of: .right) == [4])
    #expect(draft.columns(of: .choices) == [2] && draft.columns(of: .commentary) == [3])
    #expect(
      draft.options.line == "import f.csv --heading yes --map choices=#2,commentary=#3")
  }

  @Test func `what was chosen stays when another choice makes the table unreadable`() throws {
    let draft = try draft(Self.table)
    try draft.choose([], for: .right)
    #expect(draft.found.counts.all == 0)
    #expect(draft.columns(of: .question) == [1] && draft.columns(of: .choices) == [2, 3])
    try draft.choose([4], for: .right)
    #expect(draft.found.counts.new == 2)
  }

  @Test func `a large file is shown by its beginning, and counted to its end`() throws {
    let rows = (1...5000).map { "What is \($0)?,\($0),\($0 + 1),A\n" }.joined()
    let draft = try draft("question,a,b,answer\n" + rows)
    #expect(draft.found.counts.new == 5000)
    #expect(draft.found.isComplete)
    #expect(draft.found.questions.first?.question.content.text == "What is 1?")
  }

  @Test func `the bank changes only when the questions are taken`() throws {
    let draft = try draft(Self.table)
    var taken = 0
    let handle = draft.taken.observe { taken += 1 }
    defer { handle.dispose() }
    #expect(try test.world.store.fetch(FetchDescriptor<Deck>()).isEmpty)
    try draft.take()
    #expect(taken == 1)
    #expect(try test.world.store.fetch(FetchDescriptor<Question>()).count == 2)
  }

  @Test func `what a person has changed in the bank differs here`() throws {
    try draft(Self.table).take()
    let question = try #require(try test.world.store.fetch(FetchDescriptor<Question>()).first)
    var content = question.content
    content.solution = .single(0)
    test.scheduler.advance(by: .seconds(60))
    try test.bank.update(question, content: content)
    let draft = try draft("question,a,b,answer\nLegs?,6,8,B\nWings?,2,4,B\nNew?,2,4,B\n")
    #expect(draft.found.counts.new == 1 && draft.found.counts.all == 3)
    #expect(draft.found.counts.changed == 1)
  }

  @Test(arguments: [
    ("it's.csv", "import \"it's.csv\""), ("a b.csv", "import 'a b.csv'"), ("表.csv", "import 表.csv"),
  ])
  func `a name is written as a shell reads it`(name: String, line: String) throws {
    #expect(try draft(Self.table, name).options.line == line)
  }

  @Test func `fields of JSON are told by their names`() throws {
    let draft = try draft(
      #"[{"z":"B","x":["6","8"],"y":"Legs of a spider?"},{"z":"A","x":["6","8"],"y":"Legs of an ant?"}]"#,
      "f.json")
    #expect(draft.found.counts.new == 2)
    #expect(draft.options.line == "import f.json --map choices=x,question=y,right=z")
  }

  // MARK: What is kept

  private static let hungarian =
    "Feladat,Első,Második,Jó,Miért\nFőváros?,Pécs,Buda,B,A Duna partján fekszik\n"

  private func take(_ text: String, _ name: String, deck: String? = nil) throws -> ImportCounts {
    test.files.texts[name] = text
    var counts = ImportCounts()
    let handle = test.importer.outcomes.observe { counts = $0.counts }
    defer { handle.dispose() }
    try test.importer.run(ImportOptions(files: [name], deck: deck))
    return counts
  }

  @Test func `what was chosen for a file is kept for it`() throws {
    #expect(try take(Self.hungarian, "f.csv").imported == 0)
    try draft(Self.hungarian).take()
    let counts = try take(Self.hungarian + "Mai nap?,ma,tegnap,A,Mert ma van\n", "f.csv")
    #expect(counts == ImportCounts(imported: 1, duplicates: 1))
    // It is looked at as it was left.
    #expect(try draft(Self.hungarian).options.line?.contains("--map") == true)
  }

  @Test func `another file with the same columns for the deck is read so, too`() throws {
    try draft(Self.hungarian).take()
    let more = Self.hungarian.replacing("Főváros", with: "Falu")
    #expect(try take(more, "g.csv", deck: "f").imported == 1)
    #expect(try take(more, "h.csv").imported == 0)
  }

  @Test func `with other columns what was chosen would mean something else`() throws {
    try draft(Self.hungarian).take()
    let wider = "x,Feladat,Első,Második,Jó,Miért\n1,Falu?,Pécs,Buda,A,Mert csak\n"
    #expect(try take(wider, "f.csv").imported == 0)
  }

  @Test func `what is said in the command counts before what is kept`() throws {
    try draft(Self.hungarian).take()
    test.files.texts["f.csv"] = Self.hungarian.replacing("Főváros", with: "Falu")
    var options = ImportOptions(files: ["f.csv"])
    options.reading.hasHeading = true
    try test.importer.run(options)
    #expect(try test.world.store.fetch(FetchDescriptor<Question>()).count == 1)
  }

  @Test func `a deck that follows its file reads it as it was chosen`() throws {
    try draft(Self.hungarian).take()
    let follower = Follower(bank: test.bank, world: test.world)
    try follower.perform(.follow("f.csv", deck: nil, only: nil))
    test.files.texts["f.csv"] = Self.hungarian.replacing(",B,", with: ",A,")
    try follower.perform(.follow("f.csv", deck: nil, only: nil))
    let questions = try test.world.store.fetch(FetchDescriptor<Question>())
    #expect(questions.map(\.content.rightAnswers) == [["Pécs"]])
  }

  @Test(arguments: [
    (TextEncoding.windows1251, "Вопрос;Сколько ног у паука и муравья"),
    (.koi8r, "Вопрос;Сколько ног у паука и муравья"),
    (.cp866, "Вопрос;Сколько ног у паука и муравья"),
    (.windows1253, "Ερώτηση;Πόσα πόδια έχει η αράχνη"),
    (.windows874, "คำถาม;เมืองหลวงของไทยคือ"), (.windows1252, "Größe;Wie heißt die Straße für Füße"),
    (.shiftJIS, "問題;クモの足は何本ですか"),
  ])
  func `a file in a national encoding is suggested in it`(
    encoding: TextEncoding, text: String
  ) throws {
    let bytes: [UInt8]
    if encoding == .shiftJIS {
      bytes = try text.unicodeScalars.flatMap { try #require(CP932.encode($0)) }
    } else {
      let characters = try #require(SingleByteTable.characters(of: encoding))
      bytes = text.unicodeScalars.compactMap { scalar in
        scalar.isASCII
          ? UInt8(scalar.value) : characters.firstIndex(of: scalar).map { UInt8($0 + 0x80) }
      }
      #expect(bytes.count == text.unicodeScalars.count)
    }
    #expect(TextEncoding.likely(of: bytes).first == encoding)
  }

  @Test func `choices may be longer than a short question`() throws {
    let end = " of all the rivers in the north of the country and its five provinces"
    let draft = try draft(
      """
      Feladat,Egy,Kettő,Jó
      Which of these two is the oldest one of them all?,The first\(end),The last\(end),B
      Which of these two is the widest one of them all?,The second\(end),The third\(end),A

      """)
    #expect(draft.columns(of: .choices) == [2, 3] && draft.columns(of: .right) == [4])
  }

  @Test func `columns that are told by their names are those of the names`() throws {
    let draft = try draft("F,E,K,J\nLegs?,6,8,B\n") {
      $0.reading.columns = [
        NamedColumn(.question): .named("F"), NamedColumn(.choice, number: 1): .named("E"),
        NamedColumn(.choice, number: 2): .named("K"), NamedColumn(.correct): .named("J"),
      ]
    }
    #expect(draft.columns(of: .question) == [1] && draft.columns(of: .choices) == [2, 3])
    #expect(draft.columns(of: .right) == [4])
  }

  @Test func `sentences with commas suggest nothing`() throws {
    let text =
      "Permission is granted, free of charge\nto any person to copy, to change\nor sell it.\n"
    let draft = try draft("A licence.\n\n" + text + "Not more.\n\n" + text, "LICENSE")
    #expect(!draft.isGuessed && draft.found.counts.all == 0)
    #expect(draft.options == ImportOptions(files: ["LICENSE"]))
  }

  @Test func `two columns of right answers stay two where another field is chosen`() throws {
    let draft = try draft(
      "question,a,b,c,correct_1,correct_2,why\nWhich?,x,y,z,A,C,So.\n")
    try draft.choose([7], for: .commentary)
    let question = try #require(draft.found.questions.first?.question.content)
    #expect(question.rightAnswers == ["x", "z"] && question.commentary == "So.")
  }

  @Test func `a name that a shell would run is in no line`() throws {
    let draft = try draft(Self.table, "it's `date`.csv")
    #expect(draft.options.line == nil)
  }

  @Test func `the largest number is a choice like any other`() throws {
    let draft = try draft("What is max?,9223372036854775807,1,B\nOther?,5,6,A\n")
    #expect(draft.found.layout?.suggestion != nil)
  }

  @Test func `a row of very many cells and a long name take no room`() throws {
    let wide = "question,a,b,answer\n" + String(repeating: ",", count: 200_000) + "\n"
    #expect(try draft(wide).found.layout?.columns.count == 4)
    let inner = (1...5_000).map { "\"a\($0)\":1" }.joined(separator: ",")
    let name = String(repeating: "n", count: 100_000)
    let json = try draft("[{\"\(name)\":{\(inner)},\"b\":{\(inner)}}]", "f.json")
    #expect(json.found.layout.map { $0.columns.count <= 101 } == true)
  }

  // MARK: What is proposed

  @Test(arguments: ["|", ";", "/", "\n"])
  func `cells with several texts are the choices where a column counts them`(mark: String) throws {
    let rows = (0..<8).map { row in
      let choices = (0..<4).map { "szó \(row)-\($0)" }.joined(separator: mark)
      return "\(row + 1),Melyik a \(row). szó?,\"\(choices)\",\(row % 4),könnyű,tudomány\n"
    }
    let draft = try draft("id,kérdés,szavak,hely,szint,kör\n" + rows.joined())
    #expect(draft.found.counts.new == 8, "\(draft.options)")
    #expect(draft.columns(of: .choices) == [3] && draft.columns(of: .right) == [4])
    #expect(draft.columns(of: .commentary).isEmpty)
    #expect(draft.found.questions[2].question.content.rightAnswers == ["szó 2-2"])
  }

  @Test func `a list inside of a question is never taken for the questions`() throws {
    let records = (1...6).map { row in
      let choices = (1...3).map { #"{"nr": \#($0), "szó": "válasz \#(row)-\#($0)"}"# }
      let list = choices.joined(separator: ",")
      return #"{"f": "Kérdés \#(row)?", "a": [\#(list)], "c": [\#(row % 3 + 1)]}"#
    }
    let draft = try draft(#"{"x": [\#(records.joined(separator: ","))]}"#, "f.json")
    #expect(draft.options.reading.list == nil)
    #expect(draft.found.counts.new == 6, "\(draft.options)")
    #expect(draft.options.line == "import f.json --map choices=a.szó,question=f,right=c")
    #expect(draft.found.questions[0].question.content.rightAnswers == ["válasz 1-2"])
  }

  @Test func `a column that seldom names a choice is not proposed for the right answer`() throws {
    let rows = (0..<20).map { row in
      "\(row),Mi ez \(row)?,egy \(row),két \(row),\(row % 10 == 0 ? "A" : "K9")\n"
    }
    let draft = try draft("Nr,Kérdés,Első,Második,Osztály\n" + rows.joined())
    #expect(draft.found.counts.all == 0)
    #expect(draft.columns(of: .question) == [2] && draft.columns(of: .right).isEmpty)
    guard case .line(_, .first) = try draft.remedy() else {
      Issue.record("\(try draft.remedy())")
      return
    }
  }

  @Test(arguments: [
    (
      #"[{"name": "first list", "total": "ten of it", "missing": "none of it", "more": "some"}]"#,
      "f.json"
    ),
    (#"[{"pages": "a long text of a page", "label": "another text of it"}]"#, "f.json"),
    ("a:b:c:d is the only line of this, and x: y\n", "f.txt"),
    (#"{"a":"b:c:d","e":"f:g:h"}"#, "f.json"),
  ])
  func `nothing is proposed for a file that asks nothing`(text: String, name: String) throws {
    let draft = try draft(text, name)
    #expect(draft.found.counts.all == 0)
    if case .line(let line, _)? = try draft.remedy() { Issue.record("\(line)") }
  }

  @Test func `a number on the back of a card proves nothing`() throws {
    let records = (1...6).map { #"{"nr": \#($0 * 7), "szó": "egy hosszú szöveg \#($0)"}"# }
    let draft = try draft("[\(records.joined(separator: ","))]", "f.json")
    #expect(draft.found.counts.all == 0)
    guard case .look("import f.json") = try draft.remedy() else {
      Issue.record("\(try draft.remedy())")
      return
    }
  }

  @Test func `lists in lists of groups are read by their names, and not the groups`() throws {
    func group(_ depth: Int) -> String {
      let questions = (1...3).map {
        #"{"id": \#(depth * 10 + $0), "question": "Q\#(depth)-\#($0)?", "answers": ["a", "b"]}"#
      }
      let inner = depth == 0 ? "" : (1...2).map { _ in group(depth - 1) }.joined(separator: ",")
      let list = questions.joined(separator: ",")
      return #"{"name": "Group \#(depth)", "children": [\#(inner)], "questions": [\#(list)]}"#
    }
    let draft = try draft(group(3), "f.json")
    #expect(draft.found.counts.all == 0 && draft.options.reading.list == nil)
    #expect(draft.options.reading.columns.isEmpty)
    try draft.choose { $0.reading.answers = .first }
    #expect(draft.found.counts.unreadable == 0 && draft.found.counts.all >= 12)
  }

  @Test func `questions inside of a record that asks are not its question`() throws {
    func records(_ inner: String = "") -> String {
      (1...4).map {
        #"{"f": "Kérdés \#($0)?", "k": "egy \#($0)", "l": "két \#($0)", "#
          + #""m": "\#($0 % 2 == 0 ? "A" : "B")"\#(inner)}"#
      }.joined(separator: ", ")
    }
    let nested = records(#", "z": [\#(records())]"#)
    let draft = try draft("{\"x\": [\(nested)]}", "f.json")
    #expect(draft.found.questions.first?.question.content.text == "Kérdés 1?")
  }

  @Test func `letters that name choices are rather the key than numbers that could`() throws {
    let rows = [(2, "B"), (1, "A"), (3, "C"), (3, "B"), (1, "A")].map { level, key in
      "\(level),Melyik \(level)\(key)?,egy \(key),két \(key),három \(key),\(key)\n"
    }
    let draft = try draft("Szint,Feladat,Első,Második,Harmadik,Jó\n" + rows.joined())
    let columns = try #require(draft.found.layout?.suggestion()?.columns)
    #expect(columns[NamedColumn(.correct)] == .number(6))
    #expect(columns.keys.count { $0.role == .choice } == 3)
  }

  @Test func `an empty column is none of the choices`() throws {
    let rows = (1...6).map { "Melyik \($0)?,egy \($0),két \($0),három \($0),,B\n" }.joined()
    let draft = try draft(rows)
    let columns = try #require(draft.found.layout?.suggestion()?.columns)
    #expect(columns[NamedColumn(.correct)] == .number(6))
    #expect(columns.keys.count { $0.role == .choice } == 3)
  }

  @Test func `a column asks where its name or its first cell does`() throws {
    let columns = try #require(try draft(Self.table + "Eyes?,8,2,A\n").found.layout?.columns)
    #expect(columns.map(\.asks) == [true, false, false, false])
    let others = try #require(
      try draft("text,a,b,answer\nWhich?,6,8,B\nWhat?,2,4,A\n").found.layout?.columns)
    #expect(others.map(\.asks) == [true, false, false, false])
    let silent = try #require(
      try draft("text,a,b,answer\nThe legs,6,8,B\nThe eyes,2,4,A\n").found.layout?.columns)
    #expect(silent.map(\.asks) == [false, false, false, false])
  }

  @Test func `of three columns of right answers the one that fits no row is not used`() throws {
    let draft = try draft(
      "question,a,b,c,answer,correct_letter,correct_option\n"
        + "q1?,x,y,z,x,A,p\nq2?,x,y,z,y,B,q\nq3?,x,y,z,z,C,r\n")
    #expect(draft.columns(of: .right) == [5, 6])
    #expect(draft.found.counts.new == 3)
  }

  @Test func `what a person names as the right answer is the only one`() throws {
    let text = #"[{"question": "Big?", "back": "no", "kind": "card", "word": "yes"}]"#
    let draft = try draft(text, "f.json") {
      $0.reading.columns = [NamedColumn(.correct): .named("word"), NamedColumn(.choices): .none]
    }
    #expect(draft.found.questions.map(\.question.content.rightAnswers) == [["yes"]])
  }
}
