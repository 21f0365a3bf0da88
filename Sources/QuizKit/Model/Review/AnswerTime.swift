import QuizStore

/// The part of an ``Answer`` that tells how long it took.
struct AnswerTime: RecordPart {
  /// `nil` if it was not measured.
  let milliseconds: Int?

  init(_ answer: Answer) { milliseconds = answer.milliseconds }

  private enum CodingKeys: CodingKey {
    case milliseconds
  }

  init(from decoder: any Decoder) throws {
    milliseconds = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(Int.self, forKey: .milliseconds)
  }
}
