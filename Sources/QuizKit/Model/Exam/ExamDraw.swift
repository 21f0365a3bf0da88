import QuizExchange
import QuizStore

/// Draws the questions of an exam: the right number for each section, and no question twice.
struct ExamDraw {
  /// The questions of each section, in random order.
  private(set) var sections: [[Identifier<Question>]]

  private var supplies: [Supply]
  private var taken: Set<Identifier<Question>> = []

  /// Draws from `pools`, which are the questions of each section.
  ///
  /// - Parameter lastAsked: when a question was last asked. Questions that were not asked for a
  ///   long time are preferred; `nil` for no preference.
  /// - Throws: ``ExamRefusal/tooFewQuestions(_:)``.
  init(
    _ blueprint: ExamBlueprint, from pools: [[Identifier<Question>]],
    lastAsked: ((Identifier<Question>) -> Int64?)? = nil,
    using random: inout some RandomNumberGenerator
  ) throws(ExamRefusal) {
    let counts = blueprint.counts
    sections = Array(repeating: [], count: pools.count)
    supplies = pools.map { Supply($0) }
    if let lastAsked {
      for index in supplies.indices { supplies[index].sort(by: lastAsked, using: &random) }
    }
    for index in pools.indices {
      while sections[index].count < counts[index], let id = next(for: index, using: &random) {
        take(id, for: index)
      }
    }
    // A section may have taken questions that another section needs, although it had others to
    // choose from.
    for index in pools.indices where sections[index].count < counts[index] {
      while sections[index].count < counts[index], exchange(for: index, using: &random) {}
    }
    let missing = pools.indices.filter { sections[$0].count < counts[$0] }
    if !missing.isEmpty {
      throw .tooFewQuestions(
        missing.map { index in
          ExamRefusal.Shortage(
            section: blueprint.parts[index].name, needed: counts[index],
            available: sections[index].count)
        })
    }
    for index in sections.indices { sections[index].shuffle(using: &random) }
  }

  private mutating func next(
    for section: Int, using random: inout some RandomNumberGenerator
  ) -> Identifier<Question>? {
    while let id = supplies[section].next(using: &random) {
      if !taken.contains(id) { return id }
    }
    return nil
  }

  private mutating func take(_ id: Identifier<Question>, for section: Int) {
    taken.insert(id)
    sections[section].append(id)
  }

  /// Finds a question for a section that has no free question left. Another section gives up one of
  /// its questions and takes a free one instead, perhaps by way of a third section (an augmenting
  /// path, as in bipartite matching).
  ///
  /// - Returns: `false` when this is impossible, so that there really are too few questions.
  private mutating func exchange(
    for section: Int, using random: inout some RandomNumberGenerator
  ) -> Bool {
    /// For each section that was reached: the section that wants one of its questions, and the
    /// place of that question.
    var wanted: [Int: (by: Int, place: Int)] = [:]
    var queue = [section][...]
    while let current = queue.popFirst() {
      if current != section, let free = next(for: current, using: &random) {
        var (giver, replacement) = (current, free)
        taken.insert(free)
        while giver != section, let want = wanted[giver] {
          let given = sections[giver][want.place]
          sections[giver][want.place] = replacement
          (giver, replacement) = (want.by, given)
        }
        sections[section].append(replacement)
        return true
      }
      for other in sections.indices where other != section && wanted[other] == nil {
        let place = sections[other].firstIndex { supplies[current].contains($0) }
        guard let place else { continue }
        wanted[other] = (current, place)
        queue.append(other)
      }
    }
    return false
  }

  /// Supplies the questions of a section in random order, each of them once.
  private struct Supply {
    private var ids: [Identifier<Question>]
    private var known: IdentifierSet<Question>
    private var position = 0
    private var isSorted = false

    init(_ ids: [Identifier<Question>]) {
      self.ids = ids
      known = IdentifierSet(ids)
    }

    func contains(_ id: Identifier<Question>) -> Bool { known.contains(id) }

    /// Puts the questions first that were not asked for the longest time. Questions that were asked
    /// at the same time, or never, stay in random order among each other.
    mutating func sort(
      by lastAsked: (Identifier<Question>) -> Int64?, using random: inout some RandomNumberGenerator
    ) {
      ids.shuffle(using: &random)
      let keys = ids.map { lastAsked($0) ?? .min }
      ids = ids.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { ids[$0] }
      isSorted = true
    }

    /// Takes the next question. Shuffles only as much of a large pool as is taken (Fisher and
    /// Yates).
    mutating func next(using random: inout some RandomNumberGenerator) -> Identifier<Question>? {
      guard position < ids.count else { return nil }
      if !isSorted {
        ids.swapAt(position, Int.random(in: position..<ids.count, using: &random))
      }
      defer { position += 1 }
      return ids[position]
    }
  }
}
