import QuizKit
import Signals
import Testing

@testable import qa_repl

@Suite struct ThreadBackgroundTests {
  let loop = EventLoop<BackgroundNews>()

  @Test func `progress and result come back to the program's thread, in order`() {
    let background = ThreadBackground { [mailbox = loop.mailbox] in mailbox.post($0) }
    var seen: [Int] = []
    let work = background.run { (report: @escaping @Sendable (Int) -> Bool) -> Int in
      _ = (report(1), report(2))
      return 3
    } progress: {
      seen.append($0)
    } completed: {
      seen.append($0)
      loop.stop()
    }
    loop.run(background.deliver)
    withExtendedLifetime(work) {}
    #expect(seen == [1, 2, 3])
  }

  @Test func `work that is told to stop learns it at its next report`() {
    let background = ThreadBackground { [mailbox = loop.mailbox] in mailbox.post($0) }
    var wasStopped = false
    var work: BackgroundWork?
    work = background.run { (report: @escaping @Sendable (Int) -> Bool) -> Bool in
      while report(0) {}
      return true
    } progress: { _ in
      work?.stop()
    } completed: {
      wasStopped = $0
      loop.stop()
    }
    loop.run(background.deliver)
    #expect(wasStopped)
  }
}
