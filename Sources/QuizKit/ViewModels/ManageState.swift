import QuizExchange
import QuizStore
import QuizSupport

extension ScreenName {
  /// The questions of the bank, for browsing and editing.
  package static let manage = ScreenName(rawValue: "manage")
}

/// The state of the screen that browses and edits questions: one question, or its form.
package struct ManageState: ScreenState {
  package static let screen = ScreenName.manage

  /// The deck whose questions are shown; `nil` for the whole bank.
  @Nullable package var deck: String?
  /// The question; `nil` if there is none.
  @Nullable package var id: Identifier<Question>?
  /// The number of the question, from 1; 0 if there are no questions.
  package var index: Int
  /// The number of questions.
  package var count: Int
  /// The deck of the question, or the one that its form names; `nil` if there is no question.
  @Nullable package var questionDeck: String?
  /// The lines of the list that the screen requested; empty when it did not request any.
  package var items: [Item]
  /// All decks while a form is open, for a live terminal to offer. Not encoded, because `decks`
  /// lists them.
  package var decks: [String]
  /// The fields of the question or of its form.
  package var fields: FormFields
  /// Whether the fields are a form being edited.
  package var editing: Bool
  /// Whether the form differs from the bank.
  package var unsaved: Bool
  /// The question as another program has saved it since the form was opened, if saving was refused
  /// for that reason.
  @Nullable package var theirs: FormFields?
  /// Whether there is a previous question to go to.
  package var canGoBack: Bool
  /// Whether there is a next question to go to.
  package var canGoForward: Bool
  /// The message about the last command.
  @Nullable package var message: Message?

  /// One question in the list.
  package struct Item: Encodable, Equatable, Sendable {
    /// The question's number, from 1.
    package var number: Int
    /// The question's identifier.
    package var id: Identifier<Question>
    /// The question.
    package var question: String
  }

  package var isUnsaved: Bool { unsaved }

  private enum Key: String, CodingKey {
    case deck, id, index, count, questionDeck, editing, unsaved, theirs, canGoBack, canGoForward
    case message, items
  }

  /// Encodes the members of ``fields`` at the same level as the others.
  package func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(deck, forKey: .deck)
    try container.encode(id, forKey: .id)
    try container.encode(index, forKey: .index)
    try container.encode(count, forKey: .count)
    try container.encode(questionDeck, forKey: .questionDeck)
    try container.encode(editing, forKey: .editing)
    try container.encode(unsaved, forKey: .unsaved)
    try container.encode(theirs, forKey: .theirs)
    try container.encode(canGoBack, forKey: .canGoBack)
    try container.encode(canGoForward, forKey: .canGoForward)
    try container.encode(message, forKey: .message)
    try container.encode(items, forKey: .items)
  }
}

extension ManageState {
  /// The current state.
  init(
    _ browser: QuestionBrowser, _ editor: QuestionEditor?, _ window: ListWindow?,
    _ message: Message?
  ) throws {
    let first = window?.first ?? 0
    items = try browser.questions(at: first..<(first + (window?.count ?? 0))).enumerated().map {
      Item(number: first + $0 + 1, id: $1.id, question: $1.content.text)
    }
    let (name, ownName) = (browser.deckName, browser.currentDeckName)
    let index = browser.count == 0 ? 0 : browser.position + 1
    (deck, id) = (name, browser.current?.id)
    questionDeck = editor?.form.deck ?? ownName
    decks = editor == nil ? [] : browser.deckNames
    self.index = index
    count = browser.count
    fields =
      editor.map { FormFields($0.form) }
      ?? browser.current.map { FormFields($0.content) } ?? .none
    editing = editor != nil
    unsaved = editor?.isUnsaved ?? false
    theirs = editor?.theirs.map { FormFields($0.content) }
    canGoBack = editor == nil && index > 1
    canGoForward = editor == nil && index < browser.count
    self.message = message
  }
}
