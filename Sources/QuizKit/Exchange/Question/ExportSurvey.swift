/// A summary of the questions of an export, made before the first one is written. It decides which
/// columns a table needs and which losses to report.
package struct ExportSurvey: Sendable {
  /// How many questions use each feature.
  private var counts: [QuestionFormat.Feature: Int] = [:]
  /// The largest number of choices of any question.
  private(set) var choiceCount = 2
  /// The largest number of accepted answers of any question.
  private(set) var acceptedCount = 0
  /// Whether some question's kind cannot be recognised from the answers in a table alone.
  private(set) var needsKinds = false
  /// The kinds of the questions.
  private(set) var kinds: Set<QuestionContent.Kind> = []
  /// Whether a spreadsheet would run some text as a formula.
  private(set) var hasFormulas = false

  mutating func take(_ question: ExportedQuestion) {
    for feature in QuestionFormat.Feature.allCases where feature.isPresent(in: question) {
      counts[feature, default: 0] += 1
    }
    let solution = question.content.solution
    kinds.insert(solution.kind)
    choiceCount = max(choiceCount, RowParts.choiceCells(of: question.content).count)
    acceptedCount = max(acceptedCount, solution.feedbacks.count)
    needsKinds =
      needsKinds || solution.kind.isTyped || solution.kind.isNew
      || QuestionFormat.Feature.severalOfOne.isPresent(in: question)
    hasFormulas = hasFormulas || question.texts.contains(where: CellProtection.isNeeded)
  }

  /// Takes the kinds of questions that are not shown one by one.
  mutating func take(_ kinds: Set<QuestionContent.Kind>) { self.kinds.formUnion(kinds) }

  /// How many questions use `feature`.
  func count(_ feature: QuestionFormat.Feature) -> Int { counts[feature] ?? 0 }

  /// Whether any question uses `feature`.
  func has(_ feature: QuestionFormat.Feature) -> Bool { count(feature) > 0 }
}

extension ExportedQuestion {
  /// All texts of the question, in the form in which table cells contain them.
  var texts: [String] {
    [
      content.text, content.commentary, category ?? "", TagList.join(content.tags),
      content.title ?? "", content.externalID ?? "", content.timeLimit ?? "",
    ] + content.choices.map(\.text) + content.choices.map(\.feedback)
      + content.solution.feedbacks + content.partTexts
      + [content.solution.answerCell, content.solution.weightsCell]
  }
}

extension QuestionContent {
  /// The texts of a solution that is neither choices nor accepted answers.
  fileprivate var partTexts: [String] { kind.isNew ? solution.texts : [] }
}

extension QuestionFormat.Feature {
  /// Whether the question uses this feature, so that a format without it would lose something.
  fileprivate func isPresent(in question: ExportedQuestion) -> Bool {
    let content = question.content
    switch self {
    case .commentary: return !content.commentary.isEmpty
    case .feedback:
      return content.choices.contains { !$0.feedback.isEmpty }
        || content.solution.feedbacks.contains { !$0.isEmpty }
    case .weights: return content.solution.hasWeights
    case .choose:
      guard case .several(let several) = content.solution else { return false }
      return several.choose != several.choose(saidIn: content.text)
    case .severalOfOne: return content.kind == .several && content.solution.rightChoices.count == 1
    case .letterCase:
      return content.solution.isCaseSensitive || content.solution.hasCaseSensitiveGap
    case .tags: return !content.tags.isEmpty
    case .category: return question.category != nil
    case .title: return content.title != nil
    case .identifier: return content.externalID != nil
    case .lineBreaks:
      return ([content.text] + content.choices.map(\.text) + content.partTexts).contains {
        $0.utf8.contains(UInt8(ascii: "\n"))
      }
    case .timeLimit: return content.timeLimit != nil
    case .gapDetails: return content.solution.hasGapDetails
    case .pictures: return !content.pictures.attachments.isEmpty
    case .otherFields:
      return content.otherFields?.keys.contains { $0 != QuestionContent.timeField } == true
    }
  }
}
