/// The names of the decks for files that name none: that of the file, without folders and ending.
///
/// Files of one name in different folders are different decks. Each of them has as many folders
/// before its name as are needed to tell it from the others: `aws/quiz` and `linux/quiz`.
package struct DeckNames {
  private let names: [String: String]

  package init(of paths: [String]) {
    var names: [String: String] = [:]
    for (base, paths) in Dictionary(grouping: paths, by: FileName.base) {
      let folders = Dictionary(grouping: paths, by: Self.folders)
      var counts: [ArraySlice<Substring>: Int] = [:]
      for folder in folders.keys {
        for start in folder.indices { counts[folder[start...], default: 0] += 1 }
      }
      for (folder, paths) in folders {
        let start = folder.indices.last { counts[folder[$0...]] == 1 } ?? folder.startIndex
        let name =
          folders.count == 1 ? base : (folder[start...] + [base[...]]).joined(separator: "/")
        for path in paths { names[path] = name }
      }
    }
    self.names = names
  }

  /// The name of the deck for one of the files.
  package subscript(_ path: String) -> String { names[path] ?? FileName.base(of: path) }

  private static func folders(of path: String) -> [Substring] {
    FileName.folder(of: path).split(separator: "/").filter { $0 != "." }
  }
}
