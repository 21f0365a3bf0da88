/// Reads the files of an import: values in, values out, so that it can be done on any thread.
///
/// What is read is handed on in parts and not kept, and the reading waits until they are taken, so that a large file never is in
/// memory as questions.
struct ImportReading: Sendable {
  let paths: [String]
  let files: any UserFiles
  let format: QuestionFormat?
  let options: ReadingOptions
  /// How many questions are handed on at a time.
  var partSize = 500

  /// How far the reading has come.
  struct Progress: Equatable, Sendable {
    /// The number of the file, from 1.
    var number: Int
    var completedBytes: Int
    var totalBytes: Int
  }

  /// What is said while the reading goes on.
  enum News: Sendable {
    case progress(Progress)
    /// To be answered by ``ImportPart/taken()``.
    case part(ImportPart)
  }

  /// What was read, or why nothing was.
  enum Result: Sendable {
    /// The files without their questions, which were handed on.
    case files([QuestionFile])
    case unreadable(UserFileError)
    case cancelled
  }

  /// Reads all files.
  ///
  /// - Parameter report: told what was read, and how far this has come; `false` stops it.
  func run(_ report: @escaping @Sendable (News) -> Bool) -> Result {
    var read: [QuestionFile] = []
    do {
      for (index, path) in paths.enumerated() {
        read.append(try self.read(path, index, report))
      }
      return .files(read)
    } catch let error as UserFileError {
      return .unreadable(error)
    } catch {
      // The only other thing that reading throws.
      return .cancelled
    }
  }

  private func read(
    _ path: String, _ index: Int, _ report: @escaping @Sendable (News) -> Bool
  ) throws -> QuestionFile {
    let tell = { (completed: Int, total: Int) in
      report(
        .progress(Progress(number: index + 1, completedBytes: completed, totalBytes: total)))
    }
    let parts = ImportParts(of: index, size: partSize) { _ = report(.part($0)) }
    let intake = Intake(file: path) { progress in
      parts.shortage == nil && tell(progress.completedBytes, progress.totalBytes)
    } handler: { question in
      parts.add(question)
    } sectionHandler: { sections in
      parts.hand(.sections(sections))
    }
    var isWanted = true
    let bytes = try files.bytes(of: path, longestLine: options.longest) {
      isWanted = tell(0, 1)
      return isWanted
    }
    if !isWanted { throw ReadingCancelled() }
    let source = SourceText(bytes, name: path, encoding: options.encoding)
    do {
      let format = try QuestionFile.read(source, format: format, options: options, into: intake)
      if let needed = parts.shortage {
        throw UserFileError(path: path, .memoryShort(needed: needed))
      }
      parts.finish()
      return QuestionFile(intake, format: format)
    } catch let error as ReadingCancelled {
      guard let needed = parts.shortage else { throw error }
      throw UserFileError(path: path, .memoryShort(needed: needed))
    }
  }
}
