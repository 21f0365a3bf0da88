import Foundation

/// A file of the sources, for tests of the source text.
struct SourceCode {
  /// The path from the folder `Sources` on.
  var path: String
  var text: String
  /// The lines of the text.
  let lines: [Substring]

  private static let reading = Result { try read() }

  /// All Swift files below `Sources`, in the order of their paths. They are read once.
  static func all() throws -> [SourceCode] { try reading.get() }

  private static func read() throws -> [SourceCode] {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      return SourceCode(
        path: path, text: text, lines: text.split(separator: "\n", omittingEmptySubsequences: false)
      )
    }
  }

  /// The declaration around a line, by its type and its member: `FormProblem.message`. Tests name what
  /// is declared and not the file, so that code may be moved.
  func declaration(around line: Int) -> String {
    var types: [Substring] = []
    var member: Substring = ""
    var limit = Int.max
    for text in lines[...line].reversed() where limit > 0 {
      let indent = text.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      let rest = text.dropFirst(indent)
      // The end of a declaration over several lines stands where it begins.
      if rest.isEmpty || indent >= limit || rest.hasPrefix(")") || rest.hasPrefix("//") { continue }
      limit = indent
      let words = rest.split { " (<:={.".contains($0) }
      guard let keyword = words.firstIndex(where: { Self.keywords.contains($0) }),
        words[..<keyword].allSatisfy({ $0.first?.isLetter == true || $0.hasPrefix("@") })
      else { continue }
      let name = words.indices.contains(keyword + 1) ? words[keyword + 1] : words[keyword]
      if Self.types.contains(words[keyword]) {
        types.insert(name, at: 0)
      } else if types.isEmpty {
        member = words[keyword] == "init" ? "init" : name
      }
    }
    return (types + [member]).joined(separator: ".")
  }

  private static let types: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "extension",
  ]
  private static let keywords = types.union(["func", "var", "let", "init", "subscript"])

  /// The bodies of all declarations and extensions of a type at the margin of a file.
  static func bodies(of type: String) throws -> [String] { try bodies.get()[type] ?? [] }

  private static let bodies = Result {
    try all().reduce(into: [String: [String]]()) { bodies, source in
      var begun: (start: Int, type: String)?
      for (index, line) in source.lines.enumerated() {
        if let (start, type) = begun {
          guard line.hasPrefix("}") || start == index else { continue }
          bodies[type, default: []].append(source.lines[start...index].joined(separator: "\n"))
          begun = nil
        } else if line.first?.isLetter == true || line.first == "@", line.hasSuffix("{") {
          let words = line.split { " (<:={.".contains($0) }
          if let keyword = words.firstIndex(where: { types.contains($0) }),
            words.indices.contains(keyword + 1)
          {
            begun = (index, String(words[keyword + 1]))
          }
        }
      }
    }
  }
}
