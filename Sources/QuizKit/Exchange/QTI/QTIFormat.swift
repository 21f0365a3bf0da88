extension QuestionFormat {
  /// The format of the IMS consortium, in which learning platforms exchange questions: QTI 1.2, 2.x
  /// and 3, alone or in a package such as a Common Cartridge.
  package static let qti = QuestionFormat(
    name: "qti", title: "QTI", extensions: ["zip", "imscc"],
    keeps: .table.subtracting([.timeLimit, .choose]), kinds: .old.union([.gaps, .match, .order]),
    document: .xml,
    isNamedByEnding: false,
    recognitions: [Recognition(by: .member) { QTIRoot(head: $0.head) != nil }],
    package: PackageForm(isFound: QTIPackageReader.isFound, reader: QTIPackageReader()),
    reader: QTIReader(), writer: { _, _ in QTIWriter() })
}

/// The outermost elements of files with questions.
enum QTIRoot: String {
  /// QTI 1.2.
  case questions = "questestinterop"
  /// QTI 2.x and 3.
  case item = "assessmentItem"
  /// A test of QTI 2.x and 3, which refers to its items.
  case test = "assessmentTest"
  /// A pool of questions of old versions of Blackboard.
  case pool = "POOL"

  init?(_ name: String) {
    self.init(rawValue: QTINames.classic(name))
  }

  /// Recognises the outermost element in the beginning of a file.
  init?(head: String) {
    var rest = head[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->")?.upperBound else { return nil }
        rest = rest[end...]
      } else if rest.first != "?", rest.first != "!" {
        let name = rest.prefix { !" \t\n\r/>".contains($0) }
        self.init(String(name.split(separator: ":").last ?? ""))
        return
      }
    }
    return nil
  }
}

/// The names of QTI 3, which are those of QTI 2 in another notation: `qti-simple-choice` is
/// `simpleChoice`.
enum QTINames {
  /// The name of QTI 2.
  static func classic(_ name: String) -> String {
    name.hasPrefix("qti-") ? camel(name.dropFirst(4)) : name
  }

  static func camel(_ name: some StringProtocol) -> String {
    let words = name.split(separator: "-")
    return (words.first.map { String($0) } ?? "")
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The element with the names of QTI 2, and everything in it too.
  static func classic(_ element: MarkupElement) -> MarkupElement {
    var element = element
    let isTheirs = element.name.hasPrefix("qti-")
    element.name = classic(element.name)
    if isTheirs {
      element.attributes = Dictionary(
        element.attributes.map { (camel($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
    element.nodes = element.nodes.map {
      if case .element(let child) = $0 { .element(classic(child)) } else { $0 }
    }
    return element
  }
}
