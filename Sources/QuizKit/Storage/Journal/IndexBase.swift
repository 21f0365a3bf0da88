/// The entries of an index that stay as they are: in memory, or in a file until somebody asks for them.
///
/// Copies of an index share it, so that what one of them has read the others need not read again.
final class IndexBase {
  typealias Entry = SortedIndex.Entry

  /// How many there are.
  let count: Int
  /// Those that are in memory; `nil` while they are only in the file.
  private(set) var loaded: [Entry]?
  private var read: (() throws(StoreError) -> [Entry])?
  /// How often somebody asked who could do without.
  private var refusals = 0
  /// To read what a large index has takes as long as some hundred records.
  private static let mostRefusals = 16

  /// - Parameter entries: in order.
  init(_ entries: [Entry]) {
    count = entries.count
    loaded = entries
  }

  /// - Parameter read: gives the entries, in order; it is called once, when they are first asked for.
  init(count: Int, _ read: @escaping () throws(StoreError) -> [Entry]) {
    self.count = count
    self.read = read
  }

  /// The same for somebody who wants to look one entry up, and reads a record otherwise: `nil` as
  /// long as they are only in the file and few have asked.
  func entriesForOne() throws(StoreError) -> [Entry]? {
    if loaded == nil, refusals < Self.mostRefusals {
      refusals += 1
      return nil
    }
    return try entries()
  }

  /// The entries, in order.
  func entries() throws(StoreError) -> [Entry] {
    if let loaded { return loaded }
    let entries = try read?() ?? []
    loaded = entries
    read = nil
    return entries
  }
}
