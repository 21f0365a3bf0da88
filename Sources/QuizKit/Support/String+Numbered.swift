extension String {
  /// The name followed by the first number, from `Name (2)` on, that makes it different from the
  /// names in `taken`.
  package func numbered(apartFrom taken: Set<String>) -> String {
    var names = NumberedNames(taken: taken)
    return names.next(self)
  }
}

/// Adds numbers to many names, so that all names differ.
package struct NumberedNames {
  private var taken: Set<String>
  /// The last number given to each name. Without it, the last of many equal names would try all
  /// numbers before its own.
  private var last: [String: Int] = [:]

  package init(taken: Set<String>) {
    self.taken = taken
  }

  /// The name followed by the first number, from `Name (2)` on, that makes it different from the
  /// taken names. The result then counts as taken.
  package mutating func next(_ name: String) -> String {
    var number = last[name, default: 1]
    var numbered: String
    repeat {
      number += 1
      numbered = "\(name) (\(number))"
    } while !taken.insert(numbered).inserted
    last[name] = number
    return numbered
  }
}
