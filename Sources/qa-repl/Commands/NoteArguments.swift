import QuizKit
import QuizSupport

extension [OptionEntry] {
  /// Which notes a list has, and in which order.
  static let notes = [
    OptionEntry(name: "deck", value: "DECK", english: "only this deck", japanese: "この問題集だけ"),
    OptionEntry(
      name: "sort", value: "created|changed", english: "last created or last changed first",
      japanese: "作成順か変更順(新しい順)"),
    OptionEntry(
      name: "search", value: "WORDS", english: "only with these words", japanese: "この言葉を含むものだけ"),
    .linesOnPage,
  ]
}

extension Arguments {
  /// The order given with `--sort`.
  func noteOrder() throws(CommandError) -> NoteBook.Order {
    guard let word = value("sort") else { return .created }
    guard let order = NoteBook.Order(rawValue: FullWidth.folded(word)) else {
      throw .badValue(option: "--sort", value: word, allowed: ["created", "changed"])
    }
    return order
  }
}
