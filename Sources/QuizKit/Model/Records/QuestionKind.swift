import QuizExchange
import QuizStore

/// The kind of a question, which can be read without the rest.
struct QuestionKind: RecordPart {
  let id: Identifier<Question>
  let kind: QuestionContent.Kind

  init(_ question: Question) { (id, kind) = (question.id, question.content.kind) }

  private enum CodingKeys: CodingKey { case id, content }

  private enum ContentKeys: CodingKey { case solution }

  init(from decoder: any Decoder) throws {
    let question = try decoder.container(keyedBy: CodingKeys.self)
    id = try question.decode(Identifier<Question>.self, forKey: .id)
    let content = try question.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    kind = try content.decode(Solution.OnlyKind.self, forKey: .solution).kind
  }
}
