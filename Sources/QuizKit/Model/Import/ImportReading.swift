import QuizExchange

/// Reads the files of an import. Works on values only, so it can run on any thread.
///
/// Sends the questions in parts and waits until each part is handled, so that the questions of a
/// large file are never all in memory at once.
struct ImportReading: Sendable {
  let paths: [String]
  let files: any UserFiles
  let format: QuestionFormat?
  let options: ReadingOptions
  /// The sections that backups of this bank can have (``BankRecord/section``).
  let sections: Set<String>
  /// The number of questions in a part.
  var partSize = 500
  /// The results of files that need not be read again, by their index.
  var known: [Int: QuestionFile] = [:]

  /// How much has been read.
  struct Progress: Equatable, Sendable {
    /// The index of the file, from 1.
    var number: Int
    var completedBytes: Int
    var totalBytes: Int
  }

  /// Messages that are sent while reading.
  enum News: Sendable {
    case progress(Progress)
    /// The receiver must call ``ImportPart/taken()``.
    case part(ImportPart)
  }

  /// The result of reading all files.
  enum Result: Sendable {
    /// The files without their questions, which were already sent. If a file cannot be read, this
    /// is its only problem.
    case files([QuestionFile])
    case cancelled
  }

  /// Reads all files.
  ///
  /// - Parameter report: receives parts and progress; returns `false` to stop reading.
  func run(_ report: @escaping @Sendable (News) -> Bool) -> Result {
    var read: [QuestionFile] = []
    do {
      for (index, path) in paths.enumerated() {
        read.append(try known[index] ?? self.read(path, index, report))
      }
      return .files(read)
    } catch {
      return .cancelled
    }
  }

  private func read(
    _ path: String, _ index: Int, _ report: @escaping @Sendable (News) -> Bool
  ) throws(ReadingCancelled) -> QuestionFile {
    do {
      return try questions(of: path, index, report)
    } catch let error as UserFileError {
      return QuestionFile(named: path, unreadable: error)
    } catch {
      // Reading cannot fail except by cancellation.
      throw ReadingCancelled()
    }
  }

  private func questions(
    of path: String, _ index: Int, _ report: @escaping @Sendable (News) -> Bool
  ) throws -> QuestionFile {
    let tell = { (completed: Int, total: Int) in
      report(
        .progress(Progress(number: index + 1, completedBytes: completed, totalBytes: total)))
    }
    let parts = ImportParts(of: index, size: partSize) { _ = report(.part($0)) }
    let collector = QuestionCollector(
      file: path,
      progress: { progress in
        parts.shortage == nil && tell(progress.completedBytes, progress.totalBytes)
      }, handler: { parts.add($0) }, sectionNames: sections,
      sectionHandler: { parts.hand(.sections($0)) })
    parts.follow(collector)
    var isWanted = true
    let bytes = try files.bytes(of: path, longestLine: options.longest) {
      isWanted = tell(0, 1)
      return isWanted
    }
    if !isWanted { throw ReadingCancelled() }
    do {
      let format = try QuestionFile.read(bytes, format: format, options: options, into: collector)
      if let needed = parts.shortage {
        throw UserFileError(path: path, .memoryShort(needed: needed))
      }
      parts.finish()
      return QuestionFile(collector, format: format)
    } catch let error as ReadingCancelled {
      guard let needed = parts.shortage else { throw error }
      throw UserFileError(path: path, .memoryShort(needed: needed))
    }
  }
}
