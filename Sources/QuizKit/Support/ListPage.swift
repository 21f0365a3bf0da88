/// A part of a long list, so that it does not push everything else off the screen.
public struct ListPage: Encodable, Equatable, Sendable {
  /// How many lines a page has.
  public static let size = 20

  /// The page, from 1; 1 too when there is nothing to list.
  public var number: Int
  /// How many pages there are; at least 1.
  public var count: Int

  /// The page `number`, or the nearest there is, of a list of `total`.
  public init(_ number: Int, total: Int) {
    count = max(1, (total + Self.size - 1) / Self.size)
    self.number = min(max(number, 1), count)
  }

  /// The page so many pages further on, or back where the number is negative.
  ///
  /// - Throws: ``ListRefusal`` when there is no such page.
  func turned(by pages: Int) throws(ListRefusal) -> ListPage {
    var page = self
    page.number += pages
    if page.number < 1 { throw .firstPage }
    if page.number > count { throw .lastPage }
    return page
  }

  /// Which of the list's positions, from 0, are on the page.
  public func positions(total: Int) -> Range<Int> {
    let start = min((number - 1) * Self.size, total)
    return start..<min(start + Self.size, total)
  }
}

extension Collection {
  /// The line of this number, from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  public func line(_ number: Int) throws(ListRefusal) -> Element {
    guard (1...Swift.max(1, count)).contains(number), !isEmpty else {
      throw .noSuchLine(number: number, count: count)
    }
    return self[index(startIndex, offsetBy: number - 1)]
  }
}

/// Why another page of a list was not shown, or a line of it not taken.
public enum ListRefusal: ReportableError, Equatable {
  /// This is the last page.
  case lastPage
  /// This is the first page.
  case firstPage
  /// The list has no line of this number; it has `count`.
  case noSuchLine(number: Int, count: Int)

  public var code: String {
    switch self {
    case .lastPage: "last-page"
    case .firstPage: "first-page"
    case .noSuchLine: "no-such-line"
    }
  }

  public func text(in language: Language) -> String {
    switch self {
    case .lastPage: language.text("This is the last page.", "最後のページです。")
    case .firstPage: language.text("This is the first page.", "最初のページです。")
    case .noSuchLine(let number, let count):
      count == 0
        ? language.text("There is nothing in this list.", "一覧には何もありません。")
        : language.text(
          "There is no number \(number) in the list; there are 1 to \(count).",
          "\(number) 番はありません。1〜\(count) を指定してください。")
    }
  }
}
