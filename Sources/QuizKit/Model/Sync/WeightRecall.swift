import QuizExchange
import QuizStore
import QuizSupport

/// Weights that other devices sent while this device had a program that did not know weights.
struct WeightRecall {
  private let run: SyncRun

  init(in run: SyncRun) { self.run = run }

  /// Adds such weights to the questions of the bank that still have the same choices and right
  /// answer. Otherwise it would look as if the user had removed them.
  ///
  /// - Returns: The versions of these questions.
  func recall() throws -> [Int64: UInt64] {
    var versions: [Int64: UInt64] = [:]
    for entry in run.table.entries(of: .question) where entry.isInBank {
      guard let known = try knownQuestion(entry), known.content.solution.weights != nil,
        var question = try run.work.record(for: known.id),
        question.content.choices == known.content.choices,
        question.content.solution == known.content.solution.rightChoice.map({ .single($0) })
      else { continue }
      question.content.solution = known.content.solution
      try run.work.update(question)
      versions[question.id.rawValue] = try run.work.store.version(of: question)
      run.noteReceived()
    }
    return versions
  }

  /// The question as other devices know it; `nil` if its fields do not make a valid question.
  private func knownQuestion(_ entry: SyncedRecord.Entry) throws -> Question? {
    guard let state = try run.table.state(of: entry.key), state.isAlive else { return nil }
    do throws(JSONFault) {
      return try run.record(Question.self, state.values, Identifier(rawValue: entry.localID))
    } catch {
      return nil
    }
  }
}
