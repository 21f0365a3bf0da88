/// What the questions of a file have, found out before the first of them is written: which columns a table needs, and what a
/// format will lose.
public struct ExportSurvey: Sendable {
  /// How many questions have each feature.
  private var counts: [QuestionFormat.Feature: Int] = [:]
  /// The most choices of a question.
  private(set) var choiceCount = 2
  /// Whether a spreadsheet would run a cell as a formula.
  private(set) var hasFormulas = false

  mutating func take(_ question: ExportedQuestion) {
    for feature in QuestionFormat.Feature.allCases where feature.isPresent(in: question) {
      counts[feature, default: 0] += 1
    }
    choiceCount = max(choiceCount, question.content.choices.count)
    hasFormulas = hasFormulas || question.texts.contains(where: CellProtection.isNeeded)
  }

  /// How many questions have the feature.
  func count(_ feature: QuestionFormat.Feature) -> Int { counts[feature] ?? 0 }

  /// Whether any question has it.
  func has(_ feature: QuestionFormat.Feature) -> Bool { count(feature) > 0 }
}

extension ExportedQuestion {
  /// Every text of it, as the cells of a table have them.
  var texts: [String] {
    [
      content.text, content.commentary, category ?? "", TagList.join(content.tags),
      content.title ?? "", content.externalID ?? "", content.timeLimit ?? "",
    ] + content.choices.map(\.text) + content.choices.map(\.feedback)
  }
}

extension QuestionFormat.Feature {
  /// Whether a question has it, so that it would be missed.
  fileprivate func isPresent(in question: ExportedQuestion) -> Bool {
    let content = question.content
    switch self {
    case .commentary: return !content.commentary.isEmpty
    case .feedback: return content.choices.contains { !$0.feedback.isEmpty }
    case .tags: return !content.tags.isEmpty
    case .category: return question.category != nil
    case .title: return content.title != nil
    case .identifier: return content.externalID != nil
    case .lineBreaks:
      return ([content.text] + content.choices.map(\.text)).contains {
        $0.utf8.contains(UInt8(ascii: "\n"))
      }
    case .timeLimit: return content.timeLimit != nil
    case .otherFields:
      return content.otherFields?.keys.contains { $0 != QuestionContent.timeField } == true
    }
  }
}
