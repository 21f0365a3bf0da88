/// The messages about the last command, such as an error. They are shown above the prompt and are
/// gone with the next key that does something, so that an old error does not stay above another
/// screen.
final class Notices: TextSink {
  private(set) var lines: [String] = []
  private let changed: () -> Void

  /// - Parameter changed: Called when there are other messages.
  init(changed: @escaping () -> Void) {
    self.changed = changed
  }

  func write(_ text: String) {
    lines += text.split(separator: "\n").map(String.init)
    changed()
  }

  /// Removes all messages, and returns them.
  @discardableResult
  func clear() -> [String] {
    guard !lines.isEmpty else { return [] }
    defer { changed() }
    let old = lines
    lines = []
    return old
  }
}
