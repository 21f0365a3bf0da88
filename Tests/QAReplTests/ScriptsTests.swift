import Foundation
import QuizStore
import QuizSupport
import Testing

@testable import QuizKit
@testable import qa_repl

/// docs/Scripts.md says what the JSON output has: all of it, and nothing else.
@Suite struct ScriptsTests {
  static let page = Page.project.appending(path: "docs/Scripts.md")

  @Test(.enabled(if: BuiltProgram.executable != nil, "the program was not built"))
  func `every member of every line is documented, and every documented one is there`() throws {
    let check = JSONCheck(try DocumentedJSON(Self.page))
    let program = try BuiltProgram()
    defer { program.removeHome() }
    for name in ["kinds.json", "parts.json"] {
      try FileManager.default.copyItem(
        at: TranscriptTests.folder.appending(path: name),
        to: program.home.appending(path: name))
    }
    for session in try Session.all() { try check.read(session.output(of: program)) }
    for name in TranscriptTests.names {
      let text = try String(
        contentsOf: TranscriptTests.folder.appending(path: name), encoding: .utf8)
      let language: Language = name.contains(".ja.") ? .japanese : .english
      let program = try TestProgram(language: language, json: true, files: try KindsBank.files)
      program.shell.confirmer.caution = .none
      for step in Transcript(text).steps { program.shell.run(line: step.command) }
      try check.read(program.results.text)
    }
    try check.read(try contested())
    try check.read(try fitted())
    try check.read(try following())
    try check.read(try examined())
    try check.read(try forPeople())
    try check.read(try looking())
    try check.read(try illustrated())
    check.finish()
    #expect(check.faults == [])
  }

  @Test func `a member has one type, wherever it stands`() throws {
    var types: [String: Set<String>] = [:]
    for (_, members) in try DocumentedJSON(Self.page).lines {
      for (path, member) in members where !path.hasSuffix("[]") {
        let name = path.split(separator: ".").last.map(String.init) ?? path
        let elements = members[path + "[]"].map { " of " + $0.type } ?? ""
        types[name, default: []].insert(member.type + elements)
      }
    }
    #expect(types.filter { $0.value.count > 1 } == [:])
  }

