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

  private func submit() {
    images.report(draft, to: collector)
    collector.submit(draft)
  }

  private func submit(_ solution: PartSolution) {
    images.report(draft, to: collector)
    solution.submit(draft, to: collector)
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
    let isTrue = Self.isTrue(content["correct"])
    draft.correct = isTrue ? 0 : 1
    let feedback = [
      text(Self.behaviour(of: content, "feedbackOnCorrect")),
      text(Self.behaviour(of: content, "feedbackOnWrong")),
    ]
    draft.choices[isTrue ? 0 : 1].feedback = feedback[0]
    draft.choices[isTrue ? 1 : 0].feedback = feedback[1]
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
    let more = text(word["extraClue"]?["params"]?["text"])
    draft.commentary = more
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
    submit(.card(back: text(card["answer"])))
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
    let intro = content["text"]
    let parts = parts(of: html, isCaseSensitive: isCaseSensitive)
    draft.text = [text(intro), Self.plain(parts)].filter { !$0.isEmpty }.joined(separator: "\n")
    submit(.gaps([.text(text(intro) + "\n")] + parts))
  }

  mutating func draggedWords(_ content: JSONValue) {
    // It is no HTML but for its characters, and its lines are those of the author.
    let html = (content["textField"]?.string ?? "").replacing("\n", with: "<br>")
    let distractors = content["distractors"]?.string ?? ""
    if refusesGaps(of: html) || refusesGaps(of: distractors) { return }
    let words = H5PGaps(distractors, choosingFrom: [], material).words
    let parts = parts(of: html, choosingFrom: words)
    let intro = text(content["taskDescription"])
    draft.text = [intro, Self.plain(parts)].filter { !$0.isEmpty }.joined(separator: "\n")
    submit(.gaps([.text(intro + "\n")] + parts))
  }

  private func parts(
    of html: String, choosingFrom words: [String]? = nil, isCaseSensitive: Bool = false
  ) -> [PartSolution.GapPart] {
    let gaps = H5PGaps(
      html, choosingFrom: words, isCaseSensitive: isCaseSensitive, material)
    if gaps.hasTips { collector.reportOnce(.tipsDropped, line: 1) }
    return gaps.parts
  }

  /// The text with lines for its blanks, for reports.
  private static func plain(_ parts: [PartSolution.GapPart]) -> String {
    parts.map { if case .text(let text) = $0 { text } else { "_____" } }.joined()
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
