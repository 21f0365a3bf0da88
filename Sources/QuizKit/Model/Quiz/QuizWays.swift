import QuizStore

/// Remembers in which way each deck was played last, and how many questions that asked. The bank
/// stores a way when it differs from the one before, so that playing a deck as usual costs nothing.
final class QuizWays {
  private let settings: BankSettings

  init(settings: BankSettings) {
    self.settings = settings
  }

  /// The way that was chosen last for a deck, or for the whole bank with `nil`; `nil` when none
  /// was.
  func last(for deckID: Identifier<Deck>?) throws -> ChosenWay? {
    try all()[deckID]
  }

  /// The ways that were chosen last, by deck; `nil` stands for the whole bank.
  func all() throws -> [Identifier<Deck>?: ChosenWay] {
    let known = try settings.current().ways ?? []
    return Dictionary(
      known.compactMap { known in
        QuizWay(rawValue: known.way).map {
          (known.deckID, ChosenWay(way: $0, limit: max(0, known.count ?? QuizOptions.usualCount)))
        }
      }
    ) {
      $1
    }
  }

  /// Keeps a way as the one that was chosen last.
  ///
  /// - Throws: ``SaveFailure``.
  func remember(_ chosen: ChosenWay, for deckID: Identifier<Deck>?) throws {
    guard try last(for: deckID) != chosen else { return }
    let count = chosen.limit == QuizOptions.usualCount ? nil : chosen.limit
    try settings.change { settings in
      settings.ways =
        (settings.ways ?? []).filter { $0.deckID != deckID }
        + [BankSetting.DeckWay(deckID: deckID, way: chosen.way.rawValue, count: count)]
    }
  }
}
