extension Int {
  /// The number with its noun in English: `1 question`, `2 questions`, `2 boxes`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
