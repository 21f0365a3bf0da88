import Foundation
import Testing

/// The house as it is drawn in CONTRIBUTING.md: no room names a type of a room above it or beside it.
@Suite struct ArrowTests {
  /// Each room with the rooms whose types it may name. Between modules the compiler sees to it.
  private static let rooms: [String: Set<String>] = [
    "ViewModels": ["Model", "Exchange", "Storage", "Content", "Support"],
    "Model": ["Samples", "Exchange", "Storage", "Content", "Support"],
    "Samples": ["Content", "Support"], "Exchange": ["Content", "Support"],
    "Storage": ["Support"], "Content": ["Support"], "Support": [],
  ]

  /// Arrows that still run the wrong way. One that is gone leaves this list, and none may come in.
  private static let exceptions: Set<String> = []

  @Test func `arrows between the rooms of QuizKit go down only`() throws {
    let files = try Self.files()
    var homes: [String: Set<String>] = [:]
    for file in files { for type in file.types { homes[type, default: []].insert(file.room) } }
    var wrong: Set<String> = []
    for file in files {
      let allowed = try #require(Self.rooms[file.room], "\(file.room) is no room of the house")
      for word in file.words {
        // A name that stands in two rooms says nothing, unless one of them is the file's own.
        guard let rooms = homes[word], rooms.count == 1, let room = rooms.first,
          room != file.room, !allowed.contains(room)
        else { continue }
        wrong.insert("\(file.room) ► \(room): \(word)")
      }
    }
    #expect(wrong.subtracting(Self.exceptions).sorted() == [], "new arrows that run upwards")
    #expect(Self.exceptions.subtracting(wrong).sorted() == [], "these are gone: leave them out")
  }

  private struct SourceFile {
    var room: String
    var types: Set<String> = []
    var words: Set<String> = []
  }

  /// All files of QuizKit, with the types that they declare and the words outside of texts and comments.
  private static func files() throws -> [SourceFile] {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources/QuizKit").standardized
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    let swift = paths.filter { $0.hasSuffix(".swift") }
    try #require(!swift.isEmpty)
    return try swift.map { path in
      let folders = path.split(separator: "/").map(String.init)
      var file = SourceFile(room: folders[0])
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") { read(line, into: &file) }
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
