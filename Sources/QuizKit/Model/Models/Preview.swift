import Foundation
import QuizExchange
import QuizStore
import QuizSupport

extension Models {
  /// Fills an empty bank for trying out the program: sample decks, two finished quizzes and two
  /// notes.
  ///
  /// - Throws: Errors of the store.
  package func addPreview(language: Language) throws {
    try bank.addSamples(language: language)
    try addAttempt(daysAgo: 3, wrong: [1, 4, 6])
    try addAttempt(daysAgo: 1, wrong: [4])
    let deck = try notes.usualSubject()
    _ = try notes.add(
      about: deck,
      title: language.text("Before the next quiz", "次のクイズの前に"),
      body: language.text(
        "Read the commentary of what was wrong last time.", "前回まちがえた質問の解説を読む。"))
    _ = try notes.add(
      about: nil, title: language.text("Ideas", "思いついたこと"),
      body: language.text(
        "A note does not need a deck or a question.",
        "問題集や質問と関係のないメモも書けます。"))
  }

  /// Adds a quiz with the first ten questions of the selected deck.
  ///
  /// - Parameter wrong: The positions, from 0, of the questions that were answered wrongly.
  private func addAttempt(daysAgo days: Int, wrong: Set<Int>) throws {
    let started = world.now().addingTimeInterval(TimeInterval(-days * 24 * 60 * 60))
    // On the first days of all (`--now`) there was no day before.
    guard started.isOnCalendars else { return }
    let deck = try bank.selectedDeck
    let options = QuizOptions(deck: deck)
    let questions = try bank.questions(quizzes.candidates(for: options).prefix(10))
    var items = questions.map { QuizItem(question: $0) }
    for index in items.indices {
      let content = items[index].question.content
      guard let correct = content.solution.rightChoice else { continue }
      let other = (correct + 1) % content.choices.count
      items[index].response = .choice(wrong.contains(index) ? other : correct)
    }
    let setup = QuizSetup(title: deck ?? "", items: items)
    let store = world.store
    try store.transaction {
      var attempt = Attempt(setup, startedAt: started)
      attempt.outcome = Attempt.Outcome(
        finishedAt: started.addingTimeInterval(90), score: items.count(where: \.isCorrect),
        milliseconds: 90_000, timedOut: false)
      let id = store.insert(attempt)
      store.insert(
        contentsOf: items.enumerated().map { index, item in
          Answer(id, item, position: index, changedAt: started)
        })
    }
  }
}
