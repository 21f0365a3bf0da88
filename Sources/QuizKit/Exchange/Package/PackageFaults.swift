import QuizSupport

/// Faults of packages of any format.
extension Fault {
  /// The package, or a file in it, cannot be read.
  static func package(_ error: PackageError) -> Fault {
    Fault(error.message, scope: .file)
  }

  /// A file of another program, which has to be saved in another format first.
  static func foreign(_ file: ForeignFile) -> Fault {
    Fault(
      "package-unsupported", "this is \(file.english)", "\(file.japanese)です",
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

  /// Packages in a package, which somebody has to unpack first.
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
