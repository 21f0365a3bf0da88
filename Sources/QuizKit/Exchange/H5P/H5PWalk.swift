import QuizSupport

/// Goes through the contents of an H5P package and submits the questions in their order.
struct H5PWalk {
  private let collector: QuestionCollector
  /// The number of questions so far.
  private var count = 0

  init(_ collector: QuestionCollector) {
    self.collector = collector
  }

  /// Takes contents of a kind.
  ///
  /// - Parameter library: the kind with its version, such as `H5P.MultiChoice 1.14`.
  mutating func take(_ content: JSONValue, of library: String, title: String? = nil) {
    let kind = library.split(separator: " ").first.map { String($0) } ?? ""
    switch kind {
    case "H5P.MultiChoice": submit(content, title) { $0.choices(content) }
    case "H5P.TrueFalse": submit(content, title) { $0.statement(content) }
    case "H5P.Blanks":
      for text in content["questions"]?.array ?? [] {
        submit(content, title) { $0.blanks(text.string ?? "", in: content) }
      }
    case "H5P.DragText": submit(content, title) { $0.draggedWords(content) }
    case "H5P.SingleChoiceSet":
      for choice in content["choices"]?.array ?? [] {
        submit(choice, title) { $0.firstIsRight(choice["answers"], text: choice["question"]) }
      }
    case "H5P.Summary":
      for panel in content["summaries"]?.array ?? [] {
        let statements = panel["summary"]
        if statements?.array?.isEmpty == false {
          submit(panel, title) { $0.firstIsRight(statements, text: content["intro"]) }
        }
      }
    case "H5P.Crossword":
      for word in content["words"]?.array ?? [] {
        submit(word, title) { $0.word(word) }
      }
    case "H5P.SortParagraphs": submit(content, title) { $0.sortedParagraphs(content) }
    case "H5P.Dialogcards": cards(content["dialogs"], title)
    case "H5P.Flashcards": cards(content["cards"], title)
    default:
      if let kind = Self.unaskable[kind] {
        submit(content, title) { $0.refuse(kind, content) }
      } else {
        search(content)
      }
    }
  }

  private mutating func cards(_ list: JSONValue?, _ title: String?) {
    for card in list?.array ?? [] { submit(card, title) { $0.card(card) } }
  }

  private mutating func submit(
    _ content: JSONValue, _ title: String?, _ body: (inout H5PQuestion) -> Void
  ) {
    count += 1
    var question = H5PQuestion(number: count, title: title, collector)
    body(&question)
  }

  /// Looks for contents in contents.
  private mutating func search(_ value: JSONValue) {
    switch value {
    case .array(let values): for value in values { search(value) }
    case .object(let object):
      if let library = object["library"]?.string, let content = object["params"] {
        take(content, of: library, title: object["metadata"]?["title"]?.string)
      } else {
        for member in object.members { search(member.value) }
      }
    default: break
    }
  }

  /// The kinds of questions that a quiz cannot ask.
  private static let unaskable: [String: Fault.UnaskableKind] = [
    "H5P.Essay": .essay, "H5P.DragQuestion": .hotSpot, "H5P.ImageHotspotQuestion": .hotSpot,
    "H5P.ImageMultipleHotspotQuestion": .hotSpot, "H5P.MarkTheWords": .other,
    "H5P.ImageSequencing": .other, "H5P.ImagePair": .other, "H5P.MemoryGame": .other,
    "H5P.ArithmeticQuiz": .calculated, "H5P.AdvancedBlanks": .gaps, "H5P.OpenEndedQuestion": .essay,
    "H5P.Questionnaire": .opinion,
    "H5P.SimpleMultiChoice": .opinion, "H5P.SpeakTheWords": .other, "H5P.GuessTheAnswer": .other,
    "H5P.MultiMediaChoice": .other, "H5P.FindTheWords": .other, "H5P.Dictation": .other,
    "H5P.PersonalityQuiz": .opinion, "H5P.GameMap": .other, "H5P.FreeTextQuestion": .essay,
    "H5P.StructureStrip": .essay, "H5P.AudioRecorder": .upload, "H5P.TextGrouping": .other,
    "H5P.GoToQuestion": .opinion, "H5P.BranchingQuestion": .opinion,
  ]
}
