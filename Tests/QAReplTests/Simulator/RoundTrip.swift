@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import qa_repl

/// Writes the questions of a bank in a format and reads the file again. Everything that the format
/// can hold must be the same, and every loss must have been reported.
enum RoundTrip {
  static func check(_ device: SimulatedDevice, _ name: String) throws {
    guard let format = QuestionFormat.named(name), format.writer != nil,
      let models = device.program?.shell.models
    else { return }
    let store = models.bank.store
    let decks = Dictionary(
      uniqueKeysWithValues: try store.fetch(FetchDescriptor<Deck>()).map { ($0.id, $0.name) })
    let questions = try store.fetch(FetchDescriptor<Question>()).map {
      ExportedQuestion(category: decks[$0.deckID], content: $0.content)
    }
    guard let file = format.write(questions, name: "trip"), file.written > 0 else { return }
    let read = try QuestionFile.read(file.bytes, name: "trip", format: format)
    guard read.questions.count == file.written else {
      throw SimulationFailure(
        rule: "\(name): as many questions are read as were written",
        detail: "\(read.questions.count) of \(file.written)\n\(read.problems.map(\.code))\n"
          + String(decoding: file.bytes.prefix(1500), as: UTF8.self))
    }
    let lost = QuestionFormat.Feature.allCases.filter { feature in
      file.problems.contains { $0.code == "\(feature.rawValue)-lost" }
    }
    var contents = read.questions.map(\.content)
    for question in questions {
      let wanted = question.content.without(Set(lost)).comparable
      guard let index = contents.firstIndex(where: { $0.without(Set(lost)).comparable == wanted })
      else {
        let isNamed = file.problems.contains {
          $0.question == Problem($0.fault, file: $0.file, question: question.content.text).question
        }
        if isNamed { continue }
        let serial = RandomQuestion.serial(of: question.content.text)
        let other = contents.first { RandomQuestion.serial(of: $0.text) == serial }
        throw SimulationFailure(
          rule: "\(name): what is read is what was written, but for what was named",
          detail: "\(wanted)\n   instead of \(String(describing: other?.without(Set(lost))))\n"
            + "lost: \(lost)")
      }
      contents.remove(at: index)
    }
  }
}

extension QuestionContent {
  /// The question without the features that a format does not keep.
  fileprivate func without(_ features: Set<QuestionFormat.Feature>) -> QuestionContent {
    var copy = self
    for feature in features {
      switch feature {
      case .commentary: copy.commentary = ""
      case .feedback:
        for index in copy.choices.indices { copy.choices[index].feedback = "" }
        copy.solution = copy.solution.withoutFeedback
      case .weights: copy.solution = copy.solution.withoutWeights
      case .choose:
        if case .several(var several) = copy.solution {
          several.choose = nil
          copy.solution = .several(several)
        }
      case .letterCase:
        if case .text(var text) = copy.solution {
          text.isCaseSensitive = false
          copy.solution = .text(text)
        } else if case .gaps(let gaps) = copy.solution {
          copy.solution = .gaps(GapsSolution(gaps.gaps.map(\.ignoringCase)))
        }
      case .gapDetails:
        guard case .gaps(let gaps) = copy.solution else { continue }
        copy.solution = .gaps(
          GapsSolution(
            gaps.gaps.map { gap in
              guard case .typed(let texts) = gap else { return gap }
              let right = texts.accepted.filter(\.isRight)
              return .typed(TextSolution(accepted: right.map { AcceptedText($0.pattern) }))
            }))
      case .tags: copy.tags = []
      case .title: copy.title = nil
      case .identifier: copy.externalID = nil
      case .timeLimit, .otherFields: copy.otherFields = nil
      case .pictures: copy.pictures = Pictures()
      case .severalOfOne:
        if case .several(let several) = copy.solution, several.correct.count == 1 {
          copy.solution = .single(SingleSolution(several.correct[0]))
        }
      case .category: break
      case .lineBreaks:
        copy.text = copy.text.oneLine
        for index in copy.choices.indices {
          copy.choices[index].text = copy.choices[index].text.oneLine
        }
      }
    }
    return copy
  }

  /// The question with runs of blanks as one blank, because not every format distinguishes them.
  fileprivate var comparable: QuestionContent {
    var copy = self
    (copy.text, copy.commentary) = (text.oneLine, commentary.oneLine)
    // What refers to pictures is in the texts. The files beside these are the exporter's.
    copy.pictures = Pictures()
    for index in copy.choices.indices {
      copy.choices[index].text = copy.choices[index].text.oneLine
      copy.choices[index].feedback = copy.choices[index].feedback.oneLine
    }
    copy.tags.sort()
    // A format without a true-or-false kind recognises it by its words.
    if case .trueFalse(let right) = copy.solution { copy.solution = .single(SingleSolution(right)) }
    return copy
  }
}

extension Gap {
  fileprivate var ignoringCase: Gap {
    guard case .typed(var texts) = self else { return self }
    texts.isCaseSensitive = false
    return .typed(texts)
  }
}

extension Solution {
  fileprivate var withoutFeedback: Solution {
    switch self {
    case .text(var text):
      for index in text.accepted.indices { text.accepted[index].feedback = "" }
      return .text(text)
    case .number(var number):
      for index in number.accepted.indices { number.accepted[index].feedback = "" }
      return .number(number)
    default: return self
    }
  }

  fileprivate var withoutWeights: Solution {
    switch self {
    case .single(let single): return .single(SingleSolution(single.correct))
    case .several(let several):
      return .several(SeveralSolution(correct: several.correct, choose: several.choose))
    case .text(var text):
      text.accepted.removeAll { $0.fraction < 1 }
      return .text(text)
    default: return self
    }
  }
}

extension String {
  fileprivate var oneLine: String {
    split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}
