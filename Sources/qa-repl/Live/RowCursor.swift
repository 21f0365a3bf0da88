/// The cursor of a list, which moves among the rows that the filter lets through.
struct RowCursor: Equatable {
  /// The place of the cursor among the rows that the filter lets through, from 0.
  private(set) var position = 0
  /// The number of rows that the filter lets through.
  private(set) var count = 0
  /// The name of the filter in force; `nil` for the first one, which shows all.
  private var filter: String?
  /// The rows that the filter lets through; empty without a filter.
  private var shown: [Int] = []

  /// The row at the cursor, from 0 and counted among all rows.
  var row: Int { row(at: position) }

  /// Whether a filter hides rows.
  var isFiltered: Bool { filter != nil }

  /// The row at a place among those that the filter lets through.
  func row(at position: Int) -> Int {
    shown.indices.contains(position) ? shown[position] : position
  }

  /// Adopts the rows and filters of `list`. If the list no longer has the filter, all rows are
  /// shown.
  mutating func enter(_ list: RowList) {
    use(inForce(list.filters), of: list)
    place(at: position)
  }

  /// Goes to a place among the rows that the filter lets through, or to the last one before it.
  mutating func place(at position: Int) {
    self.position = max(0, min(position, count - 1))
  }

  /// Goes to a row, counted among all rows. When the filter hides it, all rows are shown.
  mutating func go(to row: Int, in list: RowList) {
    if isFiltered, let index = shown.firstIndex(of: row) { return place(at: index) }
    if isFiltered { use(nil, of: list) }
    place(at: row)
  }

  /// Goes to a row, counted among all rows. When the filter hides it, goes to the next one that is
  /// shown.
  mutating func go(near row: Int) {
    place(at: isFiltered ? shown.firstIndex { $0 >= row } ?? count - 1 : row)
  }

  /// Moves the cursor by `move`, and stops at the ends.
  ///
  /// - Parameter page: The rows that a page has.
  mutating func move(_ move: CursorMove, page: Int) {
    switch move {
    case .rows(let distance), .wheel(let distance): place(at: position + distance)
    case .pages(let distance): place(at: position + distance * page)
    case .toStart: place(at: 0)
    case .toEnd: place(at: count - 1)
    }
  }

  /// Shows another kind of rows. The cursor stays on its row, or goes to the next one that is
  /// shown.
  ///
  /// - Parameter step: 1 for the next kind, -1 for the one before.
  mutating func filter(_ list: RowList, by step: Int) {
    let count = list.filters.count
    guard count > 0 else { return }
    let row = row
    let next = ((inForce(list.filters) ?? 0) + step + count) % count
    use(next > 0 ? next : nil, of: list)
    go(near: row)
  }

  /// The names of the filters in one row. The one in force is marked.
  func names(of filters: [RowList.Filter], _ theme: Theme) -> [String] {
    guard filters.count > 1 else { return [] }
    let chosen = inForce(filters) ?? 0
    let names = filters.indices.map { index in
      let text = "\(filters[index].name) \(filters[index].rows.count)"
      return index == chosen ? theme.palette.chosen("[\(text)]") : theme.palette.faint(text)
    }
    return ["    " + names.joined(separator: " ")]
  }

  /// The index of the filter in force among `filters`; `nil` when all rows are shown.
  private func inForce(_ filters: [RowList.Filter]) -> Int? {
    guard let filter, let index = filters.firstIndex(where: { $0.name == filter }), index > 0
    else { return nil }
    return index
  }

  /// Puts a filter in force; `nil` shows all rows.
  private mutating func use(_ index: Int?, of list: RowList) {
    filter = index.map { list.filters[$0].name }
    shown =
      index.map { list.filters[$0].rows + (list.count - list.endings.count..<list.count) } ?? []
    count = index == nil ? list.count : shown.count
  }
}
