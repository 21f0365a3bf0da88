@testable import QuizKit

/// What somebody does from beginning to end, a line at a time. Other things may come between.
enum Errand: CaseIterable {
  case writeQuestion, writeExam, delete, play, exchange

  /// - Parameter source: writes the texts.
  func lines(_ source: inout CommandSource, _ names: CommandSource.Names) -> [String] {
    switch self {
    case .writeQuestion:
      let choices = (1...4).map { "choice \($0) \(source.phrase())" }
      return [
        "home", "register --deck \(source.deck(names))",
        "question " + RandomQuestion.text(source.serial(), source.phrase()),
      ] + choices + ["correct \(source.number(4))", "register"]
    case .writeExam:
      let section = "S\(source.number(9)): \(source.number(2)) of deck \(source.deck(names))"
      return [
        "home", "exam new E\(source.number(9))", "questions 2", "pass \(source.number(99))%",
        "marks +\(source.decimal(3)), -\(source.decimal(1)), 0", "time \(source.number(90))s",
        source.chance(50) ? "pause yes" : "add-section " + section, "save",
      ]
    case .delete:
      let questions = "delete \(source.number(3))"
      return ["home", "manage --deck \(source.deck(names))", questions, "y"]
    case .play:
      let answers = (1...4).map { _ in "\(source.number(4))" }
      return ["home", "quiz --deck \(source.deck(names))"] + answers + ["result", "y"]
    case .exchange: return [SimulatedDevice.synchronization]
    }
  }
}
