import QuizSupport

/// Reads a package of texts, such as a folder of Markdown files. Each file becomes a deck, as when
/// a folder is imported.
struct PackageFolder {
  private let package: QuestionPackage
  private let collector: QuestionCollector
  private let options: ReadingOptions

  init(_ package: QuestionPackage, _ collector: QuestionCollector, _ options: ReadingOptions) {
    (self.package, self.collector, self.options) = (package, collector, options)
  }

  /// - Parameter named: The format that the user named; `nil` to detect that of each file.
  func read(as named: QuestionFormat?) throws(ReadingCancelled) {
    var passedOver: [String] = []
    let names = package.names.filter { !Self.isHidden($0) }.sorted()
    let decks = DeckNames(of: names)
    for name in names {
      var isRead = false
      // A file that is not a text has none of the formats that are read here.
      if !package.beginning(of: name).isEmpty {
        try package.read(name, deck: decks[name]) { (source) throws(ReadingCancelled) in
          // To recognise a format takes up to three times as much memory as the text.
          collector.use(3 * source.bytes.count)
          if collector.isFull { throw ReadingCancelled() }
          let clues = FormatClues(source)
          guard let format = named ?? Self.format(of: clues) else { return }
          let before = collector.accepted + collector.skipped + collector.errors
          if named == nil { collector.note(.format(format.title)) }
          try format.reader.read(clues, options: options, into: collector)
          isRead = collector.accepted + collector.skipped + collector.errors > before
        }
      }
      if !isRead { passedOver.append(name) }
    }
    if !collector.foundSomething {
      package.reportPackages()
      collector.report(.noQuestionsInPackage, line: nil)
    } else if !passedOver.isEmpty {
      collector.report(.filesPassedOver(passedOver), line: nil)
    }
  }

  /// The format of a file. Packages have many documents of XML that only programs read.
  private static func format(of clues: FormatClues) -> QuestionFormat? {
    clues.source.fileExtension == "xml"
      ? FormatGuess.contents(of: clues) : FormatGuess.format(of: clues)
  }

  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") }
  }
}
