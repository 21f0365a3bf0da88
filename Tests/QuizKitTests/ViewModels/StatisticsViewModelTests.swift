import Foundation
import Signals
import Testing

@testable import QuizKit
@testable import QuizStore

@Suite struct StatisticsViewModelTests {
  @Test func `an open screen says that numbers were fitted, and that they are gone`() throws {
    let test = TestWorld()
    let screen = try StatisticsViewModel(
      bank: test.bank, history: test.history, reviews: test.reviews)
    #expect(screen.state.fit == nil)
    let store = StoreContext(test.store)
    try store.transaction {
      store.insert(
        KeptFit(
          fittedAt: Date(timeIntervalSince1970: 0), answers: 500, judged: 100, standardLoss: 1,
          fittedLoss: 0.5,
          parameters: FSRSParameters.standard.values))
    }
    #expect(screen.state.fit?.answers == 500)
    try test.fitter.reset()
    #expect(screen.state.fit == nil)
  }
}
