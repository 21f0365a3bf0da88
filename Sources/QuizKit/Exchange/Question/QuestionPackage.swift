import QuizSupport

/// A package from which files are unpacked one by one.
///
/// It is a class because it counts what was unpacked: all of it, and what is made of it, must not
/// exceed the limit for one question, which also keeps the memory and the time within bounds.
final class QuestionPackage {
  /// The names of the files, in the order of the package's directory.
  let names: [String]

  private let archive: ZipArchive
  /// Receives the questions and problems. It has the user's settings.
  let collector: QuestionCollector
  private var maximumBytes: Int { collector.maximumBytes }
  /// How many bytes were unpacked.
  private var unpacked = 0
  /// Why the beginnings of files cannot be read.
  private var unread: [String: PackageError] = [:]
  /// The size of all files that look like texts, for the progress.
  private let total: Int

  /// How many bytes of a file tell what it is.
  private static let window = 4_096

  init(_ archive: ZipArchive, into collector: QuestionCollector) {
    self.archive = archive
    self.collector = collector
    // macOS adds a file of its own for each file of a package.
    let entries = archive.entries.filter { !$0.name.hasPrefix("__MACOSX/") }
    names = entries.map(\.name)
    total = entries.filter { Self.isText($0.name) }.reduce(0) {
      $0 + min($1.size, collector.maximumBytes)
    }
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
        throw .tooLarge(entry: name, limit: maximumBytes)
      }
      unpacked += entry.size
      collector.charge(entry.size)
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
  var remaining: Int { collector.budget }

  /// The text of a file with a name that only this program uses, such as a list of contents.
  func source(_ name: String) -> SourceText? {
    guard let bytes = contents(of: name) else { return nil }
    let room = PackagedText.room(for: bytes)
    if room > remaining {
      collector.report(.package(.tooLarge(entry: name, limit: maximumBytes)), line: nil)
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
        collector.report(.tooLong(limit: maximumBytes), line: source.line(of: offset))
      }
      throw error
    }
  }
}

/// How a format is recognised and read when its files come in a package.
struct PackageForm: Sendable {
  /// Whether the names of the files in a package are those of the format.
  let isFound: @Sendable (QuestionPackage) -> Bool
  let reader: any PackageReader
}

/// Reads the questions of a package.
protocol PackageReader: Sendable {
  /// Reads the files of a package that have questions.
  ///
  /// - Throws: ``ReadingCancelled`` as soon as the collector stops the reading.
  func read(_ package: QuestionPackage) throws(ReadingCancelled)
}

/// The reader of texts for a format that is always a package.
struct PackageOnlyReader: QuestionReader {
  let formatName: String

  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled) {
    collector.report(.notThisFormat(format: formatName, .noPackage), line: 1)
  }
}
