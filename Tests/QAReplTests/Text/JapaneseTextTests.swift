import Testing

/// The Japanese texts of the program have one style, no matter who wrote them.
@Suite struct JapaneseTextTests {
  /// The rules, each with the pattern that it forbids. A text that is quoted from elsewhere is
  /// excluded by its words.
  private static var rules: [(name: String, pattern: Regex<Substring>)] {
    [
      ("no blank after a sentence", #/。 /#),
      ("no blank before a sentence", #/^ .*(?:。|か\?)$/#),
      ("Japanese commas", #/[ぁ-んァ-ヶ一-龠」][,.](?![a-z])/#),
      ("Japanese quotation marks", #/[“”]|\\"\\\(/#),
      ("half-width colons and marks", #/[？！：]/#),
      ("full-width brackets", #/[ぁ-んァ-ヶー一-龠]\(|(?:^|[^\\])\([ぁ-んァ-ヶー一-龠]/#),
      ("a blank between Japanese and digits or Latin letters", #/[ぁ-んァ-ヶー一-龠][A-Za-z0-9]/#),
      ("a blank between digits or Latin letters and Japanese", #/[A-Za-z0-9][ぁ-んァ-ヶー一-龠]/#),
      ("a blank after a number", #/\\\((?:count|total|days|seconds)\)[ぁ-んァ-ヶ一-龠]/#),
      ("メモ, すでに, 質問", #/ノート|既に|問題(?!集|点|データ)/#),
      ("デバイス, フォルダー, エディター, カンマ", #/端末|フォルダ(?!ー)|ディレクトリ|エディタ(?!ー)|コンマ/#),
    ]
  }

  /// Names that are typed or read, and words quoted from elsewhere.
  private static let names = [
    "ノート", "問題文", "問題", "QUIZスタート", "QUIZデータ管理スタート", "新規QA登録", "解説：",
  ]

  /// Where lines may end.
  private static let others: Set = ["notAtStart", "CommentaryReading.references"]

  /// Whether a text is one of the program, and not one that it reads.
  private func isOfProgram(_ path: String, _ place: String) -> Bool {
    if Self.others.contains(place) { return false }
    let readers = ["QuizKit/Exchange/", "QuizKit/Content/", "QuizKit/Samples/"]
    guard readers.contains(where: path.hasPrefix) else { return true }
    let says = ["Fault.", "ListLayout.", "ReadingGuess.", "Problem."]
    return says.contains(where: place.hasPrefix) || path.hasPrefix("QuizKit/Exchange/Report/")
  }

  @Test func `texts keep to the rules`() throws {
    let rules = Self.rules
    let japanese = #/[ぁ-んァ-ヶ一-龠]/#
    var count = 0
    for file in try SourceCode.all() {
      for (number, line) in file.lines.enumerated()
      where line.contains(japanese) && !line.drop(while: { $0 == " " }).hasPrefix("//")
        && isOfProgram(file.path, file.declaration(around: number))
      {
        for literal in Self.literals(in: line) where literal.contains(japanese) {
          count += 1
          let text = literal.replacing("\\n", with: "\n")
          for rule in rules where Self.breaks(text, rule.pattern) {
            Issue.record("\(rule.name): \(file.path): \(literal)")
          }
        }
      }
    }
    #expect(count > 500)
  }

  @Test(arguments: [
    (#"a("x \(b("、")) y", "日本")"#, [#"x \(b("、")) y"#, "日本"]), (#""a\"b" "#, [#"a\"b"#]), ("a", []),
  ])
  func `literals are found with what is in them`(line: String, found: [String]) {
    #expect(Self.literals(in: line[...]) == found)
  }

  private static func breaks(_ literal: String, _ pattern: Regex<Substring>) -> Bool {
    !names.contains(literal) && literal.contains(pattern)
  }

  /// The string literals of a line, with their interpolations as they are written.
  private static func literals(in line: Substring) -> [String] {
    var literals: [String] = []
    var current: String?
    // The number of open brackets in each interpolation, and whether a literal is open in it.
    var brackets = 0
    var isNested = false
    var rest = line
    while let character = rest.popFirst() {
      guard let literal = current else {
        if character == "\"" { current = "" }
        continue
      }
      if brackets == 0, character == "\"" {
        literals.append(literal)
        current = nil
        continue
      }
      current?.append(character)
      if character == "\\", let next = rest.popFirst() {
        current?.append(next)
        if next == "(" { brackets += 1 }
      } else if brackets > 0 {
        if character == "\"" { isNested.toggle() }
        if !isNested, character == "(" { brackets += 1 }
        if !isNested, character == ")" { brackets -= 1 }
      }
    }
    return literals
  }
}
