import Foundation
import QuizSupport
import Signals
import Synchronization

/// Runs each piece of work on its own thread and posts its progress and result. ``deliver(_:)``
/// hands them over on the program's thread.
final class ThreadBackground: Background {
  private struct Job {
    var receive: (BackgroundNews.Content) -> Void
    var stop: () -> Void
  }

  private let post: @Sendable (BackgroundNews) -> Void
  private var jobs: [Int: Job] = [:]
  private var last = 0

  init(postingBy post: @escaping @Sendable (BackgroundNews) -> Void) {
    self.post = post
  }

  /// Whether the result of some work is still to come.
  var isWorking: Bool { !jobs.isEmpty }

  /// Asks all work to stop.
  func stop() {
    for job in jobs.values { job.stop() }
  }

  func work<Progress: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value
  ) -> BackgroundWork<Progress, Value> {
    let flag = StopFlag()
    return BackgroundWork(
      news: Signal { [unowned self] receive, completed in
        last += 1
        let number = last
        jobs[number] = Job(
          receive: { [unowned self] content in
            switch content {
            case .progress(let value):
              if let value = value as? Progress { receive(.progress(value)) }
            case .result(let value):
              jobs[number] = nil
              if let value = value as? Value { receive(.result(value)) }
              completed()
            }
          }, stop: flag.set)
        Thread.detachNewThread { [post] in
          let result = body { value in
            post(BackgroundNews(number: number, content: .progress(value)))
            return !flag.isSet
          }
          post(BackgroundNews(number: number, content: .result(result)))
        }
        return Disposable { [weak self] in self?.jobs[number] = nil }
      }, stop: flag.set)
  }

  /// Hands `news` to the observer of the work.
  func deliver(_ news: BackgroundNews) {
    jobs[news.number]?.receive(news.content)
  }

  /// Tells the work's thread to stop.
  private final class StopFlag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    @Sendable func set() { value.store(true, ordering: .relaxed) }
  }
}

/// Progress or a result of some work, on its way to the program's thread.
final class BackgroundNews: Sendable, Equatable {
  enum Content: Sendable {
    case progress(any Sendable)
    case result(any Sendable)
  }

  /// The number of the work.
  let number: Int
  let content: Content

  init(number: Int, content: Content) {
    self.number = number
    self.content = content
  }

  /// Two values are never equal unless they are the same object, because their content cannot be
  /// compared.
  static func == (left: BackgroundNews, right: BackgroundNews) -> Bool {
    left === right
  }
}
