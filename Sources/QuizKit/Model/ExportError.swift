/// Why nothing was exported.
public enum ExportError: ReportableError, Equatable {
  /// There is no format of this name, or extension; empty when there was neither.
  case unknownFormat(String)
  /// The format of this name is only read.
  case readOnlyFormat(String)
  /// There is a file of that name, and nobody said that it may be replaced.
  case fileExists(ExportOptions)

  public var code: String {
    switch self {
    case .unknownFormat: "unknown-format"
    case .readOnlyFormat: "read-only-format"
    case .fileExists: "file-exists"
    }
  }

  public var file: String? {
    if case .fileExists(let options) = self { options.file } else { nil }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .unknownFormat(""):
      language.text(
        "The file's name does not tell the format; give --format with one of: \(Self.formats).",
        "ファイル名から形式がわかりません。--format で指定してください: \(Self.formats)")
    case .unknownFormat(let name):
      language.text(
        "There is no format “\(name)”; there are: \(Self.formats).",
        "「\(name)」という形式はありません。使える形式: \(Self.formats)")
    case .readOnlyFormat(let name):
      language.text(
        "“\(name)” is only read; there are: \(Self.formats).",
        "「\(name)」には書き出せません。使える形式: \(Self.formats)")
    case .fileExists(let options):
      language.text(
        "Replace the file “\(options.file)”?", "ファイル「\(options.file)」を置き換えますか?")
    }
  }

  private static var formats: String {
    QuestionFormat.all.filter { $0.writer != nil }.map(\.name).joined(separator: ", ")
  }
}
