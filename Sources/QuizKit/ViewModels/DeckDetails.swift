import Signals

/// How well the decks are known, and the beginning of one. Both are remembered until something is
/// saved; otherwise moving through the list of decks and filtering it would read all answers again
/// at each key.
final class DeckDetails {
  private let reviews: Reviews?
  private let bank: QuestionBank
  private var known: (decks: [Deck], recall: [RecallOverview.Part])?
  private let bag = DisposeBag()

  /// The beginning of the deck that was read last; `nil` when something was saved since then.
  private(set) var preview: DeckPreview?

  /// - Parameter reviews: `nil` leaves the recall out.
  init(of bank: QuestionBank, _ reviews: Reviews?) {
    (self.bank, self.reviews) = (bank, reviews)
    bank.store.saves.observe { [unowned self] _ in (known, preview) = (nil, nil) }
      .disposed(by: bag)
  }

  /// How well each deck is known, in the order of the decks.
  ///
  /// - Throws: The store's error when it cannot be read.
  func recall(of decks: [Deck]) throws -> [RecallOverview.Part] {
    if let known, known.decks == decks { return known.recall }
    let recall = try reviews?.readOverview(of: decks)?.byDeck ?? decks.map { _ in .init() }
    known = (decks, recall)
    return recall
  }

  /// Reads the first questions of the deck with this name into ``preview``.
  ///
  /// - Throws: The store's error when it cannot be read.
  func readPreview(of name: String) throws {
    preview = try DeckPreview(of: name, in: bank)
  }
}
