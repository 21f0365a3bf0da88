import Testing

@testable import Terminal

/// The house as CONTRIBUTING.md draws it: no room names a type of a room above it or beside it.
@Suite struct ArrowTests {
  /// The rooms of a folder, each with the rooms whose types it may name. Between modules the
  /// compiler enforces this.
  private static let houses: [String: [String: Set<String>]] = [
    "QuizKit": [
      "ViewModels": ["Model", "Exchange", "Storage", "Content", "Support"],
      "Model": ["Samples", "Exchange", "Sync", "Storage", "Content", "Support"],
      "Samples": ["Content", "Support"], "Exchange": ["Content", "Support"],
      "Sync": ["Storage", "Support"], "Storage": ["Support"], "Content": ["Support"], "Support": [],
    ],
    "qa-repl": [
      "Launch": [
        "Live", "Documents", "Shell", "Output", "Screens", "Options", "Commands", "Device",
        "Editor",
        "Text",
      ],
      "Live": ["Shell", "Output", "Screens", "Commands", "Device", "Editor", "Text"],
      "Documents": ["Options", "Commands", "Text"],
      "Shell": ["Output", "Screens", "Options", "Commands", "Text"],
      "Output": ["Screens", "Options", "Commands", "Text"],
      "Screens": ["Commands", "Editor", "Text"],
      "Options": ["Commands", "Text"], "Commands": ["Text"],
      "Device": ["Editor", "Text"], "Editor": ["Text"], "Text": [],
    ],
    "QuizKit/Model": floors([
      "Models", "Sync", "Export", "Exam", "Doctor", "Quiz", "Review", "History", "Follow", "Import",
      "Backup",
      "Notes",
      "Bank", "Trash", "Undo", "Timer", "Records", "Files",
    ]),
    "QuizKit/Exchange": floors([
      "Files", "DOCX", "Formats", "XLSX", "Anki", "CSV", "OpenTriviaDB", "MarkedLines", "JSON",
      "Fields", "Exam", "NativeJSON", "H5P", "QTI", "MoodleXML", "GIFT", "Aiken", "OpenTriviaQA",
      "Markdown", "QuestionList", "Lines", "Words", "Items", "XML", "Question", "Pictures", "Text",
      "Report",
    ]),
    "QuizKit/Storage": floors([
      "Configuration", "Context", "Journal", "Archive", "Memory", "Store", "Attachments", "Coding",
      "Query", "Errors", "Records", "Files",
    ]),
  ]

  /// Rooms one above the other: each may name the types of all below it.
  private static func floors(_ rooms: [String]) -> [String: Set<String>] {
    Dictionary(
      uniqueKeysWithValues: rooms.enumerated().map { ($1, Set(rooms[($0 + 1)...])) })
  }

  @Test(arguments: houses.keys.sorted())
  func `arrows between rooms go down only`(house: String) throws {
    let rooms = try #require(Self.houses[house])
    let files = try Self.files(of: house)
    var homes: [String: Set<String>] = [:]
    for file in files { for type in file.types { homes[type, default: []].insert(file.room) } }
    for file in files {
      let allowed = try #require(rooms[file.room], "\(file.room) is no room of \(house)")
      for word in file.words.sorted() {
        // A name that two rooms declare proves nothing, unless one of them is the file's own.
        guard let homes = homes[word], homes.count == 1, let home = homes.first else { continue }
        #expect(
          home == file.room || allowed.contains(home),
          "\(file.path) names \(word), which is in \(home)")
      }
    }
  }

  @Test(arguments: houses.keys.sorted())
  func `the drawing has no circle and no room that is gone`(house: String) throws {
    let rooms = try #require(Self.houses[house])
    #expect(try Set(Self.files(of: house).map(\.room)) == Set(rooms.keys))
    var left = rooms
    while let ground = left.first(where: { $0.value.isDisjoint(with: left.keys) }) {
      left[ground.key] = nil
    }
    #expect(left.keys.sorted() == [], "these rooms form a circle")
  }

  private struct SourceFile {
    var path: String
    var room: String { String(path.prefix { $0 != "/" }) }
    var types: Set<String> = []
    var words: Set<String> = []
  }

  /// All files, with the types that they declare and the words outside of texts and comments. The
  /// files are read once.
  private static let reading = Result {
    try SourceCode.all().map { source in
      // The rooms of the terminal's module stand among the program's own.
      var file = SourceFile(path: source.path.replacing("qa-repl/Terminal/", with: "qa-repl/"))
      for line in source.text.split(separator: "\n") { read(line, into: &file) }
      return file
    }
  }

  /// The files of a folder, with their paths from it on.
  private static func files(of house: String) throws -> [SourceFile] {
    let files = try reading.get().filter { $0.path.hasPrefix(house + "/") }
    try #require(!files.isEmpty)
    return files.map { file in
      var file = file
      file.path.removeFirst(house.count + 1)
      return file
    }
  }

  private static func read(_ line: Substring, into file: inout SourceFile) {
    let code = line.replacing("\\\"", with: "").split(
      separator: "\"", omittingEmptySubsequences: false
    ).enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
    let words = (code.firstRange(of: "//").map { code[..<$0.lowerBound] } ?? code[...])
      .split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    file.words.formUnion(words.filter { $0.first?.isUppercase == true })
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "actor"]
    guard line.first?.isWhitespace == false, !words.contains(where: { $0.hasSuffix("private") }),
      let kind = words.firstIndex(where: kinds.contains), words.indices.contains(kind + 1)
    else { return }
    file.types.insert(words[kind + 1])
  }
}
