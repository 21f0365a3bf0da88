/// What is unusual about a question that can be saved all the same.
public enum FormWarning: ReportableError, Equatable {
  /// Every choice is right, so that there is nothing to find out.
  case allChoicesRight

  public var code: String { "all-choices-right" }

  public func text(in language: Language) -> String {
    language.text(
      "All choices are right. If that is not meant, “correct 1 3” marks some of them.",
      "すべての選択肢が正解です。意図したものでなければ correct 1 3 のように選び直してください。")
  }
}