  @Test func `every screen and every kind of report has its table`() throws {
    let documented = try DocumentedJSON(Self.page)
    let screens = Set(Screen.all.map(\.name.rawValue))
    #expect(documented.names(of: "States") == screens)
    let kinds = try SourceCode.all().filter { $0.path.hasPrefix("qa-repl/Output/") }
      .flatMap { $0.text.matches(of: #/var kind: String \{ "([a-z-]+)" \}/#) }
    #expect(documented.names(of: "Reports") == Set(kinds.map { String($0.1) }))
  }

  @Test func `every code has a sentence`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let codes = text.split(separator: "## Codes")[1].split(separator: "\n## ")[0]
      .matches(of: #/(?m)^\| `([a-z0-9-]+)` \| .+\. \|$/#)
    #expect(codes.map { String($0.1) } == (try DeclaredCodes.read().declarations.keys.sorted()))
  }

  @Test func `there are ten recipes over three files`() throws {
    let page = try Page("docs/Scripts.md")
    #expect(page.files.count == 3 && page.recipes.count == 10)
  }

  // MARK: What no script brings about

  /// Forms whose question and note another program has changed meanwhile.
  private func contested() throws -> String {
    let store = MemoryStore(schema: QuestionBank.schema)
    let files = TestFiles(contents: ["a.svg": "<svg width='2' height='3'/>"])
    let program = try TestProgram(json: true, files: files, store: store)
    program.shell.run(line: "manage")
    program.shell.run(.screen(ManageCommand.show(ListWindow(first: 0, count: 2))))
    for line in ["edit", "question mine"] { program.shell.run(line: line) }
    let other = StoreContext(store)
    var question = try #require(try other.fetch(FetchDescriptor<Question>()).first)
    question.content.text = "theirs"
    try other.update(question)
    try other.save()
    let note = ["notes", "new", "title Mine", "attach a.svg", "save", "body B"]
    for line in ["save", "reload", "home"] + note { program.shell.run(line: line) }
    var changed = try #require(try other.fetch(FetchDescriptor<StudyNote>()).first)
    changed.title = "Theirs"
    try other.update(changed)
    try other.save()
    program.shell.run(line: "save")
    return program.results.text
  }

  /// Files that are looked at before they come in.
  private func looking() throws -> String {
    let files = TestFiles(contents: [
      "a.csv": "question,a,b,answer,category\nOne?,1,2,A,D\nNone?,1,2,,\n",
      "it's `d`.csv": "question,a,b,answer\nOne?,1,2,A\n",
      "b.md": "1. One?\nA. 1\nB. 2\nAnswer: A\n", "c.xyz": "no question at all",
      "l.json": #"{"x": [{"q": "One?", "options": ["1", "2"], "answer": "1"}], "y": [{"z": 1}]}"#,
    ])
    let program = try TestProgram(
      json: true, samples: false, files: files, keepsSettings: false)
    for line in [
      "import a.csv --look", "split /", "show new", "problems", "cancel", "import b.md --look",
      "import c.xyz --look", "import l.json --look", "list x", "import \"it's `d`.csv\" --look",
      "settings",
    ] { program.shell.run(line: line) }
    return program.results.text
  }

  /// Questions with pictures: one that is there, and one that was not brought in.
  private func illustrated() throws -> String {
    let files = TestFiles(contents: [
      "a.md": "1. Which? ![Pins](a.svg)\n- [x] ![](https://example.org/b.png)\n- [ ] No\n",
      "a.svg": "<svg width='2' height='3'/>",
    ])
    let program = try TestProgram(json: true, samples: false, files: files)
    for line in ["import a.md", "manage", "home", "quiz", "picture 3"] {
      program.shell.run(line: line)
    }
    return program.results.text
  }

  /// A deck that follows a file.
  private func following() throws -> String {
    let files = TestFiles(contents: ["a.csv": "question,a,b,answer\nOne?,1,2,A\nNone?,1,2,\n"])
    let program = try TestProgram(json: true, samples: false, files: files)
    let looks = ["decks", "search One", "file 1", "manage", "doctor"]
    let others = ["unfollow a", "set bell off", "settings"]
    for line in ["follow a.csv", "follow"] + looks + others {
      program.shell.run(line: line)
    }
    return program.results.text
  }

  /// Questions and files with something to check, one of each kind of rows.
  private func examined() throws -> String {
    let questions = (1...25).map { "Question \($0)? {=right \($0) ~wrong \($0) ~other \($0)}" }
    let files = TestFiles(contents: [
      "a.gift": questions.joined(separator: "\n\n"), "b.gift": "Which? {=a ~b ~a}\n\nWhich? {",
      "c.gift": "Which? {=a ~a ~b}\n",
    ])
    let program = try TestProgram(json: true, samples: false, files: files)
    let lines = ["doctor a.gift b.gift c.gift --strict", "doctor b.gift --kind equal-choices"]
    for line in lines + ["import a.gift", "doctor", "show no-commentary"] {
      program.shell.run(line: line)
    }
    return program.results.text
  }

  /// A learner with enough answers to fit the formulas to.
  private func fitted() throws -> String {
    let program = try TestProgram(json: true)
    for line in ["select", "state"] { program.shell.run(line: line) }
    for day in 0..<11 {
      program.shell.run(line: "quiz --count all --practice")
      for number in 0..<40 {
        program.shell.run(line: (number + day) % 3 == 0 ? "1" : "2")
        program.shell.run(line: "next")
      }
      program.shell.run(line: "advance 40h")
    }
    _ = program.results.take()
    for line in ["home", "fit", "stats"] { program.shell.run(line: line) }
    var stats = try #require(program.state(StatisticsState.self))
    stats.fit = StatisticsState.Fit(
      fittedAt: Stamp(program.shell.models.world.now(), in: .gmt), answers: 440)
    program.shell.output.show(stats, .change, at: .zero)
    return program.results.take()
  }

  /// States that only a person waits for.
  private func forPeople() throws -> String {
    let program = try TestProgram(json: true)
    program.shell.models.reviews.keepOverview()
    for line in ["quiz --count 1", "1", "result", "home"] { program.shell.run(line: line) }
    var start = try #require(program.state(StartState.self))
    for speed in [nil, 12] {
      start.importing = ImportStatus(
        file: "a.csv", number: 1, files: 1, progress: 40, kilobytesPerSecond: speed,
        remaining: speed)
      program.shell.output.show(start, .tick, at: .zero)
    }
    start.fitting = 50
    program.shell.output.show(start, .tick, at: .zero)
    program.shell.run(line: "due")
    var review = try #require(program.state(ReviewState.self))
    review.fitting = 50
    program.shell.output.show(review, .tick, at: .zero)
    let words = program.results.text
    #expect(!words.contains(#""type":"tick""#))
    return words
  }
}

/// A session of Tests/Scripts/sessions.txt.
private struct Session {
  var head: String
  var lines: [String] = []

  static func all() throws -> [Session] {
    let file = Page.project.appending(path: "Tests/Scripts/sessions.txt")
    var sessions: [Session] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("=== ") {
        sessions.append(Session(head: String(line.dropFirst(4))))
      } else if !sessions.isEmpty {
        sessions[sessions.count - 1].lines.append(String(line))
      }
    }
    return sessions
  }

  /// What the program says in this session, or nothing if it is about a file.
  func output(of program: BuiltProgram) throws -> String {
    let text = lines.joined(separator: "\n") + "\n"
    let words = head.split(separator: " ").map(String.init)
    let file = program.home.appending(path: words.last ?? "")
    switch words.first {
    case "file":
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    case "remove": try FileManager.default.removeItem(at: file)
    default:
      return try program.run(words + ["--json", "-k", "--yes", "-f", "-"], input: text).output
    }
    return ""
  }
}

/// The tables of docs/Scripts.md.
private struct DocumentedJSON {
  /// The type of a member, without what its elements or its own members are.
  struct Member: Hashable {
    var type: String
    var mayBeNull: Bool
    /// The shape to which it belongs, and its path there.
    var origin: String?
  }

