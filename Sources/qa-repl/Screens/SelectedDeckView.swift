import QuizKit
import QuizSupport

extension SelectedDeck {
  func view(_ theme: Theme) -> [String] { theme.lines(sentence(theme.strings)) }

  fileprivate func sentence(_ strings: Strings) -> String {
    guard let name = name?.sanitisedLine else {
      return strings(
        "All decks are selected: a quiz without a deck asks everything.",
        "すべての問題集を選びました。問題集を指定しないクイズは全体から出題します。")
    }
    return strings(
      "“\(name)” is selected: a quiz without a deck asks it, and new questions go there.",
      "「\(name)」を選びました。問題集を指定しないクイズの出題と、新しい質問の登録に使います。")
  }
}
