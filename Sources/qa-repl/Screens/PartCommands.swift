import QuizExchange
import QuizKit
import QuizSupport

extension CommandEntry {
  /// The commands that answer cards, and questions whose answer has several parts.
  static let parts: [CommandEntry] =
    [
      .plain(
        "show", ["裏面", "めくる"], on: .quiz, QuizCommand.show, "show the back of the card",
        "カードの裏面を表示します")
    ] + grades + [
      CommandEntry(
        name: "gap", aliases: ["空欄"], screens: [.quiz], arguments: "N [TEXT]",
        english: "fill gap number N; without a text, empty it",
        japanese: "N 番目の空欄を埋めます(文字を省くと空に戻します)", wordsBeforeText: 1
      ) { arguments throws(CommandError) in
        let number = try arguments.nextNumber("N")
        return .screen(QuizCommand.gap(number, arguments.text()))
      },
      CommandEntry(
        name: "order", aliases: ["並べる", "順番"], screens: [.quiz], arguments: "N…",
        english: "answer with this order: 3 1 2", japanese: "この順番で答えます(3 1 2 など)"
      ) { arguments throws(CommandError) in
        let numbers = try arguments.nextChoices()
        if numbers.isEmpty {
          throw .missingArgument("N", command: arguments.command, usage: arguments.usage)
        }
        return .screen(QuizCommand.order(numbers))
      },
      CommandEntry(
        name: "match", aliases: ["組み合わせる"], screens: [.quiz], arguments: "PAIR…",
        english: "match lines: 1b 2a", japanese: "左の番号と右の記号を組み合わせます(1b 2a など)"
      ) { arguments throws(CommandError) in
        let words = arguments.remaining()
        if words.isEmpty {
          throw .missingArgument("PAIR", command: arguments.command, usage: arguments.usage)
        }
        return .screen(QuizCommand.match(try PairWord.pairs(words, command: arguments.command)))
      },
    ]

  private static let grades: [CommandEntry] = RecallGrade.allCases.map { grade in
    let strings = GradeWord.explanation(of: grade)
    return .plain(
      grade.name, [Strings(language: .japanese).name(of: grade)] + (grade == .again ? ["忘れた"] : []),
      on: .quiz,
      QuizCommand.grade(grade), strings.english, strings.japanese)
  }
}

/// The words for the grades of a card.
enum GradeWord {
  /// The explanation of the command for a grade.
  static func explanation(of grade: RecallGrade) -> CommandEntry.Explanation {
    switch grade {
    case .again:
      CommandEntry.Explanation("say that you had forgotten the card", "「忘れていた」と評価します(不正解)")
    case .hard:
      CommandEntry.Explanation("say that the card was hard to remember", "「なかなか思い出せなかった」と評価します")
    case .good:
      CommandEntry.Explanation("say that you remembered the card", "「思い出せた」と評価します")
    case .easy:
      CommandEntry.Explanation("say that you knew the card at once", "「すぐに思い出せた」と評価します")
    }
  }
}

extension Strings {
  /// The word for a grade.
  func name(of grade: RecallGrade) -> String {
    switch grade {
    case .again: self("again", "もう一度")
    case .hard: self("hard", "難しい")
    case .good: self("good", "普通")
    case .easy: self("easy", "簡単")
    }
  }

  /// The word for the grade that a state has by its name in commands.
  func grade(named name: String) -> String {
    RecallGrade.allCases.first { $0.name == name }.map(self.name(of:)) ?? name
  }
}

/// Reads pairs such as `1b`: the number of a line on the left and the letter, or the number, of one
/// on the right.
enum PairWord {
  static func pairs(_ words: [String], command: String) throws(CommandError) -> [PairNumbers] {
    var pairs: [PairNumbers] = []
    for word in words.flatMap({ $0.split(separator: /[,、]/) }).map(String.init) {
      guard let pair = pair(CommandWord.folded(word)) else {
        throw .notAPair(word, command: command)
      }
      pairs.append(pair)
    }
    return pairs
  }

  /// `1b`, `1-b`, `1=2`.
  private static func pair(_ word: String) -> PairNumbers? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard let left = Int(digits), left > 0 else { return nil }
    let rest = word.dropFirst(digits.count).drop { "-=:→".contains($0) }
    guard let right = ChoiceWord.letter(String(rest)) ?? Int(rest), right > 0 else { return nil }
    return PairNumbers(left, right)
  }
}
