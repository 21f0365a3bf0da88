/// A choice of a question of a Word text.
struct WordChoice {
  var line: WordLine.Choice
  var marks: Set<WordParagraph.Mark>
  /// The list that it is an item of.
  var list: WordParagraph.List?
  var feedback = ""

  /// The letter, typed or that of a list.
  var label: DumpLabel? {
    if let letter = line.letter { return DumpLabel("\(letter). x") }
    return list.flatMap { $0.style == .letters ? DumpLabel("\($0.label) x") : nil }
  }

  /// How much it looks like a choice.
  var rank: Int {
    if line.isLabelled || line.isMarked || list?.style == .letters { return 2 }
    return list?.style == .numbers ? 1 : 0
  }
}
