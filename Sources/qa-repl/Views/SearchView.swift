import QuizKit

extension SearchState: Viewable {
  func view(_ look: Look) -> [String] {
    let (strings, palette) = (look.strings, look.palette)
    var lines = look.lines(palette.heading(strings.found(total)) + filter(look))
    for item in items {
      let number = "\(item.number). ".padded(to: 5, .trailing)
      let question = item.question.sanitisedLine.truncated(to: 100)
      let deck = palette.faint("[\(item.deck.sanitisedLine)]")
      lines += look.lines("\(number)\(question)  \(deck)", indent: 5)
    }
    if page.count > 1 { lines += look.lines(palette.faint(strings.page(page))) }
    return items.isEmpty ? lines : lines + look.lines(palette.faint(strings.searchHint))
  }

  /// What was looked for, beside the number of what was found.
  private func filter(_ look: Look) -> String {
    var parts: [String] = []
    if !query.isEmpty { parts.append(look.strings.searched(query.sanitisedLine)) }
    if let deck { parts.append("[\(deck.sanitisedLine)]") }
    if let tag { parts.append(look.strings.tags + tag.sanitisedLine) }
    if let since { parts.append(look.strings.since(since)) }
    return parts.map { "  " + $0 }.joined()
  }
}

extension Strings {
  fileprivate func found(_ count: Int) -> String {
    self("\(questions(count)) found", "検索結果 \(count) 件")
  }

  fileprivate func since(_ day: Day) -> String {
    self("since \(day.text)", "\(day.text) 以降")
  }

  fileprivate var searchHint: String {
    self(
      "“go N” opens a question, “search WORDS” looks for others.", "go N で質問を開き、search で検索し直せます。")
  }
}
