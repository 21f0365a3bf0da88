import Foundation

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// The question that each position of each quiz asked, as it was on the device where the quiz was
/// played. It must stay the same on all devices.
struct AnswerLedger {
  private struct Place: Hashable {
    var title: String
    var startedAt: Date
    var position: Int
  }

  private var serials: [Place: Int] = [:]
  /// The questions of each device, by their numbers there.
  private var living: [Int: [Identifier<Question>: Int]] = [:]
  /// The questions that were rewritten into other ones in a form.
  private var rewritten: Set<Int> = []

  /// Whether two serials belong to the same question.
  func areOne(_ known: Int, _ serial: Int) -> Bool {
    known == serial || !rewritten.isDisjoint(with: [known, serial])
  }

  /// Records new quizzes, and compares the others.
  ///
  /// - Parameter received: whether the last step took over changes of other devices; `nil` where
  ///   that is not known.
  mutating func check(_ store: any DataStore, received: Bool?, _ device: Int) throws {
    let context = StoreContext(store)
    let questions = try context.fetch(FetchDescriptor<Question>())
    noteEdits(questions, received, device)
    let attempts = try context.fetch(FetchDescriptor<Attempt>())
    if attempts.isEmpty { return }
    var texts: [Identifier<Question>: String] = [:]
    for question in questions {
      texts[question.id] = question.content.text
    }
    for record in try context.fetch(FetchDescriptor<TrashedRecord>()) {
      if let question = record.content.record(of: Question.self) {
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
      // When practice ends, its unanswered questions are left out.
      guard attempt.outcome != nil || attempt.mode == .exam else { continue }
      for (position, id) in asked.enumerated() {
        guard let text = texts[id], let serial = RandomQuestion.serial(of: text) else { continue }
        let place = Place(title: attempt.title, startedAt: attempt.startedAt, position: position)
        if let known = serials[place] {
          guard areOne(known, serial) else {
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

  private mutating func noteEdits(_ questions: [Question], _ received: Bool?, _ device: Int) {
    let before = living[device] ?? [:]
    var now: [Identifier<Question>: Int] = [:]
    for question in questions {
      now[question.id] = RandomQuestion.serial(of: question.content.text) ?? 0
    }
    if received != true {
      for (id, serial) in now {
        if let old = before[id], old != serial { rewritten.formUnion([old, serial]) }
      }
    }
    living[device] = now
  }
}
