import QuizSupport

/// The blanks of a text, which are rows of underscores to write on.
struct WordBlanks {
  /// The texts before, between and behind the blanks.
  private let texts: [String]

  /// The fewest underscores of a blank.
  private static let least = 3
  /// The longest text that is searched, in bytes.
  private static let longest = 4_000

  /// `nil` if there is none, or if the blanks are those of a form: `Name: ____  Date: ____`.
  init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.contains(UInt8(ascii: "_")) else { return nil }
    texts = Self.parts(of: text)
    guard texts.count > 1, !Self.isLabel(texts[0]),
      WordStatement.isSentence(texts.joined(separator: " "))
    else { return nil }
  }

  var count: Int { texts.count - 1 }

  /// Whether the blanks are part of a sentence, and not of a title or a line to sign on.
  var areInSentence: Bool {
    if let last = texts.last?.last(where: { !$0.isWhitespace }) { return ".?!。)".contains(last) }
    return texts.joined(separator: " ").split(whereSeparator: \.isWhitespace).count > 3
  }

  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var row = 0
    for character in text {
      if character == "_" {
        row += 1
        continue
      }
      end(row, &parts)
      row = 0
      parts[parts.count - 1].append(character)
    }
    end(row, &parts)
    return parts
  }

  private static func end(_ row: Int, _ parts: inout [String]) {
    if row >= least {
      parts.append("")
    } else {
      parts[parts.count - 1] += String(repeating: "_", count: row)
    }
  }

  /// Whether a text before a blank names what to write: `Name:`
  private static func isLabel(_ text: String) -> Bool {
    let last = text.last { !$0.isWhitespace }
    return (last == ":" || last == "：") && text.split(whereSeparator: \.isWhitespace).count < 3
  }

  /// The text that shows the blanks.
  var text: String {
    if count == 1 { return FieldText.make(texts.joined(separator: CardGaps.blank)) }
    var shown = GapText.escaped(texts[0])
    for (place, text) in texts.dropFirst().enumerated() {
      shown += GapText.mark(place) + GapText.escaped(text)
    }
    return FieldText.make(shown)
  }

  /// The solution that a line with an answer for each blank gives; `nil` if it has more or fewer.
  ///
  /// Semicolons are sure to stand between answers, commas may be in them.
  func solution(_ answer: String) -> Solution? {
    if count == 1 {
      let accepted = Self.split(answer, at: ";；|")
      return accepted.isEmpty ? nil : CardGaps.solution([accepted])
    }
    for marks in [";；|", ",，、", "/"] {
      let parts = Self.split(answer, at: marks)
      if parts.count == count { return CardGaps.solution(parts.map { [$0] }) }
    }
    for joint in Vocabulary.joints {
      let parts = answer.split(separator: " \(joint) ").map { FieldText.make(String($0)) }
      if parts.count == count { return CardGaps.solution(parts.map { [$0] }) }
    }
    return nil
  }

  private static func split(_ answer: String, at marks: String) -> [String] {
    answer.split(whereSeparator: marks.contains).map { FieldText.make(String($0)) }
      .filter { !$0.isEmpty }
  }
}
