import Foundation
import TestKit
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests how the JSON file handles questions whose parts do not fit together.
@Suite struct HandWrittenQuestionTests {
  private func bank(_ choices: [String], correct: Int, kind: String = "single") -> SimulatedDisk {
    let choices = choices.map { "{\"text\": \"\($0)\", \"feedback\": \"\"}" }
      .joined(separator: ", ")
    let disk = SimulatedDisk()
    disk[StoreKind.json.path] = Array(
      """
      {
        "format": "qa-repl-store", "version": 1, "schema": \(QuestionBank.schema.version),
        "sequence": 1, "lastIdentifiers": {},
        "records": {
          "deck": [{"id": 1, "name": "D", "createdAt": 0}],
          "question": [
            {"id": 1, "deckID": 1, "createdAt": 0, "changedAt": 0, "searchText": "", "content":
             {"solution": {"\(kind)": \(correct)}, "text": "Q", "choices": [\(choices)],
              "commentary": "", "tags": []}}
          ]
        }
      }

      """.utf8)
    return disk
  }

  @Test func `a question whose parts fit together is read`() throws {
    let store = try StoreKind.json.open(
      on: bank(["a", "b"], correct: 1), schema: QuestionBank.schema)
    let questions = try StoreContext(store).fetch(FetchDescriptor<Question>())
    #expect(questions.map(\.content.solution) == [.single(1)])
  }

  @Test(arguments: StoreKind.allCases)
  func `a question comes back with every field that it has`(_ kind: StoreKind) throws {
    let disk = SimulatedDisk()
    let context = StoreContext(try kind.open(on: disk, schema: QuestionBank.schema))
    let content = QuestionContent(
      text: "Q", choices: [Choice("a", feedback: "f"), Choice("b")], solution: .trueFalse(1),
      commentary: "c", tags: ["t"], title: "T", externalID: "e", otherFields: ["x": "[1]"],
      pictures: Pictures([Picture(label: "P", at: "p.png")]))
    // When a field is added to questions, it has to be added here too.
    #expect(Mirror(reflecting: content).children.count == 9)
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let deck = context.insert(Deck(name: "D", createdAt: date))
    let id = context.insert(Question(deckID: deck, content: content, createdAt: date))
    try context.save()
    let saved = try context.record(for: id)
    #expect(saved?.content == content)
    guard kind != .memory else { return }
    try context.store.close()
    let again = StoreContext(try kind.open(on: disk, schema: QuestionBank.schema))
    #expect(try again.fetch(FetchDescriptor<Question>()) == [saved])
  }

  @Test(arguments: [
    (["a", "b"], 2, "single"), (["a", "b"], -1, "single"), ([], 0, "single"), (["a"], 0, "single"),
    (["a", "b", "c"], 0, "truefalse"),
  ])
  func `a question that nobody could answer is refused with its line`(
    _ choices: [String], _ correct: Int, _ kind: String
  ) throws {
    let disk = bank(choices, correct: correct, kind: kind)
    let before = disk[StoreKind.json.path]
    let error = #expect(throws: StoreError.self) {
      try StoreKind.json.open(on: disk, schema: QuestionBank.schema)
    }
    #expect(error?.code == "store-damaged")
    #expect(error?.line.map { (7...9).contains($0) } == true)
    #expect(Bool(disk[StoreKind.json.path] == before))
  }
}
