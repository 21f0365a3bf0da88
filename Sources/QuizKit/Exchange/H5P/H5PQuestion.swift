import QuizSupport

/// Makes a question of the contents of an H5P package.
struct H5PQuestion {
  private let collector: QuestionCollector
  private var draft: QuestionDraft
  private let images = ImageList()
  private let material: QTIMaterial

  init(number: Int, title: String?, _ collector: QuestionCollector) {
    self.collector = collector
    material = QTIMaterial(images: images.add)
    draft = QuestionDraft(line: 1)
    draft.element = "#\(number)"
    let title = FieldText.make(title ?? "")
    draft.title = title.isEmpty || title.hasPrefix("Untitled ") ? nil : title
  }

  private func text(_ value: JSONValue?) -> String {
    material.text(ofHTML: value?.scalarText ?? "")
  }

  private func submit(_ solution: PartSolution? = nil) {
    images.report(draft, to: collector)
    if let solution { solution.submit(draft, to: collector) } else { collector.submit(draft) }
  }

  mutating func refuse(_ kind: Fault.UnaskableKind, _ content: JSONValue) {
    draft.text = text(content["question"] ?? content["taskDescription"])
    collector.refuse(draft, .notMultipleChoice(kind))
  }

  // MARK: Choices

  mutating func choices(_ content: JSONValue) {
    draft.text = text(content["question"])
    let answers = content["answers"]?.array ?? []
    draft.choices = answers.map { answer in
      Choice(text(answer["text"]), feedback: text(answer["tipsAndFeedback"]?["chosenFeedback"]))
    }
    if answers.contains(where: { !text($0["tipsAndFeedback"]?["tip"]).isEmpty }) {
      collector.reportOnce(.tipsDropped, line: 1)
    }
    let right = answers.indices.filter { Self.isTrue(answers[$0]["correct"]) }
    let type = Self.behaviour(of: content, "type")?.string
    if type == "single", right.count > 1 {
      // Any one of them is right.
      let weights = answers.indices.map { right.contains($0) ? 1.0 : 0 }
      draft.solution = SingleSolution(weights: weights).map { .single($0) }
    } else {
      draft.markRight(right, isSeveral: type == "multi")
    }
    submit()
  }

  mutating func statement(_ content: JSONValue) {
    draft.text = text(content["question"])
    draft.kind = .trueFalse
    let labels = [text(content["l10n"]?["trueText"]), text(content["l10n"]?["falseText"])]
    draft.choices = zip(labels, ["True", "False"]).map { Choice($0.isEmpty ? $1 : $0) }
    let right = Self.isTrue(content["correct"]) ? 0 : 1
    draft.correct = right
    draft.choices[right].feedback = text(Self.behaviour(of: content, "feedbackOnCorrect"))
    draft.choices[1 - right].feedback = text(Self.behaviour(of: content, "feedbackOnWrong"))
    submit()
  }

  /// The first of the answers is right. It gets a place among the others.
  mutating func firstIsRight(_ answers: JSONValue?, text question: JSONValue?) {
    draft.text = text(question)
    let texts = (answers?.array ?? []).map(text)
    if let right = texts.first {
      (draft.choices, draft.correct) = StablePlace.place(
        right, among: Array(texts.dropFirst()), of: draft.text)
    }
    submit()
  }

  /// The paragraphs are listed in their right order.
  mutating func sortedParagraphs(_ content: JSONValue) {
    draft.text = text(content["taskDescription"])
    submit(.order((content["paragraphs"]?.array ?? []).map { Choice(text($0)) }))
  }

  // MARK: Typed answers and blanks

  mutating func word(_ word: JSONValue) {
    draft.text = text(word["clue"])
    draft.commentary = text(word["extraClue"]?["params"]?["text"])
    let answer = text(word["answer"]).replacing("*", with: "\\*")
    draft.solution = .text(TextSolution(accepted: answer.isEmpty ? [] : [AcceptedText(answer)]))
    submit()
  }

  mutating func card(_ card: JSONValue) {
    draft.text = text(card["text"])
    let picture = card["image"]?["path"]?.string
    if draft.text.isEmpty, let picture {
      draft.text = HTMLText.placeholder(FileName.base(of: picture))
    }
    if let picture { images.add(card["imageAltText"]?.string ?? FileName.base(of: picture)) }
    draft.solution = .card(CardSolution(back: text(card["answer"])))
    submit()
  }

  /// Refuses a text with more gaps or answers than can be asked, before each of them is looked at.
  private func refusesGaps(of html: String) -> Bool {
    let counts = H5PGaps.counts(in: html)
    if counts.gaps > GapsSolution.most {
      collector.refuse(draft, .tooManyGaps(counts.gaps))
    } else if counts.answers > H5PGaps.mostAnswers {
      collector.refuse(draft, .tooManyAnswers(counts.answers, limit: H5PGaps.mostAnswers))
    } else {
      return false
    }
    return true
  }

