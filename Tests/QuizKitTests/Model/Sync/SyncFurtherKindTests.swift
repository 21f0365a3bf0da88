import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// Tests questions in shared folders of kinds that older programs do not know.
@Suite struct SyncFurtherKindTests {
  private let laptop: SyncDevice
  private let desktop: SyncDevice

  init() throws { (laptop, desktop) = try SyncDevice.pair() }

  private static let contents = [
    QuestionContent(text: "Front", solution: .card(CardSolution(back: "Back"))),
    QuestionContent(
      text: "It [[1]].",
      solution: .gaps(GapsSolution([.picked(GapChoices(["is", "are"], correct: 0))]))),
    QuestionContent(text: "Sort.", choices: [Choice("1"), Choice("2")], solution: .order),
    QuestionContent(
      text: "Match.",
      solution: .match(MatchSolution([MatchPair("a", "1"), MatchPair("b", "2")]))),
  ]

  private func version(of device: SyncDevice) throws -> Int {
    let text = String(decoding: try #require(device.file), as: UTF8.self)
    return try #require(text.firstMatch(of: /"version":([0-9]+)/).flatMap { Int($0.1) })
  }

  private func exchange() throws {
    for device in [laptop, desktop, laptop] {
      device.fetch([laptop, desktop])
      #expect(try device.synchronize().problems == [])
    }
  }

  @Test(arguments: contents)
  func `such a question raises the version of its file, and arrives`(
    _ content: QuestionContent
  ) throws {
    try laptop.addQuestion("Known \"solution\":{\"card\": \"card\"?")
    try laptop.synchronize()
    #expect(try version(of: laptop) == 1)
    try laptop.add(content)
    try exchange()
    #expect(try version(of: laptop) == 3)
    #expect(try desktop.question(content.text)?.content == content)
    #expect(try BankContent(desktop.store) == BankContent(laptop.store))
  }

  @Test(
    arguments: zip(
      contents, [Response.recall(.good), .gaps(["is"]), .order([0, 1]), .pairs([0, nil])]))
  func `answers to such a question raise the version too`(
    _ content: QuestionContent, _ response: Response
  ) throws {
    try laptop.add(content)
    try exchange()
    #expect(try version(of: desktop) == 1)
    try desktop.play("Quiz", answers: 1, of: desktop.questions())
    var answer = try #require(try desktop.store.fetch(FetchDescriptor<Answer>()).first)
    answer.response = response
    try desktop.store.saving(.edit) { try desktop.store.update(answer) }
    try exchange()
    #expect(try version(of: desktop) == 3)
    #expect(try laptop.store.fetch(FetchDescriptor<Answer>()).map(\.response) == [response])
  }

  @Test func `a text and gaps that were edited apart stay a question`() throws {
    try laptop.add(Self.contents[1])
    try exchange()
    try laptop.edit(try #require(try laptop.questions().first)) {
      $0.solution = .gaps(
        GapsSolution([1, 2].map { _ in .picked(GapChoices(["is", "are"], correct: 0)) }))
      $0.text = "It [[1]] and [[2]]."
    }
    try laptop.synchronize()
    try desktop.edit(try #require(try desktop.questions().first)) { $0.text = "She [[1]]." }
    try exchange()
    try exchange()
    #expect(try BankContent(desktop.store) == BankContent(laptop.store))
    #expect(try laptop.questions().map(\.content.kind) == [.gaps])
  }
}
