import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite struct TrashViewModelTests {
  private let test = TestWorld()
  private let screen: Screen<TrashCommand, TrashState>

  init() throws {
    try test.add((1...30).map { .sample("\($0)") })
    let all = try test.world.store.fetch(FetchDescriptor<Question>())
    for question in all { try test.bank.delete([question.id]) }
    screen = Screen(try TrashViewModel(trash: test.trash, world: test.world))
  }

  @Test func `other lines are shown and the message stays`() {
    screen.run(.restore(1), .move(.show(ListWindow(first: 20, count: 5))))
    #expect(screen.state.items.map(\.number) == [21, 22, 23, 24, 25])
    #expect(screen.state.message?.code == "restored")
    screen.run(.move(.previousPage))
    #expect(screen.state.message == nil)
  }

  @Test func `a page has as many lines as were asked for`() throws {
    let screen = Screen(
      try TrashViewModel(
        trash: test.trash, page: ListPosition(1, total: 0, size: 8), world: test.world))
    #expect(screen.state.items.count == 8)
    screen.run(.move(.nextPage), .move(.nextPage), .move(.nextPage))
    #expect(screen.state.items.map(\.number) == Array(25...30))
    screen.run(.move(.nextPage))
    #expect(screen.codes == ["last-page"])
  }
}
