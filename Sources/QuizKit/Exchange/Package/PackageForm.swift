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
  func read(
    _ package: QuestionPackage, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled)
}

/// The reader of texts for a format that is always a package.
struct PackageOnlyReader: QuestionReader {
  let formatName: String

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    collector.report(.notThisFormat(format: formatName, .noPackage), line: 1)
  }
}
