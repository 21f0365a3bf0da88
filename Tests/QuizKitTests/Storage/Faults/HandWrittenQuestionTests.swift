import Foundation
import Testing

@testable import QuizKit

/// What the JSON file makes of questions whose parts do not fit together.
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
             {"kind": "\(kind)", "text": "Q", "choices": [\(choices)],
              "correct": \(correct), "commentary": "", "tags": []}}
          ]
        }
      }

      """.utf8)
    return disk
  }

  @Test func `a question whose parts fit together is read`() throws {
    let store = try StoreKind.json.open(
      on: bank(["a", "b"], correct: 1), schema: QuestionBank.schema)
    #expect(
      try StoreContext(store).fetch(FetchDescriptor<Question>()).map(\.content.correct) == [1])
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
