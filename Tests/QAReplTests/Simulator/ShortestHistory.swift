import Foundation

/// Removes the steps of a failing history that are not needed to make it fail.
struct ShortestHistory {
  private static let mostTries = 300

  /// The rule that was broken.
  let rule: String
  /// The seed, the failure, and the shortest history that was found.
  let text: String

  init(_ history: Simulation, _ error: any Error) {
    rule = Self.rule(error)
    var events = history.events
    var (size, tries) = (max(1, events.count / 2), 0)
    var last = error
    while size >= 1, tries < Self.mostTries {
      var start = 0
      var isShorter = false
      while start < events.count, tries < Self.mostTries {
        var fewer = events
        fewer.removeSubrange(start..<min(start + size, events.count))
        tries += 1
        if let error = Self.failure(history, fewer), Self.rule(error) == rule {
          (events, last, isShorter) = (fewer, error, true)
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    text =
      "seed \(history.seed), history \(history.number), day \(history.day): "
      + "\(rule)\n\(Self.detail(last))\n"
      + "\(events.count) of \(history.events.count) steps:\n"
      + events.map { "  \($0)" }.joined(separator: "\n")
  }

  private static func failure(
    _ history: Simulation, _ events: [SimulatedEvent]
  ) -> (any Error)? {
    let again = Simulation(seed: history.seed, number: history.number)
    do {
      for event in events { try again.perform(event) }
      return nil
    } catch {
      return error
    }
  }

  private static func rule(_ error: any Error) -> String {
    (error as? SimulationFailure)?.rule ?? "unexpected: \(error)"
  }

  private static func detail(_ error: any Error) -> String {
    (error as? SimulationFailure)?.detail ?? "\(error)"
  }
}
