/// Tries all combinations of decisions in a sequence of choices, like the wheels of an odometer.
///
/// ```swift
/// var odometer = Odometer()
/// repeat { work { odometer.choose(below: $0) } } while odometer.advance()
/// ```
struct Odometer {
  private var wheels: [(value: Int, count: Int)] = []
  private var position = 0

  /// The next decision of this round, a number from 0 up to but not including `count`.
  mutating func choose(below count: Int) -> Int {
    if position == wheels.count { wheels.append((0, count)) }
    defer { position += 1 }
    return wheels[position].value
  }

  /// Starts the next round. Returns `false` when all combinations have been tried.
  mutating func advance() -> Bool {
    wheels.removeLast(wheels.count - position)
    position = 0
    while let last = wheels.indices.last {
      wheels[last].value += 1
      if wheels[last].value < wheels[last].count { return true }
      wheels.removeLast()
    }
    return false
  }
}