  /// The members of each line, by their paths. A name is the chapter and the section.
  private(set) var lines: [String: [String: Member]] = [:]
  private var shapes: [String: [(path: String, type: String)]] = [:]

  private static let simple: Set = ["number", "share", "text", "bool", "day", "instant", "object"]

  init(_ page: URL) throws {
    var tables: [String: [(path: String, type: String)]] = [:]
    var (chapter, section) = ("", "")
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") {
        chapter = String(line.dropFirst(3))
        section = chapter
      } else if line.hasPrefix("### ") {
        section = String(line.dropFirst(4))
        if chapter == "Shapes" { shapes[section] = [] }
        tables["\(chapter)/\(section)"] = []
      } else if let row = line.prefixMatch(of: #/\| `([^`]+)` \| ([^|]+?) \| .+ \|$/#) {
        let member = (String(row.1), String(row.2))
        if chapter == "Shapes" { shapes[section]?.append(member) }
        tables["\(chapter)/\(section)", default: []].append(member)
      }
    }
    for (name, table) in tables
    where ["Lines", "States", "Reports"].contains(name.prefix { $0 != "/" }) {
      lines[name] = members(of: table)
    }
    // The fields of a form stand beside the other members.
    let fields = members(ofShape: "fields")
    for name in ["States/manage", "States/register"] {
      lines[name]?.merge(fields, uniquingKeysWith: { $1 })
    }
  }

  /// The sections of a chapter.
  func names(of chapter: String) -> Set<String> {
    Set(
      lines.keys.filter { $0.hasPrefix(chapter + "/") }.map {
        String($0.dropFirst(chapter.count + 1))
      })
  }

  private func members(of table: [(path: String, type: String)]) -> [String: Member] {
    var members: [String: Member] = [:]
    for (path, type) in table { add(type, at: path, to: &members) }
    return members
  }

  private func members(ofShape shape: String) -> [String: Member] {
    var members = members(of: shapes[shape] ?? [])
    for (path, member) in members where member.origin == nil {
      members[path]?.origin = "\(shape) \(path)"
    }
    return members
  }

  private func add(_ type: String, at path: String, to members: inout [String: Member]) {
    let mayBeNull = type.hasSuffix("?")
    let type = mayBeNull ? String(type.dropLast()) : type
    if type.hasPrefix("[") {
      members[path] = Member(type: "list", mayBeNull: mayBeNull)
      add(String(type.dropFirst().dropLast()), at: path + "[]", to: &members)
    } else if shapes[type] != nil {
      members[path] = Member(type: "object", mayBeNull: mayBeNull)
      for (inner, member) in self.members(ofShape: type) { members["\(path).\(inner)"] = member }
    } else {
      precondition(Self.simple.contains(type) || type == "{number}", "\(path) has the type \(type)")
      members[path] = Member(type: type, mayBeNull: mayBeNull)
    }
  }
}

/// Compares lines of JSON with their tables.
private final class JSONCheck {
  private(set) var faults: [String] = []
  private let documented: DocumentedJSON
  /// What was seen of each member, or of the member of its shape: its type, and `null`.
  private var seen: [String: Set<String>] = [:]

