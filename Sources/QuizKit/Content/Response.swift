/// The response of a player.
package enum Response: Hashable, Sendable {
  /// One choice: its position in the author's order, from 0.
  case choice(Int)
  /// Several choices: their positions in the author's order, from 0, ascending.
  case choices([Int])
  /// A text or a number, as it was typed.
  case typed(String)

  /// The picked choice, if one was to be picked; otherwise `nil`.
  package var choice: Int? {
    if case .choice(let position) = self { position } else { nil }
  }

  /// The positions of all picked choices, ascending; empty when the answer was typed.
  package var positions: [Int] {
    switch self {
    case .choice(let position): [position]
    case .choices(let positions): positions
    case .typed: []
    }
  }

  /// The typed text; `nil` when choices were picked.
  package var typed: String? {
    if case .typed(let text) = self { text } else { nil }
  }

  /// Whether the response fits the question: it has only existing choices, or it has a text and the
  /// question asks for one.
  package func fits(_ content: QuestionContent) -> Bool {
    switch (self, content.solution) {
    case (.choice(let position), .single), (.choice(let position), .trueFalse):
      content.choices.indices.contains(position)
    case (.choices(let positions), .several):
      !positions.isEmpty && positions.allSatisfy(content.choices.indices.contains)
    case (.typed, .text), (.typed, .number): true
    default: false
    }
  }
}

/// Written in files as a number, a list of numbers, or a text.
extension Response: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do {
      self = .choice(try value.decode(Int.self))
    } catch {
      do {
        self = .typed(try value.decode(String.self))
      } catch {
        self = .choices(Set(try value.decode([Int].self)).sorted())
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .choice(let position): try value.encode(position)
    case .choices(let positions): try value.encode(positions)
    case .typed(let text): try value.encode(text)
    }
  }
}
