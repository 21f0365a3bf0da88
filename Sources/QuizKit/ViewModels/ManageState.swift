/// What the management shows: one question of the bank, or the form in which it is edited.
public struct ManageState: ScreenState {
  public static let screen = ScreenName.manage

  /// The deck that is gone through; `nil` for the whole bank.
  @Nullable public var deck: String?
  /// The number of the question, from 1; 0 when there are none.
  public var index: Int
  /// How many questions there are.
  public var count: Int
  /// The deck of the question; `nil` when there is none.
  @Nullable public var questionDeck: String?
  /// The question, or the form.
  public var fields: FormFields
  /// Whether the fields are a form that can be written in.
  public var editing: Bool
  /// Whether the form says something else than the bank.
  public var unsaved: Bool
  /// What somebody else has saved since the form was opened, when saving was refused for it.
  @Nullable public var theirs: FormFields?
  /// Whether `<<` has somewhere to go.
  public var canGoBack: Bool
  /// Whether `>>` has somewhere to go.
  public var canGoForward: Bool
  /// What is said about the last command.
  @Nullable public var message: Message?

  public var isUnsaved: Bool { unsaved }

  private enum Key: String, CodingKey {
    case deck, index, count, questionDeck, editing, unsaved, theirs, canGoBack, canGoForward
    case message
  }

  /// Writes the fields of the question beside the rest.
  public func encode(to encoder: any Encoder) throws {
    try fields.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(deck, forKey: .deck)
    try container.encode(index, forKey: .index)
    try container.encode(count, forKey: .count)
    try container.encode(questionDeck, forKey: .questionDeck)
    try container.encode(editing, forKey: .editing)
    try container.encode(unsaved, forKey: .unsaved)
    try container.encode(theirs, forKey: .theirs)
    try container.encode(canGoBack, forKey: .canGoBack)
    try container.encode(canGoForward, forKey: .canGoForward)
    try container.encode(message, forKey: .message)
  }
}

extension ManageState {
  /// What the screen looks like now.
  init(_ browser: QuestionBrowser, _ editor: QuestionEditor?, _ message: Message?) throws {
    let (name, ownName) = (try browser.deckName, try browser.currentDeckName)
    let index = browser.count == 0 ? 0 : browser.position + 1
    deck = name
    questionDeck = ownName
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
