/// A task of the user from beginning to end, one line at a time. Other steps may come between.
enum Errand: CaseIterable {
  case writeQuestion, writeExam, annotate, edit, delete, play, exchange

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
        "marks +\(source.decimal(99)), -\(source.decimal(99)), 0", "time \(source.number(90))s",
        source.chance(50) ? "pause yes" : "add-section " + section, "save",
      ]
    case .annotate:
      let manage = "manage --deck \(source.deck(names))"
      let note = ["title \(source.phrase())", "add \(source.phrase())", "save"]
      return ["home", manage, "notes", "new"] + note + ["home", manage]
    case .edit:
      let fields = ["tags t\(source.number(3))", "commentary \(source.phrase())"]
      return ["home", "manage --deck \(source.deck(names))", "edit"] + fields
    case .delete:
      let questions = "delete \(source.number(3))"
      return ["home", "manage --deck \(source.deck(names))", questions, "y"] + end(&source)
    case .play:
      let answers = (1...4).map { _ in "\(source.number(4))" }
      let quiz = ["home", "quiz --deck \(source.deck(names))"] + answers + ["result", "y"]
      return quiz + end(&source)
    case .exchange: return [SimulatedDevice.synchronization]
    }
  }

  /// The end of a task, with or without a synchronization.
  private func end(_ source: inout CommandSource) -> [String] {
    source.chance(50) ? ["home", SimulatedDevice.synchronization] : []
  }
}
