import QuizKit

extension DecksState: Viewable {
  func view(_ look: Look) -> [String] {
    let strings = look.strings
    let count = decks.reduce(0) { $0 + $1.questions }
    var lines = [look.palette.heading(strings.bank(decks: decks.count, questions: count))]
    lines += decks.lines(selected: selectedDeck, look)
    if let message { return lines + message.view(look) }
    return lines + look.lines(look.palette.faint(strings.decksHint))
  }

  func question(before command: Command, _ strings: Strings) -> String? {
    guard case .decks(.delete(let name)) = command,
      let deck = decks.first(where: { $0.name == name })
    else { return nil }
    return strings.deleteDeck(deck.name.sanitisedLine, questions: deck.questions)
  }
}

extension [DeckSummary] {
  /// The decks below each other with their numbers of questions, the selected one marked.
  func lines(selected: String?, _ look: Look) -> [String] {
    let numbers = map { look.strings.questions($0.questions) }
    let numberWidth = numbers.map { displayWidth($0) }.max() ?? 0
    let longest = map { displayWidth($0.name.sanitisedLine) }.max() ?? 0
    let room = (look.columns ?? 80) - numberWidth - 6
    let nameWidth = Swift.max(10, Swift.min(longest, room))
    return zip(self, numbers).map { deck, number in
      let mark = deck.name == selected ? ">" : " "
      let name = deck.name.sanitisedLine.truncated(to: nameWidth).padded(to: nameWidth)
      return "\(mark) \(name)  \(number.padded(to: numberWidth, .trailing))"
    }
  }
}

extension Strings {
  fileprivate var decksHint: String {
    self(
      "“new NAME”, “rename A B”, “delete DECK”, “select DECK” for the next quiz.",
      "new 名前、rename A B、delete 名前、select 名前(次のクイズの問題集)が使えます。")
  }

  fileprivate func deleteDeck(_ name: String, questions count: Int) -> String {
    self(
      "Delete the deck “\(name)” with \(questions(count))?",
      "問題集「\(name)」を \(questions(count))ごと削除しますか?")
  }
}
