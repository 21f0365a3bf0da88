/// A test of QTI 2, which names the files of its items.
struct QTI2Test {
  private(set) var title: String?
  /// The names of the items' files, in their order.
  private(set) var items: [String] = []

  private let package: QuestionPackage
  private let collector: QuestionCollector
  /// The files that were read, because sections may refer to each other in a circle.
  private var visited: Set<String>
  /// The names of files that lead out of the package.
  private var leavingNames: [String] = []

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
    swap(&visited, &self.visited)
  }

  private mutating func read(_ name: String, depth: Int) throws(ReadingCancelled) {
    guard depth < Self.depthLimit, package.has(name), visited.insert(name).inserted else { return }
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
      let reference = child.attributes["href"]
      let file = reference.flatMap { FileName.resolved($0, in: folder) }
      if let reference, file == nil { leavingNames.append(reference) }
      switch child.name {
      case "assessmentItemRef":
        count += 1
        if let file { items.append(file) }
      case "assessmentSectionRef": if let file { try read(file, depth: depth + 1) }
      default:
        let inside = try follow(child, in: folder, depth: depth)
        reportDraw(child, of: inside)
        count += inside
      }
    }
    return count
  }

  private func reportDraw(_ section: MarkupElement, of total: Int) {
    guard let count = section["selection"]?.attributes["select"].flatMap({ Int($0) }),
      count < total
    else { return }
    collector.report(
      .sectionDraws(count, of: total, title: section.attributes["title"] ?? ""), line: section.line)
  }
}
