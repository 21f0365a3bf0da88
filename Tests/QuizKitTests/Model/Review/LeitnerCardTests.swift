import Testing

@testable import QuizKit

@Suite struct LeitnerCardTests {
  private let monday = Day(number: 4)

  /// The box and the due day, counted from Monday, after answers on days counted from Monday.
  private func after(_ answers: [(day: Int, isCorrect: Bool)]) -> [Int] {
    var card = LeitnerCard(asked: monday)
    for answer in answers { card.answer(isCorrect: answer.isCorrect, on: monday + answer.day) }
    return [card.box, card.due.number - monday.number]
  }

  @Test func `a question that was first asked today is due tomorrow`() {
    #expect(after([]) == [1, 1])
  }

  @Test func `right answers on one day count once`() {
    #expect(after([(0, true), (0, true)]) == [1, 1])
    #expect(after([(1, true), (1, true), (1, true)]) == [2, 3])
  }

  @Test func `each right answer on a due day doubles the time to the next`() {
    #expect(after([(1, true)]) == [2, 3])
    #expect(after([(1, true), (3, true)]) == [3, 7])
    #expect(after([(1, true), (3, true), (7, true)]) == [4, 15])
    #expect(after([(1, true), (3, true), (7, true), (15, true)]) == [5, 31])
  }

  @Test func `what is in the last box stays there`() {
    let days = [1, 3, 7, 15, 31, 47]
    #expect(after(days.map { ($0, true) }) == [5, 63])
  }

  @Test func `a right answer before the due day moves nothing`() {
    #expect(after([(1, true), (2, true)]) == [2, 3])
  }

  @Test func `an overdue question counts from the day on which it was answered`() {
    #expect(after([(10, true)]) == [2, 12])
  }

  @Test func `a wrong answer leads back to the first box at any time`() {
    #expect(after([(1, true), (3, true), (4, false)]) == [1, 5])
  }

  @Test func `knowing it on the day of a mistake does not count`() {
    #expect(after([(1, true), (3, false), (3, true)]) == [1, 4])
  }
}
