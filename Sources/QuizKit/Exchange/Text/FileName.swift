import QuizSupport

/// Names of files.
package enum FileName {
  /// The ending in lower case, without the dot; empty if there is none.
  static func ending(of name: String) -> String { parts(of: name).ending.lowercased() }

  /// The name without folders and ending.
  package static func base(of name: String) -> String { String(parts(of: name).base) }

  private static func parts(of name: String) -> (base: Substring, ending: Substring) {
    let last = name.split(separator: "/").last ?? ""
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return (last, "") }
    return (last[..<dot], last[last.index(after: dot)...])
  }

  /// The name without its folders and the name of the folder, which ends in a slash unless it is
  /// empty.
  package static func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
  }

  /// The file that a reference in another file means; `nil` if it leads out of the package.
  ///
  /// - Parameter folder: the folder of the file with the reference.
  static func resolved(_ reference: String, in folder: String) -> String? {
    let isAbsolute = reference.hasPrefix("/")
    let decoded = (reference.percentDecoded() ?? reference).prefix { $0 != "?" && $0 != "#" }
    return path(decoded[...], in: isAbsolute ? "" : folder[...])
  }

  /// The file that a path from a folder on means; `nil` if it leads out of what contains the folder,
  /// or begins at the root.
  package static func normalized(_ path: String, in folder: Substring) -> String? {
    path.hasPrefix("/") ? nil : self.path(path[...], in: folder)
  }

  private static func path(_ path: Substring, in folder: Substring) -> String? {
    var parts = folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        if parts.popLast() == nil { return nil }
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}

/// Decodes the text of a file in a package.
enum PackagedText {
  /// The text, in the encoding that an XML declaration names, unless the bytes are UTF-8.
  static func source(_ bytes: [UInt8], name: String) -> SourceText {
    SourceText(bytes, name: name, encoding: encoding(of: bytes))
  }

  /// How many bytes decoding takes beside the bytes themselves: those that are not UTF-8 are decoded
  /// to up to three times as many.
  static func room(for bytes: [UInt8]) -> Int {
    let isUTF8 = bytes.withUnsafeBufferPointer(UTF8Scan.firstInvalidIndex) == nil
    return isUTF8 && encoding(of: bytes) == nil ? 0 : 3 * bytes.count
  }

  /// The encoding that the file itself names; `nil` to detect it.
  static func encoding(of bytes: [UInt8]) -> TextEncoding? {
    // UTF-16 without a mark is recognised by the first character.
    if bytes.starts(with: [0x3C, 0]) { return .utf16LittleEndian }
    if bytes.starts(with: [0, 0x3C]) { return .utf16BigEndian }
    let head = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let start = head.firstRange(of: "encoding=")?.upperBound,
      let quote = head[start...].first, quote == "\"" || quote == "'"
    else { return nil }
    let name = head[head.index(after: start)...].prefix { $0 != quote }
    guard let named = TextEncoding(named: String(name)), named != .utf8 else { return nil }
    let isUTF8 = bytes.withUnsafeBufferPointer(UTF8Scan.firstInvalidIndex) == nil
    return isUTF8 ? nil : named
  }
}

/// The names of the decks for files that name none: that of the file, without folders and ending.
///
/// Files of one name in different folders are different decks. Each of them has as many folders
/// before its name as are needed to tell it from the others: `aws/quiz` and `linux/quiz`.
package struct DeckNames {
  private let names: [String: String]

  package init(of paths: [String]) {
    var names: [String: String] = [:]
    for (base, paths) in Dictionary(grouping: paths, by: FileName.base) {
      let folders = Dictionary(grouping: paths, by: Self.folders)
      var counts: [ArraySlice<Substring>: Int] = [:]
      for folder in folders.keys {
        for start in folder.indices { counts[folder[start...], default: 0] += 1 }
      }
      for (folder, paths) in folders {
        let start = folder.indices.last { counts[folder[$0...]] == 1 } ?? folder.startIndex
        let name =
          folders.count == 1 ? base : (folder[start...] + [base[...]]).joined(separator: "/")
        for path in paths { names[path] = name }
      }
    }
    self.names = names
  }

  /// The name of the deck for one of the files.
  package subscript(_ path: String) -> String { names[path] ?? FileName.base(of: path) }

  private static func folders(of path: String) -> [Substring] {
    FileName.folder(of: path).split(separator: "/").filter { $0 != "." }
  }
}
