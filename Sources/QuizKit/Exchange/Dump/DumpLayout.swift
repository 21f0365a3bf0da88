import QuizSupport

/// How the questions of a dump are laid out: what most of them begin with, what their choices look
/// like and where their answers stand.
package struct DumpLayout: Hashable, Sendable {
  /// The beginning of the questions.
  package enum Questions: String, Hashable, Sendable {
    case numbered, headings, plain
  }

  /// The look of the choices.
  package enum Choices: String, Hashable, Sendable {
    case letters, numbers, boxes, list
  }

  /// Where the answers stand.
  package enum Keys: String, Hashable, Sendable {
    case words, sheet, titles, marks, sentences
  }

  package var questions: Questions
  package var choices: Choices
  package var keys: Keys
  /// The word behind which the answers stand, as the file writes it; empty if there is none.
  package var word: String
  /// Whether some questions are laid out otherwise.
  package var isMixed: Bool
}

extension DumpLayout {
  /// The layout as a sentence.
  func message(in language: Language) -> String {
    switch language {
    case .english:
      "read as \(questions.english) with \(choices.english); \(keys.english(word))"
        + (isMixed ? "; some are laid out otherwise" : "")
    case .japanese:
      "\(questions.japanese)と\(choices.japanese)として読みました。\(keys.japanese(word))"
        + (isMixed ? "。書き方の違う質問もあります" : "")
    }
  }
}

extension DumpLayout.Questions {
  fileprivate var english: String {
    switch self {
    case .numbered: "numbered questions"
    case .headings: "questions in headings"
    case .plain: "questions without numbers"
    }
  }

  fileprivate var japanese: String {
    switch self {
    case .numbered: "番号付きの質問"
    case .headings: "見出しの付いた質問"
    case .plain: "番号のない質問"
    }
  }
}

extension DumpLayout.Choices {
  fileprivate var english: String {
    switch self {
    case .letters: "lettered choices"
    case .numbers: "numbered choices"
    case .boxes: "check boxes"
    case .list: "choices in lists"
    }
  }

  fileprivate var japanese: String {
    switch self {
    case .letters: "記号付きの選択肢"
    case .numbers: "番号付きの選択肢"
    case .boxes: "チェックボックス"
    case .list: "箇条書きの選択肢"
    }
  }
}

extension DumpLayout.Keys {
  fileprivate func english(_ word: String) -> String {
    switch self {
    case .words where word.isEmpty: "keys in the lines below the choices"
    case .words: "keys behind “\(word):”"
    case .sheet: "keys in a list of answers"
    case .titles: "keys in the first lines"
    case .marks: "keys at the choices"
    case .sentences: "keys in sentences such as “B is correct”"
    }
  }

  fileprivate func japanese(_ word: String) -> String {
    switch self {
    case .words where word.isEmpty: "正解は選択肢の下の行にあります"
    case .words: "正解は「\(word):」の後にあります"
    case .sheet: "正解は一覧にあります"
    case .titles: "正解は最初の行にあります"
    case .marks: "正解の選択肢に印があります"
    case .sentences: "正解は「B is correct」のような文にあります"
    }
  }
}
