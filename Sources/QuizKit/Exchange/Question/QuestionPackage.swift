import QuizSupport

/// A package from which files are unpacked one by one.
///
/// It is a class because it counts what was unpacked: all of it, and what is made of it, must not
/// exceed the limit for one question, which also keeps the memory and the time within bounds.
final class QuestionPackage {
  /// The names of the files, in the order of the package's directory.
  let names: [String]

  private let archive: ZipArchive
  private let collector: QuestionCollector
  private let longest: Int
  /// How many bytes were unpacked.
  private var unpacked = 0
  /// Why the beginnings of files cannot be read.
  private var unread: [String: PackageError] = [:]
  /// The size of all files that look like texts, for the progress.
  private let total: Int

  /// How many bytes of a file tell what it is.
  private static let window = 4_096

  init(_ archive: ZipArchive, longest: Int, into collector: QuestionCollector) {
    self.archive = archive
    self.collector = collector
    self.longest = longest
    // macOS adds a file of its own for each file of a package.
    let entries = archive.entries.filter { !$0.name.hasPrefix("__MACOSX/") }
    names = entries.map(\.name)
    total = entries.filter { Self.isText($0.name) }.reduce(0) { $0 + min($1.size, longest) }
  }

  func has(_ name: String) -> Bool { archive[name] != nil }

  private static func isText(_ name: String) -> Bool {
    ["xml", "qti", "dat", "json", "rels"].contains(FileName.ending(of: name))
  }

  // MARK: Files

  /// The contents of a file; `nil` if there is none, or after reporting why it cannot be read.
  func contents(of name: String) -> [UInt8]? {
    guard let entry = archive[name] else { return nil }
    do throws(PackageError) {
      guard entry.size < remaining else {
        throw .tooLarge(entry: name, limit: longest)
      }
      unpacked += entry.size
      collector.use(entry.size)
      return try archive.contents(of: entry, limit: entry.size)
    } catch {
      unread[name] = nil
      collector.report(.package(error), line: nil)
      return nil
    }
  }

  /// A file that may be a picture. Its bytes are not among those of the texts: pictures have a limit
  /// of their own.
  private func picture(at name: String) -> FoundPicture {
    guard let entry = archive[name] else { return .missing }
    if entry.size > Attachment.mostBytes { return .tooLarge }
    do throws(PackageError) {
      return .bytes(try archive.contents(of: entry, limit: entry.size))
    } catch {
      return .unreadable(error.message.sentences)
    }
  }

  /// How many bytes more may be in memory.
  var remaining: Int { collector.room }

  /// The text of a file with a name that only this program uses, such as a list of contents.
  func source(_ name: String) -> SourceText? {
    guard let bytes = contents(of: name) else { return nil }
    let room = PackagedText.room(for: bytes)
    if room > remaining {
      collector.report(.package(.tooLarge(entry: name, limit: longest)), line: nil)
      return nil
    }
    return PackagedText.source(bytes, name: "\(collector.file): \(name)")
  }

  /// The beginning of a file as text; empty if it cannot be read, which is reported when the file
  /// itself is read, or at the end.
  func beginning(of name: String) -> String {
    guard let entry = archive[name] else { return "" }
    do throws(PackageError) {
      let window = try archive.beginning(of: entry, count: Self.window)
      let bytes = Array(window.dropLast(window.incompleteTail))
      let text = PackagedText.source(bytes, name: name).bytes
      // A document whose encoding cannot be told is still recognised; reading it reports that.
      let isDocument = bytes.first == UInt8(ascii: "<")
      return String(decoding: text.isEmpty && isDocument ? bytes : text, as: UTF8.self)
    } catch {
      unread[name] = error
      return ""
    }
  }

  /// Reports the files that were passed over because their beginnings could not be read.
  func reportUnread() {
    for name in names {
      if let error = unread.removeValue(forKey: name) {
        collector.report(.package(error), line: nil)
      }
    }
  }

  /// Reports the packages in the package, which may have questions of their own.
  func reportPackages() {
    let packages = names.filter { ["zip", "imscc", "h5p"].contains(FileName.ending(of: $0)) }
    if !packages.isEmpty { collector.report(.packagesPassedOver(packages), line: nil) }
  }

  // MARK: Parts

  /// From now on, problems and questions are those of a part of the package.
  func beginPart(_ name: String, deck: String?) {
    collector.pictures?.packaged = (FileName.folder(of: name), picture)
    collector.part = .init(name: name, deck: deck, start: unpacked, total: total)
  }

  /// Reads the text of a file. Problems and questions in it are those of the file.
  ///
  /// - Parameter deck: The deck of the questions that do not say theirs.
  func read(
    _ name: String, deck: String? = nil,
    _ body: (SourceText) throws(ReadingCancelled) -> Void
  ) throws(ReadingCancelled) {
    beginPart(name, deck: deck)
    defer { collector.part = nil }
    guard let source = source(name) else { return }
    source.problems.forEach(collector.report)
    do throws(ReadingCancelled) {
      try body(source)
    } catch {
      if let offset = collector.overlong {
        collector.report(.tooLong(limit: longest), line: source.line(of: offset))
      }
      throw error
    }
  }
}

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
