import Signals

/// The news that the system has of a watched file.
package enum FileNews: Sendable, Equatable {
  /// The file may have been changed or replaced.
  case changed
  /// The system cannot tell any more.
  case lost
}

/// Says on the program's thread when another program has changed or replaced a file.
///
/// The system tells a thread of its own. That posts the news, and ``deliver(_:)`` hands them over
/// on the program's thread.
package final class FileWatch {
  private let post: @Sendable (FileNews) -> Void
  private let told = PublishSubject<FileNews>()

  /// Creates a watch for one file, which watches nothing yet.
  ///
  /// - Parameter post: takes the news on any thread.
  package init(postingBy post: @escaping @Sendable (FileNews) -> Void) {
    self.post = post
  }

  /// Emits whenever the file at `path` may have changed, from the subscription on, and completes
  /// when the system cannot tell: at once for a file that other computers may write as well.
  ///
  /// - Parameter path: an absolute path that is not a link.
  package func changes(of path: String) -> Signal<Void> {
    Signal { [post, told] receive, completed in
      guard let events = FileEvents(of: path, postingBy: post) else {
        completed()
        return Disposable()
      }
      let handle = told.signal.take { $0 == .changed }
        .observe({ _ in receive(()) }, completed: completed)
      return Disposable {
        handle.dispose()
        events.end()
      }
    }
  }

  /// Hands `news` to the observer.
  package func deliver(_ news: FileNews) {
    told.emit(news)
  }
}
