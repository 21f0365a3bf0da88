import Foundation

/// What the notes screen shows: the list, and the note that is open.
public struct NotesState: ScreenState {
  public static let screen = ScreenName.notes

  /// One line of the list.
  public struct Item: Encodable, Equatable, Sendable {
    /// The note's number in the list, from 1.
    public var number: Int
    /// The title; may be empty.
    public var title: String
    /// The beginning of the body, at most ``previewLength`` characters on one line.
    public var preview: String
    /// The deck that it is about, or that its question is in; `nil` when neither is left.
    @Nullable public var deck: String?
    /// The question that it is about; `nil` when it is about a whole deck.
    @Nullable public var question: String?
    /// When it was first saved.
    public var created: Stamp
    /// When it was last saved.
    public var changed: Stamp

    /// The length of a preview, in characters.
    static let previewLength = 40
  }

  /// The note that is open.
  public struct Page: Encodable, Equatable, Sendable {
    /// The title as it is now.
    public var title: String
    /// The body as it is now.
    public var body: String
    /// The deck that it is about, or that its question is in.
    @Nullable public var deck: String?
    /// The question that it is about; `nil` when it is about a whole deck.
    @Nullable public var question: String?
    /// When it was first saved; `nil` for a new one.
    @Nullable public var created: Stamp?
    /// When it was last saved; `nil` for a new one.
    @Nullable public var changed: Stamp?
    /// Whether something is written that is not saved.
    public var unsaved: Bool
  }

  /// The lines of this page of the list.
  public var items: [Item]
  /// How many notes the whole list has.
  public var total: Int
  /// The page of the list.
  public var page: ListPage
  /// The deck to which the list keeps, or in which its question is; `nil` for all.
  @Nullable public var deck: String?
  /// The question to which the list keeps; `nil` for all.
  @Nullable public var question: String?
  /// The words that were searched; empty when none were.
  public var query: String
  /// The note that is open; `nil` while the list is shown.
  @Nullable public var note: Page?
  /// What the last command did.
  @Nullable public var message: Message?

  public var isUnsaved: Bool { note?.unsaved ?? false }
}

extension NotesState.Item {
  /// The line of `note`.
  init(_ note: StudyNote, number: Int, names: (deck: String?, question: String?), world: World) {
    self.number = number
    title = note.title
    preview = Self.preview(of: note.body)
    deck = names.deck
    question = names.question
    created = Stamp(note.createdAt, in: world.timeZone)
    changed = Stamp(note.changedAt, in: world.timeZone)
  }

  /// The first characters, with all blanks and line ends as single spaces.
  private static func preview(of body: String) -> String {
    // Four times as much is enough for what the blanks may take, and keeps a long body from being split whole.
    let start = body.prefix(previewLength * 4)
    let line = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.prefix(previewLength).trimmingCharacters(in: .whitespaces)
  }
}
