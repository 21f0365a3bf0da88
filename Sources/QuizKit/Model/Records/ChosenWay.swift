/// A way of playing a deck, and how many questions it asks.
package struct ChosenWay: Equatable, Sendable {
  /// The way.
  package var way = QuizWay.play
  /// The most questions of a quiz; 0 for all.
  package var limit = QuizOptions.usualCount

  /// The time for each question against the clock.
  private static let timePerQuestion = Duration.seconds(30)

  private var asksAll: Bool { way == .all || limit == 0 }

  /// How many of `count` questions a quiz asks at a time.
  package func size(of count: Int) -> Int {
    asksAll ? count : min(count, limit)
  }

  /// The time limit when there are `count` questions; `nil` for none.
  package func time(for count: Int) -> Duration? {
    way == .timed ? Self.timePerQuestion * size(of: count) : nil
  }

  /// The options of a quiz.
  ///
  /// - Parameters:
  ///   - deck: the deck's name; `nil` for the selected deck, or the whole bank when none is
  ///     selected.
  ///   - count: how many questions there are.
  package func options(deck: String?, count: Int) -> QuizOptions {
    var options = way == .review ? QuizOptions.review : QuizOptions()
    (options.deck, options.count) = (deck, asksAll ? nil : limit)
    switch way {
    case .play, .review, .all: break
    case .practice: options.mode = .practice
    case .mistakes: options.mistakes = true
    case .timed: options.time = time(for: count)
    case .shuffled: options.order = .random
    case .inOrder: options.order = .author
    }
    return options
  }
}
