/// The answer of a question of a dump, collected from all places where it may stand.
struct GatheredAnswer {
  /// Where the answer of a question was found.
  enum Place: Hashable {
    case word(String), sheet, title, marks, sentences
  }

  /// The places of the right choices.
  private(set) var right: [Int]?
  private(set) var place: Place?
  /// The first answer that names no choice.
  private(set) var unknown: String?
  /// A label and a text, or two choices, of which only one can be the answer.
  private(set) var contradiction: (one: String, other: String)?
  /// The letters that sentences call right.
  private var stated: [Character] = []

  /// Whether nothing was found so far.
  var isOpen: Bool { right == nil && unknown == nil && contradiction == nil && stated.isEmpty }

  /// Whether an answer that comes now can only be a remark about the first one.
  var isSettled: Bool { right != nil || contradiction != nil }

  /// Takes an answer; returns the text that follows it, or `nil` if it names no choice.
  mutating func take(_ claim: AnswerReader.Claim, at place: Place) -> String? {
    switch claim {
    case .right(let places, let rest):
      right = (right ?? []) + places.filter { right?.contains($0) != true }
      self.place = place
      return rest
    case .contradiction(let label, let text):
      contradiction = contradiction ?? (label, text)
      return ""
    case .unknown(let text):
      unknown = unknown ?? text
      return nil
    }
  }

  /// Replaces the places by those that the entries of a list call right; without any, the answer
  /// is not understood.
  mutating func settle(_ entries: [Int]) {
    right = entries.isEmpty ? nil : entries
    if entries.isEmpty { unknown = unknown ?? "…" }
  }

  /// Notes that two lines name different answers.
  mutating func contradict(_ one: String, _ other: String) {
    contradiction = contradiction ?? (one, other)
  }

  /// Takes the answer to a question without choices.
  mutating func take(text: String, at place: Place) -> Bool {
    guard unknown == nil else { return false }
    (unknown, self.place) = (text, place)
    return true
  }

  mutating func take(stated letters: [Character]) {
    stated += letters.filter { !stated.contains($0) }
  }

  /// Completes the answer by what the sentences and the marks of choices say.
  mutating func complete(marked: [Int], areBoxes: Bool, _ key: AnswerReader) {
    if right == nil, contradiction == nil, !stated.isEmpty, unknown == nil, marked.isEmpty {
      let letters = stated.map { String($0) }.joined(separator: ", ")
      if case .right(let places, _) = key.claim(letters) { (right, place) = (places, .sentences) }
    }
    guard !marked.isEmpty else { return }
    if let right {
      if areBoxes, Set(right) != Set(marked), contradiction == nil {
        contradiction = (key.text(at: marked[0]), key.text(at: right[0]))
      }
    } else {
      (right, place) = (marked, .marks)
    }
  }
}
