import Testing

@testable import QuizSupport

@Suite struct ChoiceLettersTests {
  @Test func `choices are named by letters, and by their numbers after Z`() {
    #expect([0, 1, 25, 26, 98].map(ChoiceLetters.name) == ["A", "B", "Z", "27", "99"])
  }
}
