extension String {
  /// The name with the first number after it that makes it different from those taken, from `Name (2)` on.
  package func numbered(apartFrom taken: Set<String>) -> String {
    var names = NumberedNames(taken: taken)
    return names.next(self)
  }
}

/// Gives many names a number that makes them different from each other.
package struct NumberedNames {
  private var taken: Set<String>
  /// The number that was given last to each name. Without it, the last one of many would try all
  /// numbers before it.
  private var last: [String: Int] = [:]

  package init(taken: Set<String>) {
    self.taken = taken
  }

  /// The name with the first number after it that is not taken, from `Name (2)` on. It is taken from
  /// then on.
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
