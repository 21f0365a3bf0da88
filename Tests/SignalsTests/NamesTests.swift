import Foundation
import Testing

/// Makes sure that the library has its own names, so that it cannot be confused with Apple's
/// framework.
@Suite struct NamesTests {
  private static let shared = ProcessInfo.processInfo.environment["QA_REPL_SHARED"]

  /// The best-known names, for a machine without the full list.
  private static let types: Set = [
    "Publisher", "Publishers", "Subscriber", "Subscription", "Subject", "PassthroughSubject",
    "CurrentValueSubject", "Cancellable", "AnyCancellable", "AnyPublisher", "Published",
    "Scheduler",
    "ImmediateScheduler", "Future", "Just", "Empty", "ObservableObject",
  ]
  private static let functions: Set = [
    "sink", "assign", "store", "receive", "eraseToAnyPublisher", "removeDuplicates", "replaceNil",
    "handleEvents", "makeConnectable", "autoconnect", "tryMap", "tryFilter",
  ]

  /// The names after `keywords` in the public declarations of the sources. Overloads count once.
  private func publicNames(after keywords: String) throws -> Set<String> {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Signals")
    let pattern = try Regex(
      #"public (?:(?:final|static|indirect) )*(?:\#(keywords)) (\w+)"#,
      as: (Substring, Substring).self)
    var names: Set<String> = []
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let source = try String(contentsOf: file, encoding: .utf8)
      names.formUnion(source.matches(of: pattern).map { String($0.output.1) })
    }
    return names
  }

  private func publicTypes() throws -> Set<String> {
    try publicNames(after: "class|struct|enum|protocol|typealias|actor")
  }

  @Test func `the public names are found in the sources`() throws {
    #expect(try publicTypes().isSuperset(of: ["Signal", "PublishSubject", "TimeScheduler"]))
    #expect(
      try publicNames(after: "func").isSuperset(of: ["observe", "throttle", "merge", "emit"]))
  }

  @Test func `no public name is one of Apple's best known`() throws {
    #expect(try publicTypes().intersection(Self.types).sorted() == [])
    #expect(try publicNames(after: "func").intersection(Self.functions).sorted() == [])
  }

  @Test(.enabled(if: NamesTests.shared != nil, "QA_REPL_SHARED does not name the list's folder"))
  func `no public name is on the list of Apple's names`() throws {
    let list = URL(filePath: try #require(Self.shared)).appending(path: "apple-combine-names.txt")
    var types: Set<String> = []
    var functions: Set<String> = []
    for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count >= 2 else { continue }
      if words[0] == "type" {
        // Nested types count under their own name, too.
        types.formUnion(words[1].split(separator: ".").map(String.init))
      } else if words.count > 2, words[2] == "apple" {
        functions.insert(words[1])
      }
    }
    #expect(types.count > 50)
    #expect(functions.count > 20)
    #expect(try publicTypes().intersection(types).sorted() == [])
    #expect(try publicNames(after: "func").intersection(functions).sorted() == [])
  }
}
