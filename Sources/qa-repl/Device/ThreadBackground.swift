import Foundation
import QuizKit
import Synchronization

/// Runs each piece of work on its own thread and posts its progress and result. ``deliver(_:)``
/// hands them over on the program's thread.
final class ThreadBackground: Background {
  private let post: @Sendable (BackgroundNews) -> Void
  private var receivers: [Int: (BackgroundNews.Content) -> Void] = [:]
  private var last = 0

  init(postingBy post: @escaping @Sendable (BackgroundNews) -> Void) {
    self.post = post
  }

  func run<Value: Sendable, Progress: Sendable>(
    _ work: @escaping @Sendable (_ report: @escaping @Sendable (Progress) -> Bool) -> Value,
    progress: @escaping (Progress) -> Void, completed: @escaping (Value) -> Void
  ) -> BackgroundWork {
    last += 1
    let number = last
    receivers[number] = { [unowned self] content in
      switch content {
      case .progress(let value):
        if let value = value as? Progress { progress(value) }
      case .result(let value):
        receivers[number] = nil
        if let value = value as? Value { completed(value) }
      }
    }
    let job = Job()
    Thread.detachNewThread { [post] in
      let result = work { value in
        post(BackgroundNews(number: number, content: .progress(value)))
        return !job.isStopped.load(ordering: .relaxed)
      }
      post(BackgroundNews(number: number, content: .result(result)))
    }
    return job
  }

  /// Hands `news` to the caller that started the work.
  func deliver(_ news: BackgroundNews) {
    receivers[news.number]?(news.content)
  }

  private final class Job: BackgroundWork {
    let isStopped = Atomic(false)

    func stop() {
      isStopped.store(true, ordering: .relaxed)
    }
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
