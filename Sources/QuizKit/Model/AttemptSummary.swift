import Foundation

/// What a list shows of an attempt: everything but its questions, of which there may be thousands.
public struct AttemptSummary: RecordPart {
  /// Which attempt.
  public var id: Identifier<Attempt>
  /// The quiz's name: its deck's at the time, or empty for the whole bank.
  public var title: String
  /// When the player learned what was right.
  public var mode: QuizOptions.Mode
  /// When it was begun.
  public var startedAt: Date
  /// How many questions were asked.
  public var count: Int
  /// How it ended; `nil` while it is under way.
  public var outcome: Attempt.Outcome?

  public init(_ attempt: Attempt) {
    id = attempt.id
    title = attempt.title
    mode = attempt.mode
    startedAt = attempt.startedAt
    count = attempt.items.count
    outcome = attempt.outcome
  }

  private enum CodingKeys: CodingKey {
    case id, title, mode, startedAt, items, outcome
  }

  public init(from decoder: any Decoder) throws {
    let attempt = try decoder.container(keyedBy: CodingKeys.self)
    id = try attempt.decode(Identifier<Attempt>.self, forKey: .id)
    title = try attempt.decode(String.self, forKey: .title)
    mode = try attempt.decode(QuizOptions.Mode.self, forKey: .mode)
    startedAt = try attempt.decode(Date.self, forKey: .startedAt)
    // Counted without a look at what is in it, by the store's own decoder.
    count = try attempt.nestedUnkeyedContainer(forKey: .items).count ?? 0
    outcome = try attempt.decodeIfPresent(Attempt.Outcome.self, forKey: .outcome)
  }
}
