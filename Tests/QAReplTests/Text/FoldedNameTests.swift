import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// Names of decks that are cut where names that begin alike still differ.
@Suite struct FoldedNameTests {
  private let theme = Theme(strings: Strings(language: .english), palette: Palette(), columns: 80)

  @Test(arguments: [
    ("Entertainment: Video Games", 26, "Entertainment: Video Games"),
    ("Entertainment: Video Games", 20, "Enter..: Video Games"),
    ("Entertainment: Video Games", 16, "Ent..Video Games"),
    ("Entertainment: Video Games", 11, "Entert..mes"),
    ("science/physics/optics", 18, "science/p../optics"),
    ("A name without a fold", 10, "A name..ld"),
    ("日本史の一問一答", 11, "日本史..答"),
    ("Unit", 3, "Uni"),
  ])
  func `a name is cut before its last part, or else in its middle`(
    name: String, cells: Int, folded: String
  ) {
    #expect(theme.folded(name, to: cells) == folded)
    #expect(displayWidth(folded) <= cells)
  }

  @Test func `names that differ in their middle alone still do when they are cut`() {
    let names = (1...60).map {
      "AWS Certified Solutions Architect, Practice Exam \($0) (2023 edition)"
    }
    for cells in 20...60 {
      let cut = names.map { theme.folded($0, to: cells, among: names) }
      #expect(Set(cut).count == names.count, "\(cells)")
      #expect(cut.allSatisfy { displayWidth($0) <= cells })
    }
  }

  @Test func `decks that begin alike differ at every width that shows their ends`() {
    let names = ["Music", "Film", "Books", "Comics"].map { "Entertainment: \($0)" }
    for cells in 8...30 {
      #expect(Set(names.map { theme.folded($0, to: cells) }).count == names.count, "\(cells)")
    }
  }
}
