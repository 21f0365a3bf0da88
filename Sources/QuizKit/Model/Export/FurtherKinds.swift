import QuizExchange
import QuizStore

/// Finds the questions, and the answers, of kinds that programs before 0.4.0 do not know. They
/// decide which version a document has, and so they have to be known before its first line.
struct FurtherKinds {
  private let store: StoreContext

  init(_ store: StoreContext) { self.store = store }

  /// The further kinds that occur in an export.
  ///
  /// - Parameter isBackup: whether the export has all answers too. Their questions may be deleted.
  func kinds(
    of questions: FetchDescriptor<Question>, isBackup: Bool
  ) throws -> Set<QuestionContent.Kind> {
    let asked: [QuestionKind] = try store.savedParts(of: store.identifiers(questions))
    var kinds = Set(asked.map(\.kind)).filter(\.isNew)
    guard isBackup, kinds.isEmpty else { return kinds }
    let answers: [AnswerKind] = try store.savedParts(
      of: store.identifiers(FetchDescriptor<Answer>()))
    kinds.formUnion(answers.compactMap(\.kind))
    return kinds
  }
}

/// The kind of a further kind of question to which an answer was given; `nil` for other answers.
private struct AnswerKind: RecordPart {
  let id: Identifier<Answer>
  let kind: QuestionContent.Kind?

  init(_ answer: Answer) { (id, kind) = (answer.id, answer.response?.furtherKind) }

  private enum CodingKeys: CodingKey { case id, response }

  init(from decoder: any Decoder) throws {
    let answer = try decoder.container(keyedBy: CodingKeys.self)
    id = try answer.decode(Identifier<Answer>.self, forKey: .id)
    kind = try answer.decodeIfPresent(Response.self, forKey: .response)?.furtherKind
  }
}

extension Response {
  fileprivate var furtherKind: QuestionContent.Kind? {
    switch self {
    case .choice, .choices, .typed: nil
    case .recall: .card
    case .gaps: .gaps
    case .order: .order
    case .pairs: .match
    }
  }
}
