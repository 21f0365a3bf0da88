import Foundation
import QuizStore
import Signals

/// Notes in folders: a list that follows each save, with the newest note first; a search; a note
/// that two windows edit at once; and a folder that takes its notes along.
@main
enum Main {
  static func main() throws {
    let store = MemoryStore(schema: Schema(Folder.self, Note.self))
    let context = StoreContext(store)
    let bag = DisposeBag()

    let newestFirst = [SortDescriptor(\Note.createdAt, order: .reverse)]
    let list = try LiveQuery(FetchDescriptor(sortBy: newestFirst), in: context)
    list.results.observe { notes in
      print("notes:", notes.count)
      for note in notes { print("  \(note.title): \(note.previewText)") }
    }.disposed(by: bag)

    // Nothing is in the list until all is saved at once.
    let day = { Date(timeIntervalSinceReferenceDate: 86_400 * $0) }
    let kitchen = context.insert(Folder(name: "Kitchen"))
    let travel = context.insert(Folder(name: "Travel"))
    let soup = context.insert(Note(folder: kitchen, title: "Soup", body: "Leek", createdAt: day(1)))
    context.insert(Note(folder: travel, title: "Rome", body: "Train at eight", createdAt: day(2)))
    context.insert(Note(folder: kitchen, title: "Tea", body: "Green\nBlack", createdAt: day(3)))
    try context.save()

    let word = Note.folded("ROME")
    let matches = #Predicate<Note> { $0.searchText.contains(word) }
    print("found:", try context.fetch(FetchDescriptor(predicate: matches)).map(\.title))

    // Another window saves first. The second save must not undo that, so the user chooses.
    guard let original = try context.record(for: soup) else { return }
    var (mine, theirs) = (original, original)
    mine.body += ", cream"
    theirs.body += ", salt"
    let window = StoreContext(store)
    try save(theirs, from: original, in: window) { _, theirs in theirs }
    try save(mine, from: original, in: context) { mine, theirs in
      print("conflict: \(mine.body) | \(theirs.body)")
      return mine
    }

    try context.delete(kitchen)
    try context.save()
    print("left:", try context.fetch(FetchDescriptor<Folder>()).map(\.name), list.value.count)
  }

  /// Saves an edit that began with `original`. If somebody else has changed the note since, `choose`
  /// returns the note to keep.
  static func save(
    _ note: Note, from original: Note, in context: StoreContext,
    choose: (_ mine: Note, _ theirs: Note) -> Note
  ) throws {
    do {
      try context.update(note, from: original)
      try context.save()
    } catch StoreError.conflict(let conflict) {
      context.rollback()
      guard let theirs = conflict.theirs as? Note else { throw StoreError.conflict(conflict) }
      try context.update(choose(note, theirs))
      try context.save()
    }
  }
}

struct Folder: StoredRecord {
  static let entityName = "folder"
  static let keys: [RecordKey<Folder>] = [.unique(\.name)]
  var id: Identifier<Folder> = .unassigned
  var name: String
}

struct Note: StoredRecord {
  static let entityName = "note"
  static let keys: [RecordKey<Note>] = [.reference(\.folder, onDelete: .cascade)]
  var id: Identifier<Note> = .unassigned
  var folder: Identifier<Folder>
  var title: String
  var body: String
  var createdAt: Date
}

extension Note {
  /// The beginning of the body on one line.
  var previewText: String {
    let line = body.split(separator: "\n").joined(separator: " ")
    return line.count > 12 ? line.prefix(12) + "…" : line
  }

  /// What a search looks at.
  var searchText: String { Self.folded("\(title)\n\(body)") }

  /// The text without differences of case and width.
  static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .widthInsensitive], locale: nil)
  }
}
