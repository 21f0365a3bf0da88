import Foundation
import QuizExchange
import QuizKit
import QuizStore
import QuizSupport
import Signals

/// Plays a quiz and a timer on a virtual clock, in a bank that is only in memory.
@main
enum Main {
  static func main() throws {
    let clock = VirtualScheduler()
    let world = World(
      scheduler: clock,
      now: { Date(timeIntervalSince1970: Double(clock.now.components.seconds)) },
      random: RandomSource(seed: 1), store: MemoryStore(schema: QuestionBank.schema),
      files: DiskFiles())
    let models = Models(world: world)
    let desk = Desk(models)

    // Whoever changes the bank: the screen in front follows.
    try models.bank.addSamples(language: .english)

    try models.quizzes.start(QuizOptions(count: 3, order: .random))
    desk.quiz?.commands.emit(.choose([9]))
    desk.quiz?.commands.emit(.choose([2]))
    clock.advance(by: .seconds(4))
    desk.quiz?.commands.emit(.skip)
    desk.quiz?.commands.emit(.choose([1]))
    desk.answers?.commands.emit(.result)

    // A timer drops the second half of a double tap.
    let countdown = CountdownTimer(length: .seconds(2), scheduler: clock)
    desk.navigator.commands.emit(.open { _ in TimerRoute(countdown) })
    desk.timer?.commands.emit(.start)
    desk.timer?.commands.emit(.pause)
    clock.advance(by: .seconds(2))
    desk.navigator.commands.emit(.back)
  }
}
