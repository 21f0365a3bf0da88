import QuizSupport

/// Reads an H5P package: `h5p.json` says what it is, `content/content.json` has everything in it.
///
/// Contents are in each other: a book has columns, which have quizzes, which have questions. Each
/// says its kind, so they are found wherever they are.
struct H5PReader: PackageReader {
  static let formatName = "H5P"
  private static let about = "h5p.json"
  private static let contents = "content/content.json"

  /// The largest contents that are read. They are in memory as a whole, and take many times as much
  /// memory as in the file.
  private static let mostBytes = 4_000_000
  /// The most values in them. A question has about ten.
  private static let mostParts = 500_000

  func read(
    _ package: QuestionPackage, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    var about: JSONValue?
    let folder = Self.folder(in: package) ?? ""
    let contents = folder + Self.contents
    try package.read(folder + Self.about) { (source) throws(ReadingCancelled) in
      about = try Self.value(of: source, collector)
    }
    let title = FieldText.make(about?["title"]?.string ?? "")
    try package.read(contents, deck: title.isEmpty ? nil : title) {
      (source) throws(ReadingCancelled) in
      if source.bytes.count > Self.mostBytes {
        return collector.report(
          .package(.tooLarge(entry: contents, limit: Self.mostBytes)), line: nil)
      }
      let parts = source.bytes.count { ",[{".utf8.contains($0) }
      if parts > Self.mostParts {
        return collector.report(.tooManyParts(Self.mostParts), line: 1)
      }
      guard let content = try Self.value(of: source, collector) else { return }
      var walk = H5PWalk(collector)
      let library = about?["mainLibrary"]?.string ?? Self.likelyLibrary(of: content)
      walk.take(content, of: library)
      try collector.advance(to: source.bytes.count, of: source.bytes.count)
    }
  }

  /// The folder of the contents, which is the package unless somebody packed a folder; `nil` if
  /// there are none.
  static func folder(in package: QuestionPackage) -> String? {
    if package.has(about) || package.has(contents) { return "" }
    return package.names.lazy.compactMap { name in
      [about, contents].first { name.hasSuffix("/" + $0) }.map { String(name.dropLast($0.count)) }
    }.min { $0.count < $1.count }
  }

  private static func value(
    of source: SourceText, _ collector: QuestionCollector
  ) throws(ReadingCancelled) -> JSONValue? {
    var value: JSONValue?
    try source.bytes.withBytes { bytes throws(ReadingCancelled) in
      do throws(JSONFault) {
        value = try JSONValue(reading: bytes, with: JSONTape(isForeign: true))
      } catch {
        try collector.report(error, in: bytes)
      }
    }
    return value
  }

  /// The kind of contents that do not say it, by their members.
  private static func likelyLibrary(of content: JSONValue) -> String {
    if content["answers"] != nil { return "H5P.MultiChoice" }
    return content["correct"] != nil ? "H5P.TrueFalse" : ""
  }
}
