/// How a command ended.
enum Outcome {
  /// It was carried out, or it waits for confirmation.
  case done
  /// A failure was reported.
  case failed
}
