import Foundation

/// A text in each language, such as the reason for an error: usually a part of a sentence.
public struct Reason: Sendable, Hashable {
  /// An array, which is one reference, instead of two strings, so that errors with a reason stay
  /// small.
  private let texts: [String]

  /// Creates a reason from its two sentences.
  package init(_ english: String, _ japanese: String) {
    texts = [english, japanese]
  }

  /// Text from elsewhere, such as a library, that exists in one language only.
  package init(verbatim text: String) {
    self.init(text, text)
  }

  /// Creates the text from a function that returns it in one language.
  package init(_ text: (Language) -> String) {
    self.init(text(.english), text(.japanese))
  }

  /// The text in `language`.
  package func text(in language: Language) -> String {
    language.text(texts[0], texts[1])
  }

  /// Two texts, the second directly after the first.
  package static func + (first: Reason, second: Reason) -> Reason {
    Reason { first.text(in: $0) + second.text(in: $0) }
  }
}

extension Reason {
  /// The operating system's text for an error number (`errno`). In Japanese the usual errors have
  /// texts of our own, because those of the C library are English.
  package static func system(_ code: Int32) -> Reason {
    let english = String(cString: strerror(code))
    return Reason(english, japanese[code] ?? english)
  }

  private static let japanese: [Int32: String] = [
    ENOENT: "見つかりません",
    EACCES: "権限がありません",
    EPERM: "許可されていません",
    ENOSPC: "空き容量がありません",
    EDQUOT: "割り当てられた容量を使い切りました",
    EROFS: "読み取り専用の場所です",
    EISDIR: "フォルダーです",
    ENOTDIR: "途中にフォルダーでないものがあります",
    EEXIST: "同じ名前のものがすでにあります",
    ENAMETOOLONG: "名前が長すぎます",
    ELOOP: "シンボリックリンクが循環しています",
    EMFILE: "開いているファイルが多すぎます",
    EIO: "入出力エラーです",
    EFBIG: "ファイルが大きすぎます",
  ]
}