  /// - Parameter content: The contents that have the text among others.
  mutating func blanks(_ html: String, in content: JSONValue) {
    if refusesGaps(of: html) { return }
    let isCaseSensitive = Self.isTrue(Self.behaviour(of: content, "caseSensitive"))
    submit(content["text"], H5PGaps(html, isCaseSensitive: isCaseSensitive, material))
  }

  mutating func draggedWords(_ content: JSONValue) {
    // It is no HTML but for its characters, and its lines are those of the author.
    let html = (content["textField"]?.string ?? "").replacing("\n", with: "<br>")
    let distractors = content["distractors"]?.string ?? ""
    if refusesGaps(of: html) || refusesGaps(of: distractors) { return }
    let words = H5PGaps(distractors, choosingFrom: [], material).gaps.flatMap(\.accepted)
    submit(content["taskDescription"], H5PGaps(html, choosingFrom: words, material))
  }

  /// - Parameter intro: The text before the one with gaps.
  private mutating func submit(_ intro: JSONValue?, _ gaps: H5PGaps) {
    if gaps.hasTips { collector.reportOnce(.tipsDropped, line: 1) }
    let intro = text(intro)
    draft.text = [intro, gaps.pieces.joined(separator: "_____")].filter { !$0.isEmpty }
      .joined(separator: "\n")
    submit(.gaps([intro + "\n" + gaps.pieces[0]] + gaps.pieces.dropFirst(), gaps.gaps))
  }

  /// How the contents say that they behave.
  private static func behaviour(of content: JSONValue, _ name: String) -> JSONValue? {
    (content["behaviour"] ?? content["behavior"])?[name]
  }

  private static func isTrue(_ value: JSONValue?) -> Bool {
    switch value {
    case .bool(let isTrue): isTrue
    case .string(let text): text == "true" || text == "1"
    default: false
    }
  }
}

/// The blanks in a text of H5P: `*blue/navy:the colour*`, with alternatives and a tip.
private struct H5PGaps {
  /// The texts before, between and after the blanks.
  let pieces: [String]
  private(set) var gaps: [PartSolution.FoundGap] = []
  /// Whether a blank has a tip.
  private(set) var hasTips = false

  /// The most answers that all blanks accept together. Each is a text of its own.
  static let mostAnswers = 10_000

  /// How many blanks a text has, and how many answers they accept.
  static func counts(in html: String) -> (gaps: Int, answers: Int) {
    var (stars, answers) = (0, 0)
    for byte in html.utf8 {
      if byte == UInt8(ascii: "*") {
        stars += 1
      } else if byte == UInt8(ascii: "/"), !stars.isMultiple(of: 2) {
        answers += 1
      }
    }
    return (stars / 2, stars / 2 + answers)
  }

  /// - Parameters:
  ///   - html: The text, in which emphasis is an element and not a star.
  ///   - words: The list to choose from, beside the words of all blanks; `nil` to type the answers.
  init(
    _ html: String, choosingFrom words: [String]? = nil, isCaseSensitive: Bool = false,
    _ material: QTIMaterial
  ) {
    let parts = html.split(separator: "*", omittingEmptySubsequences: false).map { String($0) }
    var marked = parts[0]
    for (index, piece) in parts.enumerated().dropFirst() {
      if index.isMultiple(of: 2) {
        marked += piece
      } else if index == parts.count - 1 || piece.isEmpty {
        // Stars without a second one, or with nothing between them, are stars.
        marked += piece.isEmpty && index < parts.count - 1 ? "**" : "*" + piece
      } else {
        let plain = Self.withoutTags(piece)
        // A tip follows `:`, and feedback on the answer follows `\+` or `\-`.
        let ends = [":", "\\+", "\\-"].compactMap { plain.firstRange(of: $0)?.lowerBound }
        let answer = plain[..<(ends.min() ?? plain.endIndex)]
        hasTips = hasTips || answer.endIndex < plain.endIndex
        let accepted =
          words != nil ? [String(answer)] : answer.split(separator: "/").map { String($0) }
        let texts = accepted.map(material.text(ofHTML:)).filter { !$0.isEmpty }
        gaps.append(PartSolution.FoundGap(accepted: texts, isCaseSensitive: isCaseSensitive))
        marked += QTIMaterial.mark
      }
    }
    if let words {
      var known: Set<String> = []
      let list = (gaps.flatMap { $0.accepted } + words).filter { known.insert($0).inserted }
      for index in gaps.indices { gaps[index].choices = list }
    }
    pieces = material.pieces(ofHTML: marked)
  }

  /// The text without its tags, which have slashes and colons of their own.
  private static func withoutTags(_ html: String) -> String {
    var plain = ""
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      plain += rest[..<open]
      rest = rest[open...]
      let next = rest.dropFirst().first
      if next?.isLetter == true || next == "/" {
        guard let close = rest.firstIndex(of: ">") else { break }
        rest = rest[close...].dropFirst()
      } else {
        plain.append("<")
        rest = rest.dropFirst()
      }
    }
    return plain + rest
  }
}
