import QuizSupport

/// Why a command for exams was refused.
package enum ExamRefusal: ReportableError, Equatable {
  /// A section that has fewer questions than the exam asks of it.
  package struct Shortage: Equatable, Sendable {
    /// The section's name; empty for an exam without sections.
    package var section: String
    /// How many questions the exam asks of it.
    package var needed: Int
    /// The number of questions that no other section needs.
    package var available: Int
    /// How many cards there are beside these questions. They are not asked in exams.
    package var cards = 0
  }

  /// There is no exam with this name; `known` has the names of all exams.
  case unknownExam(String, known: [String])
  /// There is already an exam with this name.
  case nameTaken(String)
  /// Some sections have too few questions.
  case tooFewQuestions([Shortage])
  /// The chance cannot be predicted, because there are too few answers to the questions of the
  /// exam.
  case tooFewAnswers(Int, needed: Int)
  /// The user has to confirm the deletion of the exam with this name.
  case confirmDeletion(String)
  /// The day is in the past.
  case pastDay(Day)

  package var message: Message {
    switch self {
    case .unknownExam(let name, let known):
      Self.unknown(name, known)
    case .nameTaken(let name):
      Message("name-taken", "There is an exam “\(name)” already.", "「\(name)」という模擬試験はすでにあります。")
    case .tooFewQuestions(let shortages):
      Message(
        "too-few-questions",
        "There are too few questions: \(Self.list(shortages, .english)).",
        "質問が足りません: \(Self.list(shortages, .japanese))。")
    case .tooFewAnswers(let count, let needed):
      Message(
        "too-few-answers",
        "You have given \(count) of the \(needed) answers to questions of this exam that a chance "
          + "of passing needs.",
        "この模擬試験の質問への回答は \(count) 件です。合格の見込みの計算には \(needed) 件必要です。")
    case .confirmDeletion(let name):
      Message("confirm-required", "Delete the exam “\(name)”?", "模擬試験「\(name)」を削除しますか?")
    case .pastDay(let day):
      Message("past-day", "\(day.text) is over.", "\(day.text) はもう過ぎています。")
    }
  }

  private static func list(_ shortages: [Shortage], _ language: Language) -> String {
    shortages.map { $0.text(in: language) }.joined(separator: language.text("; ", "、"))
  }

  private static func unknown(_ name: String, _ known: [String]) -> Message {
    let nearest = Suggestion.nearest(to: name, among: known)
    let topic = known.isEmpty ? "none" : nearest == nil ? "others" : "nearest"
    return Message(
      "unknown-exam", "There is no exam “\(name)”.", "「\(name)」という模擬試験はありません。",
      topic: "unknown-exam.\(topic)")
      + (nearest.map { Reason(" Did you mean “\($0)”?", "「\($0)」ではありませんか?") } ?? Reason("", ""))
  }
}

extension ExamRefusal.Shortage {
  fileprivate func text(in language: Language) -> String {
    let missing = needed - available
    let place =
      section.isEmpty
      ? language.text("the exam", "模擬試験全体") : language.text("“\(section)”", "「\(section)」")
    let left =
      cards == 0
      ? ""
      : language.text(
        " (exams do not ask cards, of which there are \(cards))",
        "(カード \(cards) 枚は模擬試験では出題されません)")
    return language.text(
      "\(place) asks \(needed) and has \(available), \(missing) missing\(left)",
      "\(place)は \(needed) 問のうち \(available) 問しかなく、\(missing) 問不足\(left)")
  }
}
