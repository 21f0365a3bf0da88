import QuizSupport

/// Why a deck could not be created or renamed.
package enum DeckRefusal: ReportableError, Equatable {
  /// The name is blank.
  case emptyName
  /// There is already a deck with this name.
  case nameTaken(String)

  package var message: Message {
    switch self {
    case .emptyName: Message("empty-name", "A deck needs a name.", "問題集の名前を入力してください。")
    case .nameTaken(let name):
      Message("name-taken", "There is a deck “\(name)” already.", "「\(name)」という問題集はすでにあります。")
    }
  }
}
