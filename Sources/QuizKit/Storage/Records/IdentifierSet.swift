/// A set of identifiers with fast lookup.
///
/// The identifiers in a bank are usually close together, because they count up. A table of flags
/// then answers faster than a `Set`, which is used only when they are far apart.
struct IdentifierSet {
  private let first: Int64
  private let marks: [Bool]
  private let others: Set<Int64>

  init<R>(_ identifiers: [Identifier<R>]) {
    self.init(numbers: identifiers.map { $0.rawValue })
  }

  init(numbers: [Int64]) {
    first = numbers.min() ?? 0
    let span = (numbers.max() ?? 0) - first + 1
    guard span / 64 <= Int64(numbers.count) else {
      marks = []
      others = Set(numbers)
      return
    }
    var marks = [Bool](repeating: false, count: Int(span))
    for number in numbers { marks[Int(number - first)] = true }
    self.marks = marks
    others = []
  }

  func contains<R>(_ identifier: Identifier<R>) -> Bool { contains(identifier.rawValue) }

  func contains(_ number: Int64) -> Bool {
    if marks.isEmpty { return others.contains(number) }
    let position = number &- first
    return position >= 0 && position < Int64(marks.count) && marks[Int(position)]
  }
}
