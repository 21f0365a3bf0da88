import Foundation
import QuizExchange
import QuizStore

/// The questions that a deck had before an import. Keeps only digests and identifiers, to save
/// memory.
struct KnownQuestions {
  /// A question that the deck has already.
  enum Match {
    /// A question with the same text and choices.
    case sameContent(Identifier<Question>)
    /// A question with the same external identifier (``QuestionContent/externalID``).
    case sameIdentifier(Question)

    var id: Identifier<Question> {
      switch self {
      case .sameContent(let id): id
      case .sameIdentifier(let question): question.id
      }
    }
  }

  private var identifiers: [QuestionDigest: Identifier<Question>] = [:]
  /// More questions with the same digest, because a deck may contain a question twice.
  private var further: [QuestionDigest: [Identifier<Question>]] = [:]
  /// The question with each external identifier. `nil` when several questions have it, or when the
  /// import has already matched it.
  private var keys: [String: Identifier<Question>?] = [:]

  /// Creates an empty collection, for a deck without questions.
  init() {}

  init(of deckID: Identifier<Deck>, in store: StoreContext) throws {
    try store.enumerate(FetchDescriptor<Question>(.whose(\.deckID, is: deckID))) {
      for question in $0 where question.id.isPermanent { add(question) }
    }
  }

  private mutating func add(_ question: Question) {
    let digest = QuestionDigest(question.content)
    if identifiers[digest] == nil {
      identifiers[digest] = question.id
    } else {
      further[digest, default: []].append(question.id)
    }
    if let key = question.content.externalID {
      keys[key] = .some(keys[key] == nil ? question.id : nil)
    }
  }

  /// Finds the question that `parsed` is a version of: the one with the same external identifier,
  /// or else one with the same text and choices. If the deck has several of the latter, each call
  /// returns the next one. Once the last one is reached, it is returned every time.
  mutating func next(like parsed: ParsedQuestion, in store: StoreContext) throws -> Match? {
    if let key = parsed.content.externalID, let known = keys[key], let id = known,
      let question = try store.record(for: id)
    {
      // Some files give several questions the same identifier. Only the first one is the question
      // in the deck.
      keys[key] = .some(nil)
      return .sameIdentifier(question)
    }
    guard let id = identifiers[parsed.digest],
      let question = try store.record(for: id),
      question.content.isAlike(parsed.content)
    else { return nil }
    if let next = further[parsed.digest]?.first {
      identifiers[parsed.digest] = next
      further[parsed.digest]?.removeFirst()
    }
    return .sameContent(id)
  }
}

extension QuestionContent {
  /// The content after a file with `new` was imported again. Keeps what the file does not contain,
  /// because many formats cannot hold everything. Also keeps the order of the choices if they only
  /// changed places.
  func updated(by new: QuestionContent) -> QuestionContent {
    var content = new
    if isAlike(new), new.kind == kind, Set(rightAnswers) == Set(new.rightAnswers),
      let kept = new.solution.keeping(solution.rightChoices, of: choices, from: new.choices)
    {
      (content.choices, content.solution) = (choices, kept)
      for index in choices.indices {
        let feedback = new.choices.first { $0.text == choices[index].text }?.feedback ?? ""
        if !feedback.isEmpty { content.choices[index].feedback = feedback }
      }
    }
    if new.commentary.isEmpty { content.commentary = commentary }
    if new.tags.isEmpty { content.tags = tags }
    content.title = new.title ?? title
    content.otherFields = new.otherFields ?? otherFields
    return content
  }
}
