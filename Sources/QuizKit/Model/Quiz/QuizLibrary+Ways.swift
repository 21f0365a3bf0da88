import QuizStore

extension QuizLibrary {
  /// The ways in which a deck, or the whole bank with `nil`, can be played now, each with the number
  /// of questions to choose from. The one that was chosen last comes first.
  ///
  /// - Throws: The store's error when it cannot be read.
  func openWays(for deckID: Identifier<Deck>?) throws -> [(way: QuizWay, questions: Int)] {
    let questions = try bank.questionIdentifiers(in: deckID)
    let wrong = try reviews.answers.mistakes()
    let due = try reviews.plan(of: ReviewScope(deckID: deckID)).due.count
    let open = QuizWay.allCases.map { way in
      let count =
        switch way {
        case .review: due
        case .mistakes: questions.count(where: wrong.contains)
        case .all where questions.count <= QuizOptions.usualCount: 0
        case .shuffled where questions.count < 2, .inOrder where questions.count < 2: 0
        case .play, .practice, .timed, .all, .shuffled, .inOrder: questions.count
        }
      return (way: way, questions: count)
    }.filter { $0.questions > 0 }
    let last = try ways.last(for: deckID)?.way
    return open.filter { $0.way == last } + open.filter { $0.way != last }
  }
}
