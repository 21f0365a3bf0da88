/// Goes through all ways to decide a row of choices, as the wheels of an odometer do.
///
/// ```swift
/// var odometer = Odometer()
/// repeat { work { odometer.choose(below: $0) } } while odometer.advance()
/// ```
struct Odometer {
  private var wheels: [(value: Int, count: Int)] = []
  private var position = 0

  /// The next choice of this round: one of `count` numbers from 0.
  mutating func choose(below count: Int) -> Int {
    if position == wheels.count { wheels.append((0, count)) }
    defer { position += 1 }
    return wheels[position].value
  }

  /// Begins the next round; false when there is none left.
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
