import QuizSupport
import Signals
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct ThreadBackgroundTests {
  private let loop = EventLoop<BackgroundNews>()
  private let background: ThreadBackground

  init() {
    background = ThreadBackground { [mailbox = loop.mailbox] in mailbox.post($0) }
  }

  @Test func `progress and result come back to the program's thread, in order`() {
    var seen: [Int] = []
    let work = background.work { (report: @escaping @Sendable (Int) -> Bool) -> Int in
      _ = (report(1), report(2))
      return 3
    }
    let observation = work.news.observe { news in
      switch news {
      case .progress(let value), .result(let value): seen.append(value)
      }
    } completed: {
      loop.stop()
    }
    loop.run(background.deliver)
    withExtendedLifetime(observation) {}
    #expect(seen == [1, 2, 3])
  }

  @Test func `work that is told to stop learns it at its next report`() {
    var wasStopped = false
    let work = background.work { (report: @escaping @Sendable (Int) -> Bool) -> Bool in
      while report(0) {}
      return true
    }
    let observation = work.news.observe { news in
      switch news {
      case .progress: work.stop()
      case .result(let value):
        wasStopped = value
        loop.stop()
      }
    }
    loop.run(background.deliver)
    withExtendedLifetime(observation) {}
    #expect(wasStopped)
  }

  @Test func `it works until each result has come, and all work can be stopped at once`() {
    let works = (1...3).map { _ in
      background.work { (report: @escaping @Sendable (Int) -> Bool) -> Int in
        while report(0) {}
        return 1
      }
    }
    #expect(!background.isWorking)
    var results = 0
    let observations = works.map { work in
      work.news.observe { if case .result = $0 { results += 1 } }
    }
    #expect(background.isWorking)
    background.stop()
    loop.run { news in
      background.deliver(news)
      if !background.isWorking { loop.stop() }
    }
    withExtendedLifetime(observations) {}
    #expect(results == 3)
  }
}
