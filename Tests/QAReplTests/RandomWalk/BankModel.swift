@testable import QuizKit
@testable import qa_repl

/// The decks and questions as they have to be: kept beside the program by the simplest means, whole copies for undo among them.
struct BankModel {
  struct Contents: Equatable {
    struct Deck: Equatable {
      var serial: Int
      var name: String
    }

    struct Item: Equatable {
      var serial: Int
      var deck: Int
      var fields: FormFields
    }

    var decks: [Deck] = []
    var items: [Item] = []

    /// Each deck with its questions, as a store can be asked for them.
    var listing: [(deck: String, fields: [FormFields])] {
      decks.map { deck in (deck.name, items.filter { $0.deck == deck.serial }.map(\.fields)) }
    }
  }

  private(set) var contents = Contents()
  /// How often the contents became others, whether by a change or by taking one back.
  private(set) var changes = 0
  private var undoable: [Contents] = []
  private var redoable: [Contents] = []
  private var serial = 0
  /// The question whose form is open, as it was then.
  private var editing: Contents.Item?

  /// The questions that the management goes through.
  func items(ofDeck name: String?) -> [Contents.Item] {
    guard let name else { return contents.items }
    let deck = contents.decks.first { $0.name == name }?.serial
    return contents.items.filter { $0.deck == deck }
  }

  // MARK: What commands do

  mutating func makeDeck(_ name: String) -> Bool {
    let name = name.trimmed
    guard !name.isEmpty, deck(name) == nil else { return false }
    return change { $0.decks.append(.init(serial: $1, name: name)) }
  }

  mutating func renameDeck(_ name: String, to newName: String) -> Bool {
    guard let index = deck(name) else { return false }
    if newName.trimmed == name { return true }
    guard !newName.isBlank, deck(newName.trimmed) == nil else { return false }
    return change { contents, _ in contents.decks[index].name = newName.trimmed }
  }

  mutating func deleteDeck(_ name: String) -> Bool {
    guard let index = deck(name) else { return false }
    return change { contents, _ in
      let gone = contents.decks.remove(at: index).serial
      contents.items.removeAll { $0.deck == gone }
    }
  }

  mutating func delete(_ item: Contents.Item) {
    _ = change { contents, _ in contents.items.removeAll { $0.serial == item.serial } }
  }

  mutating func openForm(of item: Contents.Item) {
    editing = item
  }

  mutating func saveForm(_ fields: FormFields, deck name: String?) {
    guard let editing else { return }
    _ = change { contents, serial in
      let deck = contents.deck(name, orMadeAs: serial) ?? editing.deck
      if let index = contents.items.firstIndex(where: { $0.serial == editing.serial }) {
        contents.items[index].fields = fields.trimmed
        contents.items[index].deck = deck
      }
    }
  }

  mutating func saveFormBeside(_ fields: FormFields, deck name: String?) {
    guard let editing else { return }
    _ = change { contents, serial in
      let deck = contents.deck(name, orMadeAs: serial) ?? editing.deck
      contents.items.append(.init(serial: serial + 1, deck: deck, fields: fields.trimmed))
    }
  }

  mutating func add(_ questions: [FormFields], deck name: String) {
    _ = change { contents, serial in
      let known = contents.decks.first { $0.name == name }?.serial
      if known == nil { contents.decks.append(.init(serial: serial, name: name)) }
      for (index, fields) in questions.enumerated() {
        contents.items.append(
          .init(serial: serial + 1 + index, deck: known ?? serial, fields: fields.trimmed))
      }
    }
  }

  mutating func undo() -> Bool {
    guard let last = undoable.popLast() else { return false }
    redoable.append(contents)
    contents = last
    changes += 1
    return true
  }

  mutating func redo() -> Bool {
    guard let last = redoable.popLast() else { return false }
    undoable.append(contents)
    contents = last
    changes += 1
    return true
  }

  /// Makes several changes one for undo.
  mutating func asOne(_ work: (inout BankModel) -> Void) {
    let (before, steps) = (contents, undoable)
    work(&self)
    undoable = contents == before ? steps : (steps + [before]).suffix(50)
  }

  func deck(_ name: String) -> Int? { contents.decks.firstIndex { $0.name == name } }

  private mutating func change(_ work: (inout Contents, Int) -> Void) -> Bool {
    let before = contents
    serial += 100
    work(&contents, serial)
    guard contents != before else { return true }
    undoable = (undoable + [before]).suffix(50)
    redoable = []
    changes += 1
    return true
  }
}

extension FormFields {
  /// The fields as they are stored.
  var trimmed: FormFields {
    var copy = self
    (copy.question, copy.commentary) = (question.trimmed, commentary.trimmed)
    copy.choices = choices.map(\.trimmed)
    return copy
  }
}

extension BankModel.Contents {
  /// The serial of the deck with this name, which is made when there is none.
  fileprivate mutating func deck(_ name: String?, orMadeAs serial: Int) -> Int? {
    guard let name else { return nil }
    if let known = decks.first(where: { $0.name == name }) { return known.serial }
    decks.append(.init(serial: serial, name: name))
    return serial
  }
}
