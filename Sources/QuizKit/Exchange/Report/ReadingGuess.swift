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
  case layout(DumpLayout)

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
