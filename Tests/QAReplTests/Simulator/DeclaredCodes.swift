import Foundation

/// The codes that the sources declare: short words with hyphens in quotation marks.
struct DeclaredCodes {
  private static let words: Set<Substring> = {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var words: Set<Substring> = []
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
      guard file.pathExtension == "swift", let text = try? String(contentsOf: file, encoding: .utf8)
      else { continue }
      for word in text.split(separator: "\"")
      where !word.isEmpty && word.utf8.allSatisfy({ (97...122).contains($0) || $0 == 45 }) {
        words.insert(word)
      }
    }
    return words
  }()

  /// What a store says when a part of the program broke a rule of another one. No person can have
  /// caused it.
  static let contradictions: Set<String> = [
    "invalid-record", "already-exists", "duplicate-key", "dangling-reference", "still-referred",
  ]

  private var known: Set<String> = []

  /// Whether a code is declared. What nobody expected is not.
  mutating func contains(_ code: String) -> Bool {
    if known.contains(code) { return true }
    guard code != "unexpected", Self.words.contains(Substring(code)) else { return false }
    known.insert(code)
    return true
  }
}
