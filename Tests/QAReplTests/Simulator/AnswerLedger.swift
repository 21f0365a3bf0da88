import Foundation

@testable import QuizKit

/// Which question each position of each quiz asked, as it was on the device where the quiz was
/// played. It has to stay so on all devices.
struct AnswerLedger {
  private struct Place: Hashable {
    var title: String
    var startedAt: Date
    var position: Int
  }

  private var serials: [Place: Int] = [:]

  /// Takes the quizzes that are new, and compares the others.
  mutating func check(_ store: any DataStore, _ device: Int) throws {
    let context = StoreContext(store)
    let attempts = try context.fetch(FetchDescriptor<Attempt>())
    if attempts.isEmpty { return }
    var texts: [Identifier<Question>: String] = [:]
    for question in try context.fetch(FetchDescriptor<Question>()) {
      texts[question.id] = question.content.text
    }
    for record in try context.fetch(FetchDescriptor<TrashedRecord>()) {
      if case .question(let question) = record.content {
        texts[question.id] = question.content.text
      }
    }
    let answers = Dictionary(
      grouping: try context.fetch(FetchDescriptor<Answer>()), by: \.attemptID)
    for attempt in attempts {
      let asked = attempt.items.map(\.questionID)
      for answer in answers[attempt.id] ?? [] where asked.indices.contains(answer.position) {
        guard asked[answer.position] == answer.questionID else {
          throw SimulationFailure(
            rule: "an answer and its quiz name one question",
            detail: "device \(device + 1), \(attempt.title), position \(answer.position)")
        }
      }
      // When practice ends, it leaves out what was not answered.
      guard attempt.outcome != nil || attempt.mode == .exam else { continue }
      for (position, id) in asked.enumerated() {
        guard let text = texts[id], let serial = RandomQuestion.serial(of: text) else { continue }
        let place = Place(title: attempt.title, startedAt: attempt.startedAt, position: position)
        if let known = serials[place] {
          guard known == serial else {
            throw SimulationFailure(
              rule: "an answer stays with the question that was asked",
              detail: "device \(device + 1), “\(attempt.title)” of \(attempt.startedAt), position "
                + "\(position): asked #\(known), now “\(text)”")
          }
        } else {
          serials[place] = serial
        }
      }
    }
  }
}
