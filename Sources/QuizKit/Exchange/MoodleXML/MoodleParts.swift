import QuizSupport

/// Reads Moodle's questions whose answer has several parts: matching, ordering, and texts with
/// gaps.
extension MoodleQuestion {
  /// Reads `matching` and `ddmatch`. A text on the right that has none on the left belongs to
  /// nothing.
  func submitPairs() {
    var draft = draft
    reportImages(of: element["questiontext"])
    var solution = MatchSolution([])
    for part in element.children where part.name == "subquestion" {
      reportImages(of: part)
      let left = Self.plain(part)
      let right = Self.label(part["answer"])
      if left.isEmpty {
        if !right.isEmpty { solution.extra.append(right) }
      } else {
        solution.pairs.append(MatchPair(left, right))
      }
    }
    draft.solution = .match(solution)
    collector.submit(draft)
  }

  /// Reads `ordering`. The credit for an answer is its place.
  func submitOrder() {
    var draft = draft
    reportImages(of: element["questiontext"])
    let places = answers.map { Double(FieldText.make($0.attributes["fraction"] ?? "")) ?? 0 }
    let isNumbered = Set(places).count == places.count
    let order = places.indices.sorted { isNumbered ? places[$0] < places[$1] : $0 < $1 }
    for place in order {
      reportImages(of: answers[place])
      draft.choices.append(
        Choice(Self.plain(answers[place]), feedback: Self.plain(answers[place]["feedback"])))
    }
    draft.solution = .order
    collector.submit(draft)
  }

  /// Reads `ddwtos` and `gapselect`. `[[3]]` in the text is the place of the third choice, and the
  /// choices of the same group can be put there.
  ///
  /// - Parameter name: the elements of the choices.
  func submitGaps(of name: String) {
    var draft = draft
    reportImages(of: element["questiontext"])
    let boxes = element.children.filter { $0.name == name }
    let texts = boxes.map(Self.label)
    let groups = boxes.map { FieldText.make($0["group"]?.text ?? "1") }
    var gaps: [Gap] = []
    var text = ""
    for part in GapText(draft.text).parts {
      guard case .gap(let box) = part, texts.indices.contains(box) else {
        text += part.raw
        continue
      }
      text += GapText.mark(gaps.count)
      var choices = Self.distinct(
        texts.indices.filter { groups[$0] == groups[box] }.map { texts[$0] })
      // A choice that is alone in its group would need no thought.
      if choices.count < 2 { choices = Self.distinct(texts) }
      gaps.append(
        .picked(GapChoices(choices, correct: choices.firstIndex(of: texts[box]) ?? 0)))
    }
    draft.text = text
    draft.solution = .gaps(GapsSolution(gaps))
    collector.submit(draft)
  }

  /// Reads `cloze`, whose text contains the answers.
  func submitCloze() {
    var draft = draft
    reportImages(of: element["questiontext"])
    let cloze = ClozeText(element["questiontext"]?["text"]?.text ?? "", isHTML: isHTML)
    if let fault = cloze.fault {
      draft.text = cloze.text
      return collector.refuse(draft, fault)
    }
    draft.text = isHTML ? HTMLText.markdown(cloze.text) : FieldText.make(cloze.text)
    draft.warnings += cloze.warnings
    draft.solution = .gaps(GapsSolution(cloze.gaps))
    collector.submit(draft)
  }

  private var isHTML: Bool { element["questiontext"].map(Self.isHTML) ?? true }

  private static func distinct(_ texts: [String]) -> [String] {
    var known: Set<String> = []
    return texts.filter { known.insert($0).inserted }
  }

  /// A text that Moodle shows in a menu or on a label. It is plain, unless the element states a
  /// format.
  private static func label(_ element: MarkupElement?) -> String {
    guard let element else { return "" }
    return element.attributes["format"] == nil
      ? FieldText.make(element["text"]?.text ?? "") : plain(element)
  }
}

extension GapText.Part {
  /// The part as it is in the text.
  fileprivate var raw: String {
    switch self {
    case .text(let text): text
    case .gap(let place): GapText.mark(place)
    }
  }
}
