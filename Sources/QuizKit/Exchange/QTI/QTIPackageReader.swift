import QuizSupport

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

/// A test of QTI 2, which names the files of its items.
private struct QTI2Test {
  private(set) var title: String?
  /// The names of the items' files, in their order.
  private(set) var items: [String] = []

  private let package: QuestionPackage
  private let collector: QuestionCollector
  /// The files that were read, because sections may refer to each other in a circle.
  private var visited: Set<String>
  /// The names of files that lead out of the package.
  private var leavingNames: [String] = []
  /// The names of files that the package does not have.
  private var missingNames: [String] = []
  /// The names of the package's files by how a program might spell them; empty until one is missing.
  private var spellings: [String: String] = [:]

  /// The most files that refer to each other in a row.
  private static let depthLimit = 20

  /// - Parameter visited: The files that other tests read already. Those of this test are added.
  init(
    _ name: String, in package: QuestionPackage, visited: inout Set<String>,
    _ collector: QuestionCollector
  ) throws(ReadingCancelled) {
    (self.package, self.collector, self.visited) = (package, collector, visited)
    // Leaves the only copy here, so that it grows in place.
    visited = []
    try read(name, depth: 0)
    if !leavingNames.isEmpty { collector.report(.namesLeavePackage(leavingNames), line: nil) }
    if !missingNames.isEmpty { collector.report(.filesMissing(missingNames), line: nil) }
    swap(&visited, &self.visited)
  }

  private mutating func read(_ name: String, depth: Int) throws(ReadingCancelled) {
    guard depth < Self.depthLimit, visited.insert(name).inserted else { return }
    var root: MarkupElement?
    try package.read(name) { (source) throws(ReadingCancelled) in
      try source.withBytes { (bytes) throws(ReadingCancelled) in
        var scanner = MarkupScanner(
          bytes, longest: collector.longest, longestText: QTIReader.longestText)
        root = try collector.scan { () throws(MarkupScanner.Failure) in
          try scanner.whole(try scanner.root())
        }
      }
    }
    guard let root else { return }
    let test = QTINames.classic(root)
    if title == nil {
      let text = FieldText.make(test.attributes["title"] ?? "")
      title = text.isEmpty ? nil : text
    }
    _ = try follow(test, in: FileName.folder(of: name), depth: depth)
  }

  /// - Returns: How many items are named inside.
  private mutating func follow(
    _ element: MarkupElement, in folder: String, depth: Int
  ) throws(ReadingCancelled) -> Int {
    var count = 0
    for child in element.children {
      switch child.name {
      case "assessmentItemRef":
        count += 1
        if let file = file(child, in: folder) { items.append(file) }
      case "assessmentSectionRef":
        if let file = file(child, in: folder) { try read(file, depth: depth + 1) }
      default:
        let inside = try follow(child, in: folder, depth: depth)
        reportDraw(child, of: inside)
        count += inside
      }
    }
    return count
  }

  /// The file that an element refers to; `nil` if the package does not have it.
  private mutating func file(_ element: MarkupElement, in folder: String) -> String? {
    guard let reference = element.attributes["href"] else { return nil }
    guard let name = FileName.resolved(reference, in: folder) else {
      leavingNames.append(reference)
      return nil
    }
    if package.has(name) { return name }
    if spellings.isEmpty {
      spellings = Dictionary(
        package.names.map { (Self.spelling(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let other = spellings[Self.spelling(of: name)]
    if other == nil { missingNames.append(reference) }
    return other
  }

  /// The name as programs take it that do not tell apart cases and slashes.
  private static func spelling(of name: String) -> String {
    name.lowercased().replacing("\\", with: "/")
  }

  private func reportDraw(_ section: MarkupElement, of total: Int) {
    guard let count = section["selection"]?.attributes["select"].flatMap({ Int($0) }),
      count < total
    else { return }
    collector.report(
      .sectionDraws(count, of: total, title: section.attributes["title"] ?? ""), line: section.line)
  }
}
