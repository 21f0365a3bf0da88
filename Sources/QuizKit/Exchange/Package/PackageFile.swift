import QuizSupport

/// Reads a file that is a package, in the format that its contents show.
struct PackageFile {
  let collector: QuestionCollector
  let options: ReadingOptions

  /// The most questions of a package. A few kilobytes can be unpacked to millions of them.
  static let mostQuestions = 100_000

  /// Reads a package.
  ///
  /// - Parameter named: The format that the user named. If it is one of texts, the package is read
  ///   like a folder with such texts.
  /// - Returns: The format that the package was read as.
  func read(
    _ bytes: consuming [UInt8], as named: QuestionFormat?
  ) throws(ReadingCancelled) -> QuestionFormat? {
    let archive: ZipArchive
    do throws(PackageError) {
      archive = try ZipArchive(bytes)
    } catch {
      collector.report(.package(error), line: nil)
      return named
    }
    let package = QuestionPackage(archive, longest: options.longest, into: collector)
    if !archive.leavingNames.isEmpty {
      collector.report(.namesLeavePackage(archive.leavingNames), line: nil)
    }
    if named == nil, let foreign = ForeignFile(package) {
      collector.report(.foreign(foreign), line: nil)
      return nil
    }
    let found = named ?? QuestionFormat.all.first { $0.package?.isFound(package) == true }
    guard let format = found, let form = format.package else {
      try PackageFolder(package, collector, options).read(as: named)
      package.reportUnread()
      return named
    }
    if named == nil { collector.note(.format(format.title)) }
    try form.reader.read(package, options: options, into: collector)
    package.reportUnread()
    package.reportPackages()
    if !collector.foundSomething { collector.report(.noQuestionsInPackage, line: nil) }
    return format
  }
}
