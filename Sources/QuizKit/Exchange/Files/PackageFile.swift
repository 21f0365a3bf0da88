import QuizSupport

/// Reads a file that is a package, in the format that its contents show.
struct PackageFile {
  let collector: QuestionCollector

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
    let package = QuestionPackage(archive, into: collector)
    if !archive.leavingNames.isEmpty {
      collector.report(.namesLeavePackage(archive.leavingNames), line: nil)
    }
    if named == nil, let foreign = ForeignFile(package) {
      collector.report(.foreign(foreign), line: nil)
      return nil
    }
    let found = named ?? QuestionFormat.all.first { $0.package?.isFound(package) == true }
    guard let format = found, let form = format.package else {
      try readTexts(of: package, as: named)
      package.reportUnread()
      return named
    }
    if named == nil { collector.note(.format(format.title)) }
    try form.reader.read(package)
    package.reportUnread()
    package.reportPackages()
    if !collector.foundSomething { collector.report(.noQuestionsInPackage, line: nil) }
    return format
  }

  /// Reads a package of texts, such as a folder of Markdown files. Each file becomes a deck, as when
  /// a folder is imported.
  ///
  /// - Parameter named: The format that the user named; `nil` to detect that of each file.
  private func readTexts(
    of package: QuestionPackage, as named: QuestionFormat?
  ) throws(ReadingCancelled) {
    var passedOver: [String] = []
    let names = package.names.filter { name in
      !name.split(separator: "/").contains { $0.hasPrefix(".") } && !isPicture(name)
    }.sorted()
    let decks = DeckNames(of: names)
    for name in names {
      var isRead = false
      // A file that is not a text has none of the formats that are read here.
      if !package.beginning(of: name).isEmpty {
        try package.read(name, deck: decks[name]) { (source) throws(ReadingCancelled) in
          // To recognise a format takes up to three times as much memory as the text.
          collector.charge(3 * source.bytes.count)
          if collector.isFull { throw ReadingCancelled() }
          let clues = FormatClues(source)
          guard let format = named ?? Self.format(of: clues) else { return }
          let before = collector.accepted + collector.skipped + collector.errors
          let hadAny = collector.foundQuestions
          if named == nil { collector.note(.format(format.title)) }
          try format.reader.read(clues, into: collector)
          // A backup may have notes and no questions.
          isRead =
            collector.accepted + collector.skipped + collector.errors > before
            || collector.foundQuestions && !hadAny
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

  /// Whether a file is there for the questions that refer to it.
  private func isPicture(_ name: String) -> Bool {
    if collector.pictures == nil { return false }
    return PictureIntake.isOfBackup(name)
      || ["png", "jpg", "jpeg", "gif", "webp", "svg"].contains(FileName.ending(of: name))
  }

  /// The format of a file. Packages have many documents of XML that only programs read.
  private static func format(of clues: FormatClues) -> QuestionFormat? {
    clues.source.fileExtension == "xml"
      ? FormatGuess.contents(of: clues) : FormatGuess.format(of: clues)
  }
}

/// Faults of packages of any format.
extension Fault {
  /// The package, or a file in it, cannot be read.
  static func package(_ error: PackageError) -> Fault {
    Fault(error.message, scope: .file)
  }

  /// A file of another program, which has to be saved in another format first.
  static func foreign(_ file: ForeignFile) -> Fault {
    Fault(
      "package-unsupported", "this is \(file.name.text(in: .english))",
      "\(file.name.text(in: .japanese))です",
      hint: file.advice, scope: .file)
  }

  /// A program, which has no questions.
  package static var program: Fault { foreign(.program) }

  /// Files in a package were not read, because their names lead out of it.
  static func namesLeavePackage(_ names: [String]) -> Fault {
    Fault(
      "names-leave-package",
      "not read, because the names lead out of the package: \(NameList.text(names, .english))",
      "名前がパッケージの外を指すため読んでいません: \(NameList.text(names, .japanese))",
      level: .warning)
  }

  /// Files in a package have no questions that this program can read.
  static func filesPassedOver(_ names: [String]) -> Fault {
    Fault(
      "files-passed-over",
      "files without questions were passed over: \(NameList.text(names, .english))",
      "質問のないファイルは読んでいません: \(NameList.text(names, .japanese))", level: .warning)
  }

  /// Packages in a package, which the user has to unpack first.
  static func packagesPassedOver(_ names: [String]) -> Fault {
    Fault(
      "files-passed-over",
      "packages in the package were passed over: \(NameList.text(names, .english))",
      "パッケージの中のパッケージは読んでいません: \(NameList.text(names, .japanese))",
      hint: Reason("unpack them, and import each", "取り出して、1 つずつ取り込んでください"),
      level: .warning)
  }

  /// A test refers to files that the package does not have.
  static func filesMissing(_ names: [String]) -> Fault {
    Fault(
      "files-missing",
      "the package does not have the files of some questions: \(NameList.text(names, .english))",
      "質問のファイルがパッケージにありません: \(NameList.text(names, .japanese))", level: .warning)
  }

  /// A file has more parts than any author writes, so the rest is not read.
  static func tooManyParts(_ most: Int) -> Fault {
    Fault(
      "package-too-large", "more than \(most) parts; the rest of the file was not read",
      "要素が \(most) 個を超えています。残りは読んでいません",
      hint: Reason("divide the file", "ファイルを分けてください"), scope: .file)
  }

  /// A package has more questions than any course, so the rest is not read.
  static func tooManyQuestions(_ most: Int) -> Fault {
    Fault(
      "package-too-large", "more than \(most) questions; the rest of the package was not read",
      "質問が \(most) 問を超えています。残りは読んでいません",
      hint: Reason("divide the package", "パッケージを分けてください"), scope: .file)
  }

  /// A cell has more text than any spreadsheet takes. It is read as if it were empty.
  static func cellTooLong(_ column: String, _ limit: Int) -> Fault {
    Fault(
      "package-too-large",
      "the cell in column \(column) has more than \(ByteCount.text(limit)) of text; it was not read",
      "列 \(column) のセルの文が \(ByteCount.text(limit)) を超えているため、読んでいません")
  }

  /// The package has no questions.
  static let noQuestionsInPackage = Fault(
    "no-questions", "no questions found in the package", "パッケージに質問が見つかりません", scope: .file)

  /// A section draws some of its questions at random.
  static func sectionDraws(_ count: Int, of total: Int, title: String) -> Fault {
    Fault(
      "draws-some",
      "section \"\(title)\" draws \(count) of its \(total) questions; all of them were read",
      "セクション「\(title)」は \(total) 問から \(count) 問を選ぶ設定ですが、すべて読みました", level: .warning)
  }
}
