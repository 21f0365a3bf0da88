import QuizKit

extension CommandEntry {
  /// The commands of the decks, and the one that opens them.
  static let decks: [CommandEntry] = [
    CommandEntry(
      name: "decks", aliases: ["問題集"], screens: [.start],
      english: "make, rename, delete and select decks", japanese: "問題集を作成、変更、削除、選択します"
    ) { _ throws(CommandError) in .open(.decks) },
    CommandEntry(
      name: "new", aliases: ["作成"], screens: [.decks], arguments: "NAME",
      english: "make a deck", japanese: "問題集を作ります"
    ) { arguments throws(CommandError) in .decks(.new(try arguments.next("NAME"))) },
    CommandEntry(
      name: "rename", aliases: ["名前変更"], screens: [.decks], arguments: "A B",
      english: "call deck A B", japanese: "問題集 A の名前を B に変えます"
    ) { arguments throws(CommandError) in
      let name = try arguments.next("A")
      return .decks(.rename(name, to: try arguments.next("B")))
    },
    CommandEntry(
      name: "delete", aliases: ["削除"], screens: [.decks], arguments: "DECK",
      english: "delete a deck with its questions", japanese: "問題集を質問ごと削除します"
    ) { arguments throws(CommandError) in .decks(.delete(try arguments.next("DECK"))) },
    CommandEntry(
      name: "select", aliases: ["選択"], screens: [.decks], arguments: "[DECK]",
      english: "take this deck where none is named; none means all",
      japanese: "問題集を指定しないときに使う問題集を選びます(省略するとすべて)"
    ) { arguments throws(CommandError) in .decks(.select(arguments.nextIfAny())) },
  ]
}
