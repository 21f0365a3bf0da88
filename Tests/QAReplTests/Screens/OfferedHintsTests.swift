import QuizKit
import QuizStore
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Each hint in the last row names a key that has an effect, on every screen and in both languages.
@Suite struct OfferedHintsTests {
  /// The lines that lead to each screen, and the lines typed there.
  private static let ways = [
    [], ["quiz --count 3"], ["quiz --count 3", "1", "pause"], ["quiz --count 3 --practice", "1"],
    ["quiz --count 3", "1"], ["quiz --count 3", "1", "1", "1"], ["quiz --count 3", "finish"],
    ["quiz --count 3", "1", "1", "1", "result"], ["manage"], ["manage", "edit"], ["register"],
    ["decks"], ["ways"], ["search a"], ["/"], ["/", "zzz"], ["notes"], ["notes", "open 1"],
    ["history"], ["history", "open 1"], ["history", "open 2"], ["stats"], ["trash"],
    ["manage", "delete 1-3", "log"],
    ["manage", "delete 1-3", "log", "open 1"], ["due"],
    ["doctor"], ["import looked.csv --look"], ["import looked.csv --look", "problems"],
    ["timer"], ["timer", "start"], ["help"], ["search zzz"],
    ["exams"], ["exam new Another"], ["exam edit Small"], ["exam Small"], ["exam Small", "1"],
    ["exam Small", "!", "1", "finish"], ["exam Small", "guess", "1", "1", "1", "result"],
    ["exam Small", "finish", "result", "history --exam Small"],
  ]

  /// Questions of each kind: several choices, a text, the commands beside it, and the state after
  /// the answer.
  private static let kinds = "quiz --deck Kinds"
  private static let waysOfKinds = [
    [kinds], [kinds, "toggle 1"], [kinds, "go 3"], [kinds, "go 3", "ESC"], [kinds, "go 4"],
    [kinds + " --practice", "choose 1 3"], [kinds + " --practice", "go 3", "Paris"],
    [kinds, "finish"], [kinds + " --partial", "choose 1 2", "finish", "result"],
  ]

  /// The keys that a person would press for the words of a hint.
  private static let keys: [String: [String]] = [
    "Enter": ["\r"], "Space": [" "], "Tab": ["\t"], "Esc": ["\u{1B}"], "?": ["?"], "/": ["/"],
    "q": ["q"], "Up": ["\u{1B}[A"], "Down": ["\u{1B}[B"], "->": ["\u{1B}[C"], "<-": ["\u{1B}[D"],
    "Backspace": ["\u{7F}"], "1-4": ["1", "2", "3", "4"],
    "1-5": ["1", "2", "3", "4", "5"], "Alt-Enter": ["\u{1B}\r"],
    "Ctrl-X": ["\u{18}\u{5}"], "Ctrl-E": [], "!": ["!"], "y": ["y"], "n": ["n"],
    "guess": ["guess\r"],
    "Del": ["\u{1B}[3~"], "End": ["\u{1B}[F"], "Ctrl-S": ["\u{13}"],
    "finish": ["finish\r"], "PgDn": ["\u{1B}[6~"], "PgUp": ["\u{1B}[5~"], "b": ["b"], "g": ["g"],
    "G": ["G"],
  ]

