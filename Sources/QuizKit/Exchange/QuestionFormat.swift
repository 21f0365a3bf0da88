/// A format that questions come in, with what it can carry.
public struct QuestionFormat: Sendable {
  /// The word for `--format`.
  public let name: String

  /// What people call it.
  public let title: String

  /// The extensions of its files, without the dot; the first is the usual one.
  public let extensions: [String]

  /// What survives a way through the format.
  public let keeps: Set<Feature>

  /// Reads it.
  public let reader: any QuestionReader

  /// Part of a question that some formats cannot carry.
  public enum Feature: String, Sendable, CaseIterable {
    case commentary
    case feedback
    case tags
    case category
    case title
    case identifier
    case lineBreaks
  }
}

extension QuestionFormat {
  /// All formats, in the order in which they are told apart.
  public static let all: [QuestionFormat] = [.openTriviaDB, .csv, .tsv]

  /// Finds a format by its name or by an extension, in any case.
  public static func named(_ name: String) -> QuestionFormat? {
    let folded = name.lowercased()
    return all.first { $0.name == folded } ?? all.first { $0.extensions.contains(folded) }
  }

  /// Answers of the Open Trivia Database.
  public static let openTriviaDB = QuestionFormat(
    name: "opentdb", title: OpenTriviaDBReader.formatName, extensions: ["json"],
    keeps: [.category, .tags], reader: OpenTriviaDBReader())

  /// A table whose delimiter is found out.
  public static let csv = QuestionFormat(
    name: "csv", title: CSVReader.formatName, extensions: ["csv"],
    keeps: Set(Feature.allCases), reader: CSVReader())

  /// A table parted by tabs.
  public static let tsv = QuestionFormat(
    name: "tsv", title: "TSV", extensions: ["tsv", "tab"],
    keeps: Set(Feature.allCases), reader: CSVReader(delimiter: UInt8(ascii: "\t")))
}