  init(_ documented: DocumentedJSON) { self.documented = documented }

  func read(_ output: String) throws {
    for line in output.utf8.split(separator: 10) {
      let value = try Array(line).withBytes { bytes throws(JSONFault) in
        try JSONValue(reading: bytes)
      }
      let all = try #require(value.object)
      let common = ["seq", "t", "type", "v"]
      compare(all.filter { common.contains($0) }, with: "Lines/Lines")
      var own = all.filter { !common.contains($0) }
      let type = value["type"]?.string ?? ""
      switch type {
      case "state", "tick":
        compare(own, with: "Lines/state and tick", isWhole: false)
        compare(own["state"]?.object ?? [:], with: "States/\(own["screen"]?.string ?? "")")
      case "report":
        compare(own, with: "Lines/report", isWhole: false)
        let kind = own["kind"]?.string ?? ""
        own["kind"] = nil
        compare(own, with: "Reports/\(kind)")
      case "notice": compare(own, with: "Lines/error")
      default: compare(own, with: "Lines/\(type)")
      }
    }
  }

  /// Adds what is documented and was never there.
  func finish() {
    for (name, members) in documented.lines {
      for (path, member) in members {
        let found = seen[member.origin ?? "\(name) \(path)"] ?? []
        if !found.contains(member.type) { note("\(name): \(path) is never a \(member.type)") }
        if member.mayBeNull, !found.contains("null") { note("\(name): \(path) is never null") }
      }
    }
    faults.sort()
  }

  private func note(_ fault: String) {
    if !faults.contains(fault) { faults.append(fault) }
  }

  private func compare(_ object: JSONObject, with name: String, isWhole: Bool = true) {
    guard let table = documented.lines[name] else { return note("\(name) is not documented") }
    compare(object, name, table, in: "", isWhole: isWhole)
  }

  private func compare(
    _ object: JSONObject, _ name: String, _ table: [String: DocumentedJSON.Member],
    in place: String, isWhole: Bool = true
  ) {
    for member in object.members {
      let path = place + member.name
      guard let documented = table[path] else {
        if isWhole { note("\(name): \(path) is not documented") }
        continue
      }
      compare(member.value, documented, name, table, at: path, isWhole: isWhole)
    }
    let expected = table.keys.filter {
      $0.hasPrefix(place) && !$0.dropFirst(place.count).contains(".") && !$0.hasSuffix("[]")
    }
    for path in expected where object[String(path.dropFirst(place.count))] == nil {
      note("\(name): \(path) is left out")
    }
  }

  private func compare(
    _ value: JSONValue, _ member: DocumentedJSON.Member, _ name: String,
    _ table: [String: DocumentedJSON.Member], at path: String, isWhole: Bool
  ) {
    let key = member.origin ?? "\(name) \(path)"
    if value == .null {
      if !member.mayBeNull { note("\(name): \(path) is null") }
      seen[key, default: []].insert("null")
      return
    }
    guard Self.fits(value, member.type) else {
      return note("\(name): \(path) is \(value), no \(member.type)")
    }
    seen[key, default: []].insert(member.type)
    guard isWhole else { return }
    if member.type == "object", let object = value.object {
      compare(object, name, table, in: path + ".")
    }
    guard let elements = value.array, let element = table[path + "[]"] else { return }
    for value in elements {
      compare(value, element, name, table, at: path + "[]", isWhole: true)
      // A note is none of a question's list, though it may be about one.
      if value["question"] != nil, value["id"] == nil, value["preview"] == nil {
        note("\(name): \(path) has questions without their identifiers")
      }
    }
  }

  private static func fits(_ value: JSONValue, _ type: String) -> Bool {
    switch (value, type) {
    case (.number, "number"), (.string, "text"), (.bool, "bool"), (.array, "list"),
      (.object, "object"):
      true
    case (.number(let digits), "share"): Double(digits).map { (0...1).contains($0) } == true
    case (.string(let text), "day"): text.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil
    case (.string(let text), "instant"):
      text.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)/#) != nil
    case (.object(let object), "{number}"): object.members.allSatisfy { fits($0.value, "number") }
    default: false
    }
  }
}

extension JSONObject {
  /// The members whose names are chosen.
  fileprivate func filter(_ isChosen: (String) -> Bool) -> JSONObject {
    JSONObject(
      Dictionary(
        members.filter { isChosen($0.name) }.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
  }
}
