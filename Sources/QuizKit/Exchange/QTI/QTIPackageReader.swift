/// Reads a package of QTI: what Canvas, Blackboard, R/exams and others export, and Common
/// Cartridges.
///
/// The files are known by their outermost elements. The manifests of many packages name other files
/// than there are.
struct QTIPackageReader: PackageReader {
  static func isFound(in package: QuestionPackage) -> Bool {
    package.names.contains { name in
      name.split(separator: "/").last == "imsmanifest.xml" || root(of: name, in: package) != nil
    }
  }

  func read(
    _ package: QuestionPackage, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    var files: [QTIRoot: [String]] = [:]
    for name in package.names where !Self.isTwin(name, in: package) {
      if let root = Self.root(of: name, in: package) { files[root, default: []].append(name) }
    }
    for name in (files[.questions] ?? []) + (files[.pool] ?? []) {
      try read(name, deck: nil, package, options, collector)
    }
    let items = files[.item] ?? []
    var rest = Set(items)
    var visited: Set<String> = []
    for name in files[.test] ?? [] {
      let test = try QTI2Test(name, in: package, visited: &visited, collector)
      for item in test.items where rest.remove(item) != nil {
        try read(item, deck: test.title, package, options, collector)
      }
    }
    for name in items where rest.contains(name) {
      try read(name, deck: nil, package, options, collector)
    }
  }

  private func read(
    _ name: String, deck: String?, _ package: QuestionPackage, _ options: ReadingOptions,
    _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try package.read(name, deck: deck) { (source) throws(ReadingCancelled) in
      try QTIReader().read(source, options: options, into: collector)
    }
  }

  private static func root(of name: String, in package: QuestionPackage) -> QTIRoot? {
    guard ["xml", "qti", "dat"].contains(FileName.ending(of: name)) else { return nil }
    return QTIRoot(head: package.beginning(of: name))
  }

  /// Whether the file is the shorter one of two with the same quiz. Canvas writes each quiz of a
  /// course twice: as Common Cartridge, which does not know all kinds of questions, and with
  /// everything.
  private static func isTwin(_ name: String, in package: QuestionPackage) -> Bool {
    let parts = name.split(separator: "/")
    guard parts.count >= 2, parts.last == "assessment_qti.xml" else { return false }
    let twin = parts.dropLast(2) + ["non_cc_assessments", "\(parts[parts.count - 2]).xml.qti"]
    return package.has(twin.joined(separator: "/"))
  }
}
