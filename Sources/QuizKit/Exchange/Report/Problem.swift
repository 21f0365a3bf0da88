import QuizSupport

/// A problem in a file, with its place and how to fix it.
package struct Problem: Hashable, Sendable {
  /// The consequence of a problem for the question.
  package enum Level: String, Codable, Sendable {
    /// The question could not be read.
    case error
    /// The question was read, but something about it looks wrong.
    case warning
    /// The question is valid, but a quiz cannot ask it.
    case skipped
  }

  /// The fault that was found.
  package var fault: Fault

  /// The file name as the user gave it.
  package var file: String

  /// The line, counted from 1; `nil` if the problem concerns no line, such as a lost feature.
  package var line: Int?

  /// The path of the element in formats where line numbers say little, such as `results[17]`,
  /// counted from 1.
  package var element: String?

  /// The beginning of the affected question; empty if there is none.
  package var question: String

  /// The affected words of the file; empty if ``question`` says enough.
  package var excerpt: String

  /// Creates a problem. Texts longer than 60 columns are truncated.
  package init(
    _ fault: Fault, file: String, line: Int? = nil, element: String? = nil,
    question: String = "", excerpt: String = ""
  ) {
    self.fault = fault
    self.file = file
    self.line = line
    self.element = element
    self.question = Self.quoted(question)
    self.excerpt = Self.quoted(excerpt)
  }

  /// The line, or the element if there is no line; `nil` if the problem has no place.
  package var place: String? { line.map(String.init) ?? element }

  /// Whether the question was lost, skipped or kept.
  package var level: Level { fault.level }

  /// The stable name of the fault.
  package var code: String { fault.code }

  /// Returns one line of at most 60 terminal columns, without control or formatting characters.
  private static func quoted(_ text: String) -> String {
    let limit = 60
    var line = ""
    var columns = 0
    for scalar in text.unicodeScalars {
      let shown: Unicode.Scalar =
        scalar == "\n" || scalar == "\t" ? " " : scalar
      if shown.properties.generalCategory == .control || shown.properties.generalCategory == .format
      {
        continue
      }
      // East Asian wide characters begin at U+1100 (Hangul Jamo). This is coarse, but good enough
      // for truncating.
      columns += shown.value >= 0x1100 ? 2 : 1
      if columns > limit { return line + "…" }
      line.unicodeScalars.append(shown)
    }
    return line
  }
}

extension Problem {
  /// The problem as a sentence, such as `no correct choice in "Capital of Peru?"`.
  package func message(in language: Language) -> String {
    let sentence = fault.sentence.text(in: language)
    guard !question.isEmpty else { return sentence }
    return sentence + language.text(" in \"\(question)\"", "(「\(question)」)")
  }
}

/// Lists names from a file, such as those of columns. A long list is cut off.
enum NameList {
  /// The most names that are written out. A table made by a person has fewer.
  static let most = 20
  /// The most characters of a name that are written out.
  static let mostCharacters = 60

  /// The first names, and the number of the remaining ones.
  static func text(_ names: [String], _ language: Language) -> String {
    var parts = names.prefix(most).map { name in
      name.count > mostCharacters ? name.prefix(mostCharacters) + "…" : name
    }
    if names.count > most {
      let rest = names.count - most
      parts.append(language.text("and \(rest) more", "ほか \(rest) 個"))
    }
    return parts.joined(separator: language.text(", ", "、"))
  }
}
