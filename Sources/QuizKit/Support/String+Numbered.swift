extension String {
  /// The name with the first number after it that makes it different from those taken, from `Name (2)` on.
  func numbered(apartFrom taken: Set<String>) -> String {
    (2...).lazy.map { "\(self) (\($0))" }.first { !taken.contains($0) } ?? self
  }
}
