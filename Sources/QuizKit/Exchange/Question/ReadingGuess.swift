import QuizSupport

/// Something the reader guessed, reported so that a wrong guess is noticed.
package enum ReadingGuess: Hashable, Sendable {
  /// The format was guessed.
  case format(String)
  /// The encoding was guessed and is not UTF-8.
  case encoding(TextEncoding)
  /// The notation of the answer column was guessed.
  case keys(KeyNotation)
  /// The texts are HTML, and were converted.
  case htmlTexts
  /// How the questions are laid out was guessed.
  case layout(ListLayout)
  /// The file was read as a person has chosen for its deck before.
  case asChosen

  /// The notations of answer columns.
  package enum KeyNotation: Hashable, Sendable {
    /// `A`, `B`, …
    case letters
    /// `ア`, `イ`, …
    case kana
    /// Numbers that start at 0 or 1; `nil` where nothing in the file tells which.
    case numbers(from: Int?)
    /// The texts of the right choices.
    case texts
  }
}

extension ReadingGuess {
  /// The note as a sentence.
  package func message(in language: Language) -> String {
    switch (self, language) {
    case (.format(let name), .english): "read as \(name)"
    case (.format(let name), .japanese): "\(name) 形式として読みました"
    case (.encoding(.mixed), .english):
      "read as UTF-8; single bytes in it that are not were read as Windows-1252"
    case (.encoding(.mixed), .japanese):
      "文字コードは UTF-8 として読み、UTF-8 でないバイトは Windows-1252 として読みました"
    case (.encoding(let encoding), .english): "read as \(encoding.rawValue)"
    case (.encoding(let encoding), .japanese): "文字コードは \(encoding.rawValue) として読みました"
    case (.asChosen, .english): "read as chosen for its deck before"
    case (.asChosen, .japanese): "前に選んだ読み方で読みました"
    case (.htmlTexts, .english): "the texts were read as HTML"
    case (.htmlTexts, .japanese): "文は HTML として読みました"
    case (.layout(let layout), _): layout.message(in: language)
    case (.keys(let notation), .english): "the right answers are \(notation.english)"
    case (.keys(let notation), .japanese): "正解の列は「\(notation.japanese)」として読みました"
    }
  }
}

extension ReadingGuess.KeyNotation {
  var english: String {
    switch self {
    case .letters: "letters"
    case .kana: "kana"
    case .numbers(let base?): "numbers that count from \(base)"
    case .numbers(nil): "numbers that count from 0 or 1"
    case .texts: "texts of choices"
    }
  }

  var japanese: String {
    switch self {
    case .letters: "英字"
    case .kana: "カナ"
    case .numbers(let base?): "\(base) から数える番号"
    case .numbers(nil): "0 か 1 から数える番号"
    case .texts: "選択肢の文"
    }
  }
}

/// How the questions of a list are laid out: what most of them begin with, what their choices look
/// like and where their answers stand.
package struct ListLayout: Hashable, Sendable {
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

extension ListLayout {
  /// The layout as a sentence.
  func message(in language: Language) -> String {
    let (questions, choices, keys) = (questions.words, choices.words, keys.words(word))
    switch language {
    case .english:
      return "read as \(questions.english) with \(choices.english); \(keys.english)"
        + (isMixed ? "; some are laid out otherwise" : "")
    case .japanese:
      return "\(questions.japanese)と\(choices.japanese)として読みました。\(keys.japanese)"
        + (isMixed ? "。書き方の違う質問もあります" : "")
    }
  }

  fileprivate typealias Words = (english: String, japanese: String)
}

extension ListLayout.Questions {
  fileprivate var words: ListLayout.Words {
    switch self {
    case .numbered: ("numbered questions", "番号付きの質問")
    case .headings: ("questions in headings", "見出しの付いた質問")
    case .plain: ("questions without numbers", "番号のない質問")
    }
  }
}

extension ListLayout.Choices {
  fileprivate var words: ListLayout.Words {
    switch self {
    case .letters: ("lettered choices", "記号付きの選択肢")
    case .numbers: ("numbered choices", "番号付きの選択肢")
    case .boxes: ("check boxes", "チェックボックス")
    case .list: ("choices in lists", "箇条書きの選択肢")
    }
  }
}

extension ListLayout.Keys {
  fileprivate func words(_ word: String) -> ListLayout.Words {
    switch self {
    case .words where word.isEmpty:
      ("keys in the lines below the choices", "正解は選択肢の下の行にあります")
    case .words: ("keys behind “\(word):”", "正解は「\(word):」の後にあります")
    case .sheet: ("keys in a list of answers", "正解は一覧にあります")
    case .titles: ("keys in the first lines", "正解は最初の行にあります")
    case .marks: ("keys at the choices", "正解の選択肢に印があります")
    case .sentences:
      ("keys in sentences such as “B is correct”", "正解は「B is correct」のような文にあります")
    }
  }
}