  /// A bank with something on each screen, and questions of each kind where they are asked for.
  private static func bank(_ language: Language, hasKinds: Bool) throws -> RecordTables {
    let store = MemoryStore(schema: QuestionBank.schema)
    let program = try TestProgram(language: language, files: try KindsBank.files, store: store)
    program.shell.confirmer.caution = .none
    if hasKinds { program.run("import kinds.json") }
    for line in [
      "manage", "delete 1-3", "home", "quiz --count 2", "1", "1", "result", "home",
      "quiz --count 2", "1", "home", "notes", "new", "title one", "save", "back", "new",
      "title two", "save", "home", "exam new Small", "questions 3", "pass 60%", "save", "home",
    ] { #expect(program.shell.run(line: line) == .done, "\(line)") }
    return store.tables
  }

  private struct BankName: Hashable {
    var language: Language
    var hasKinds: Bool
  }

  /// The banks, which are made once; each desk has one of its own.
  private static let banks = Result {
    let names = Language.allCases.flatMap { language in
      [false, true].map { BankName(language: language, hasKinds: $0) }
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try bank($0.language, hasKinds: $0.hasKinds)) })
  }

  private func desk(_ way: [String], _ language: Language, _ columns: Int = 160) throws -> LiveDesk
  {
    let name = BankName(language: language, hasKinds: way.first?.hasPrefix(Self.kinds) == true)
    let store = MemoryStore(try #require(Self.banks.get()[name]))
    let desk = try LiveDesk(
      size: ScreenSize(columns: columns, rows: 15), store: store, textEditor: Exclaiming(),
      language: language)
    desk.files.contents["looked.csv"] = "question,a,b,answer\nOne?,1,2,A\nTwo?,1,2,B\nNone?,1,2,\n"
    for line in way {
      desk.wait()
      if line == "ESC" {
        desk.escape()
        continue
      }
      desk.type(["/", "zzz", "1", "!", "?"].contains(line) ? line : line + "\r")
    }
    desk.scheduler.advance(by: .milliseconds(1200))
    return desk
  }

  private func hints(_ desk: LiveDesk) -> [String] {
    let row = (desk.rows.last ?? "").drop { $0 == " " }
    return row.split(separator: " - ").map(String.init)
  }

  /// The keys that a person presses for a hint, one after the other; `nil` when it does not name a
  /// key.
  private func presses(_ hint: String) -> [String]? {
    if hint == "a number goes to it" || hint == "番号で移動" { return ["1\r"] }
    let named = hint.split(separator: " ").map(String.init).prefix { Self.keys[$0] != nil }
    return named.isEmpty ? nil : named.flatMap { Self.keys[$0] ?? [] }
  }

  @Test(arguments: ways + waysOfKinds, Language.allCases)
  func `each hint names a key that does something`(way: [String], language: Language) throws {
    let desk = try desk(way, language)
    let hints = self.hints(desk)
    #expect(!hints.isEmpty)
    for hint in hints {
      let presses = try #require(self.presses(hint), "\(hint) after \(way)")
      // The list may already be at the end to which one of the keys leads.
      var isAnyUseful = false
      for press in presses {
        let desk = try self.desk(way, language)
        if press == "1\r" { desk.type("\u{1B}[B") }
        let (before, bells) = (desk.everything, desk.bells)
        desk.type(press)
        desk.scheduler.advance(by: .milliseconds(100))
        if desk.everything != before, desk.bells == bells { isAnyUseful = true }
        #expect(!desk.everything.contains { $0.contains("There is no ") }, "\(hint) after \(way)")
      }
      #expect(isAnyUseful, "\(hint) after \(way)")
    }
  }

  @Test(arguments: ways + waysOfKinds, Language.allCases)
  func `each hint says in words what its key does`(way: [String], language: Language) throws {
    let commands = ["flag", "prev", "undo", "retry", "restart", "confirm", "before"]
    for hint in hints(try desk(way, language)) {
      let words = hint.split(separator: " ").map(String.init).drop { Self.keys[$0] != nil }
      #expect(!words.isEmpty, "\(hint)")
      #expect(!words.contains(where: commands.contains), "\(hint)")
      if language == .japanese {
        #expect(words.contains { $0.contains { !$0.isASCII } }, "\(hint) after \(way)")
      }
    }
  }

  @Test(
    arguments: [
      "manage", "decks", "search a", "notes", "history", "trash", "exams", "due", "doctor",
    ],
    Language.allCases)
  func `each list that Esc leaves says so`(line: String, language: Language) throws {
    // On these screens the first hints leave no room for others at 40 columns.
    let widths = ["decks", "trash", "due"].contains(line) ? [80] : [80, 40]
    for columns in widths {
      let hints = hints(try desk([line], language, columns))
      #expect(hints.contains { ["Esc back", "Esc 戻る"].contains($0) }, "\(columns): \(hints)")
    }
  }

  @Test(arguments: ways + waysOfKinds, Language.allCases)
  func `the hints fit a window of 40 columns`(way: [String], language: Language) throws {
    let desk = try desk(way, language, 40)
    let row = desk.rows.last ?? ""
    #expect(displayWidth(row) <= 40, "\(row)")
    #expect(presses(hints(desk)[0]) != nil, "\(row)")
  }
}

/// An editor that adds a mark to each text, as a person might.
private struct Exclaiming: TextEditor {
  func edit(_ text: String) -> String { text + "!" }
  func openFile(_ path: String, line: Int) {}
}
