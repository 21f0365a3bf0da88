import QuizSupport

/// The response of a player.
package enum Response: Hashable, Sendable {
  /// One choice: its position in the author's order, from 0.
  case choice(Int)
  /// Several choices: their positions in the author's order, from 0, ascending.
  case choices([Int])
  /// A text or a number, as it was typed.
  case typed(String)
  /// How well the learner remembered a card.
  case recall(RecallGrade)
  /// What fills each gap of a text; `nil` for a gap that stays empty.
  case gaps([String?])
  /// All choices in order: their positions in the author's order, from 0.
  case order([Int])
  /// For each line on the left the position of the line on the right, from 0, in the author's
  /// order; `nil` for a line that stays alone.
  case pairs([Int?])

  /// The picked choice, if one was to be picked; otherwise `nil`.
  package var choice: Int? {
    if case .choice(let position) = self { position } else { nil }
  }

  /// The positions of all picked choices, ascending, or of all choices in the order in which they
  /// were put; empty for answers of other kinds.
  package var positions: [Int] {
    switch self {
    case .choice(let position): [position]
    case .choices(let positions), .order(let positions): positions
    case .typed, .recall, .gaps, .pairs: []
    }
  }

  /// The positions of all choices that the answer has, in any order.
  package var references: [Int] {
    if case .pairs(let pairs) = self { pairs.compactMap(\.self) } else { positions }
  }

  /// The number of parts of an answer that has several; 0 for other answers.
  package var partCount: Int {
    switch self {
    case .choice, .choices, .typed, .recall: 0
    case .gaps(let answers): answers.count
    case .order(let positions): positions.count
    case .pairs(let pairs): pairs.count
    }
  }

  /// The typed text; `nil` for answers of other kinds.
  package var typed: String? {
    if case .typed(let text) = self { text } else { nil }
  }

  /// The grade of a card; `nil` for answers of other kinds.
  package var grade: RecallGrade? {
    if case .recall(let grade) = self { grade } else { nil }
  }

  /// Whether the response fits the question: it is of its kind, it has only existing choices, and a
  /// part of it for each part of the question.
  package func fits(_ content: QuestionContent) -> Bool {
    switch (self, content.solution) {
    case (.choice(let position), .single), (.choice(let position), .trueFalse):
      content.choices.indices.contains(position)
    case (.choices(let positions), .several):
      !positions.isEmpty && positions.allSatisfy(content.choices.indices.contains)
    case (.typed, .text), (.typed, .number), (.recall, .card): true
    case (.gaps(let answers), .gaps(let solution)):
      answers.count == solution.gaps.count && answers.contains { $0 != nil }
    case (.order(let positions), .order):
      positions.sorted() == Array(content.choices.indices)
    case (.pairs(let pairs), .match(let solution)):
      pairs.count == solution.pairs.count && !references.isEmpty
        && references.allSatisfy(solution.rights.indices.contains)
    default: false
    }
  }
}

/// Written in files as a number, a list of numbers, or a text. Answers to cards, and those with
/// several parts, are objects with one member: `{"recall":3}`, `{"gaps":["Paris",null]}`,
/// `{"order":[2,0,1]}`, `{"pairs":[1,null]}`.
extension Response: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case recall, gaps, order, pairs }

  /// The beginnings of the objects, as programs write them in an answer. Text that was typed does
  /// not contain them, because quotes in it are escaped.
  package static let beginningsOfObjects = CodingKeys.allCases.map {
    "\"response\":{\"\($0.rawValue)\":"
  }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do {
      self = .choice(try value.decode(Int.self))
    } catch {
      do {
        self = .typed(try value.decode(String.self))
      } catch {
        do {
          self = .choices(Set(try value.decode([Int].self)).sorted())
        } catch {
          self = try Self.parts(from: decoder)
        }
      }
    }
  }

  private static func parts(from decoder: any Decoder) throws -> Response {
    let parts = try decoder.container(keyedBy: CodingKeys.self)
    switch parts.allKeys.first {
    case .recall: return .recall(try parts.decode(RecallGrade.self, forKey: .recall))
    case .gaps: return .gaps(try parts.decode([String?].self, forKey: .gaps))
    case .order: return .order(try parts.decode([Int].self, forKey: .order))
    case .pairs: return .pairs(try parts.decode([Int?].self, forKey: .pairs))
    case nil:
      throw JSONDecoding.refusal(
        Reason("this is no answer to any kind of question", "どの種類の質問の回答でもありません"), by: decoder)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .choice(let position): try encode(position, encoder)
    case .choices(let positions): try encode(positions, encoder)
    case .typed(let text): try encode(text, encoder)
    case .recall(let grade): try encode(grade, as: .recall, encoder)
    case .gaps(let answers): try encode(answers, as: .gaps, encoder)
    case .order(let positions): try encode(positions, as: .order, encoder)
    case .pairs(let pairs): try encode(pairs, as: .pairs, encoder)
    }
  }

  private func encode(_ answer: some Encodable, _ encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(answer)
  }

  private func encode(
    _ answer: some Encodable, as key: CodingKeys, _ encoder: any Encoder
  ) throws {
    var parts = encoder.container(keyedBy: CodingKeys.self)
    try parts.encode(answer, forKey: key)
  }
}
