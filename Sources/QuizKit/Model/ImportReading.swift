/// Reads the files of an import: values in, values out, so that it can be done on any thread.
struct ImportReading: Sendable {
  let paths: [String]
  let files: any UserFiles
  let format: QuestionFormat?
  let options: ReadingOptions

  /// How far the reading has come.
  struct Progress: Equatable, Sendable {
    /// The number of the file, from 1.
    var number: Int
    var completedBytes: Int
    var totalBytes: Int
  }

  /// What was read, or why nothing was.
  enum Result: Sendable {
    case files([QuestionFile])
    case unreadable(UserFileError)
    case cancelled
  }

  /// Reads all files.
  ///
  /// - Parameter report: told from time to time how far this has come; `false` stops it.
  func run(_ report: @escaping @Sendable (Progress) -> Bool) -> Result {
    var read: [QuestionFile] = []
    do {
      for (index, path) in paths.enumerated() {
        read.append(
          try QuestionFile.read(
            try files.bytes(of: path), name: path, format: format, options: options
          ) { progress in
            report(
              Progress(
                number: index + 1, completedBytes: progress.completedBytes,
                totalBytes: progress.totalBytes))
          })
      }
      return .files(read)
    } catch let error as UserFileError {
      return .unreadable(error)
    } catch {
      // The only other thing that reading throws.
      return .cancelled
    }
  }
}
