import Foundation

/// A file of the sources, for tests of the source text.
struct SourceCode {
  /// The path from the folder `Sources` on.
  var path: String
  var text: String

  private static let reading = Result { try read() }

  /// All Swift files below `Sources`, in the order of their paths. They are read once.
  static func all() throws -> [SourceCode] { try reading.get() }

  private static func read() throws -> [SourceCode] {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      try SourceCode(
        path: path, text: String(contentsOf: sources.appending(path: path), encoding: .utf8))
    }
  }
}
