import QuizSupport

/// A file of another program that this program recognises, but does not read.
enum ForeignFile: Hashable, Sendable {
  case pdf
  /// A Word file of the format before 2007.
  case oldWord
  /// An Excel file of the format before 2007.
  case oldExcel
  /// An Office file with a password.
  case lockedOffice
  case openText
  case openSpreadsheet
  case slides
  case ankiPackage
  case ankiCollection
  case moodleBackup
  case richText
  case binarySpreadsheet
  case book
  case otherArchive
  /// Questions in YAML.
  case yaml
  /// A program in machine code.
  case program

  /// Recognises a file by its first bytes; `nil` if it may have questions.
  static func found(in bytes: [UInt8]) -> ForeignFile? {
    func begins(_ text: StaticString) -> Bool {
      text.withUTF8Buffer { bytes.starts(with: $0) }
    }
    if begins("%PDF-") { return .pdf }
    if begins("{\\rtf") { return .richText }
    if begins("SQLite format 3") { return .ankiCollection }
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      return oldOffice(bytes)
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      return hasMoodleName(bytes) ? .moodleBackup : .otherArchive
    }
    if isProgram(bytes) { return .program }
    let isArchive =
      begins("Rar!") || bytes.starts(with: [0x37, 0x7A, 0xBC, 0xAF])
      || bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A]) || begins("BZh")
    return isArchive ? .otherArchive : nil
  }

  /// Whether lines of a text in YAML are those of questions: one names a question, another its
  /// choices or its answer.
  static func isQuiz(yaml text: String) -> Bool {
    var roles: Set<ColumnRole> = []
    for line in text.split(separator: "\n") {
      let name = line.drop { " -\t\"'".contains($0) }.prefix { !":\"'".contains($0) }
      guard !name.isEmpty, line[name.endIndex...].contains(":") else { continue }
      roles.formUnion(FieldNames.roles(of: FieldNames.uses(of: String(name))))
    }
    return roles.contains(.question) && !roles.isDisjoint(with: ColumnRole.ofAnswers)
  }

  /// Whether the bytes begin like a program of Linux, macOS or Windows.
  private static func isProgram(_ bytes: [UInt8]) -> Bool {
    let machO: [[UInt8]] = [
      [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE],
      [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF],
    ]
    if bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || machO.contains(where: bytes.starts) {
      return true
    }
    // A text may begin with MZ too, but not with zeros in the numbers that follow.
    return bytes.starts(with: [0x4D, 0x5A]) && bytes.prefix(64).contains(0)
  }

  /// Recognises a package by the names of its files.
  init?(_ package: QuestionPackage) {
    let kind = package.has("mimetype") ? package.beginning(of: "mimetype") : ""
    if package.names.contains(where: { $0.hasPrefix("collection.anki") }) {
      self = .ankiPackage
    } else if package.has("moodle_backup.xml") {
      self = .moodleBackup
    } else if kind.hasPrefix("application/vnd.oasis.opendocument.text") {
      self = .openText
    } else if kind.hasPrefix("application/vnd.oasis.opendocument.spreadsheet") {
      self = .openSpreadsheet
    } else if kind.hasPrefix("application/epub") {
      self = .book
    } else if package.has("ppt/presentation.xml")
      || kind.hasPrefix("application/vnd.oasis.opendocument.presentation")
    {
      self = .slides
    } else if package.has("xl/workbook.bin") {
      self = .binarySpreadsheet
    } else {
      return nil
    }
  }

  /// Tells apart the files that begin with the mark of old Office files, by the names in them,
  /// which are in UTF-16.
  private static func oldOffice(_ bytes: [UInt8]) -> ForeignFile {
    func has(_ name: String) -> Bool {
      let name = name.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      return bytes.firstRange(of: name) != nil
    }
    if has("EncryptedPackage") { return .lockedOffice }
    return has("WordDocument") ? .oldWord : .oldExcel
  }

  /// A backup of Moodle is a compressed archive, whose header may have the name of the archive.
  private static func hasMoodleName(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 12, bytes[3] & 8 == 8 else { return true }
    let name = String(decoding: bytes[10...].prefix { $0 != 0 }.prefix(200), as: UTF8.self)
    return FileName.ending(of: name) != "tar" || name.contains("moodle")
  }
}

extension ForeignFile {
  /// The kind of the file in words.
  var name: Reason {
    switch self {
    case .pdf: Reason("a PDF", "PDF")
    case .oldWord: Reason("a Word file of the old format", "古い形式の Word ファイル")
    case .oldExcel: Reason("an Excel file of the old format", "古い形式の Excel ファイル")
    case .lockedOffice: Reason("an Office file with a password", "パスワード付きの Office ファイル")
    case .openText: Reason("an OpenDocument text", "OpenDocument の文書")
    case .openSpreadsheet: Reason("an OpenDocument spreadsheet", "OpenDocument の表")
    case .slides: Reason("a file of slides", "スライドのファイル")
    case .ankiPackage: Reason("an Anki package", "Anki のパッケージ")
    case .ankiCollection: Reason("a database, such as an Anki collection", "データベース（Anki のコレクションなど）")
    case .moodleBackup:
      Reason(
        "a backup of a Moodle course, or another compressed file", "Moodle のコースのバックアップか、ほかの圧縮ファイル")
    case .richText: Reason("an RTF text", "RTF の文書")
    case .binarySpreadsheet: Reason("a binary Excel file", "バイナリ形式の Excel ファイル")
    case .book: Reason("an electronic book", "電子書籍")
    case .otherArchive: Reason("an archive that is not a zip", "zip ではないアーカイブ")
    case .yaml: Reason("a quiz in YAML", "YAML のクイズ")
    case .program: Reason("a program", "プログラム")
    }
  }

  /// What to do instead.
  var advice: Reason {
    switch self {
    case .pdf, .book:
      Reason("copy its text into a text file and import that", "文をテキストファイルに写して取り込んでください")
    case .oldWord, .openText, .richText:
      Reason(
        "open it in Word or LibreOffice and save it as .docx",
        "Word か LibreOffice で開き、.docx で保存してください")
    case .oldExcel, .openSpreadsheet, .binarySpreadsheet:
      Reason(
        "open it in Excel or LibreOffice and save it as .xlsx",
        "Excel か LibreOffice で開き、.xlsx で保存してください")
    case .lockedOffice:
      Reason("open it and save it without a password", "開いて、パスワードなしで保存してください")
    case .slides:
      Reason("copy the questions into a table or a text", "質問を表かテキストに写してください")
    case .ankiPackage, .ankiCollection:
      Reason(
        "in Anki, export the deck as “Notes in Plain Text” and import that",
        "Anki でデッキを「テキスト形式のノート」として書き出してください")
    case .moodleBackup:
      Reason(
        "in Moodle, export the question bank as Moodle XML, or unpack the file first",
        "Moodle の問題バンクから Moodle XML で書き出すか、先に展開してください")
    case .yaml:
      Reason(
        "convert it to JSON, such as with yq -o=json FILE", "JSON に変換してください（例: yq -o=json ファイル）")
    case .program:
      Reason("name a file that has questions", "質問の入ったファイルを指定してください")
    case .otherArchive:
      Reason(
        "unpack it, and import the files or pack them as .zip", "展開して中のファイルを取り込むか、.zip にしてください")
    }
  }
}
