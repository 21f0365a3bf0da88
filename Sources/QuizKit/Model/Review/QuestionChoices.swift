import QuizExchange
import QuizStore

/// The number of choices of a question, from which the chance of a lucky guess follows.
struct QuestionChoices: RecordPart {
  var id: Identifier<Question>
  var count: Int

  init(_ question: Question) {
    id = question.id
    count = question.content.choices.count
  }

  private enum CodingKeys: CodingKey {
    case id, content
  }

  private enum ContentKeys: CodingKey {
    case choices
  }

  init(from decoder: any Decoder) throws {
    let question = try decoder.container(keyedBy: CodingKeys.self)
    id = try question.decode(Identifier<Question>.self, forKey: .id)
    let content = try question.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    // The store's decoder counts the elements without decoding them.
    count = try content.nestedUnkeyedContainer(forKey: .choices).count ?? 0
  }
}
