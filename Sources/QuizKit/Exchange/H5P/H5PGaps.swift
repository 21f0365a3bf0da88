/// The blanks in a text of H5P: `*blue/navy:the colour*`, with alternatives and a tip.
struct H5PGaps {
  let parts: [PartSolution.GapPart]
  /// Whether a blank has a tip.
  private(set) var hasTips = false

  /// The most answers that all blanks accept together. Each is a text of its own.
  static let mostAnswers = 10_000

  /// How many blanks a text has, and how many answers they accept.
  static func counts(in html: String) -> (gaps: Int, answers: Int) {
    var (stars, answers) = (0, 0)
    for byte in html.utf8 {
      if byte == UInt8(ascii: "*") {
        stars += 1
      } else if byte == UInt8(ascii: "/"), !stars.isMultiple(of: 2) {
        answers += 1
      }
    }
    return (stars / 2, stars / 2 + answers)
  }

  /// - Parameters:
  ///   - html: The text, in which emphasis is an element and not a star.
  ///   - words: The list to choose from, beside the words of all blanks; `nil` to type the answers.
  init(
    _ html: String, choosingFrom words: [String]?, isCaseSensitive: Bool = false,
    _ material: QTIMaterial
  ) {
    let pieces = html.split(separator: "*", omittingEmptySubsequences: false).map { String($0) }
    var marked = pieces[0]
    var gaps: [PartSolution.FoundGap] = []
    for (index, piece) in pieces.enumerated().dropFirst() {
      if index.isMultiple(of: 2) {
        marked += piece
      } else if index == pieces.count - 1 || piece.isEmpty {
        // Stars without a second one, or with nothing between them, are stars.
        marked += piece.isEmpty && index < pieces.count - 1 ? "**" : "*" + piece
      } else {
        let plain = Self.withoutTags(piece)
        // Behind `:` there is a tip, behind `\+` and `\-` what is said to the answer.
        let ends = [":", "\\+", "\\-"].compactMap { plain.firstRange(of: $0)?.lowerBound }
        let answer = plain[..<(ends.min() ?? plain.endIndex)]
        hasTips = hasTips || answer.endIndex < plain.endIndex
        let accepted =
          words != nil ? [String(answer)] : answer.split(separator: "/").map { String($0) }
        let texts = accepted.map(material.text(ofHTML:)).filter { !$0.isEmpty }
        gaps.append(PartSolution.FoundGap(accepted: texts, isCaseSensitive: isCaseSensitive))
        marked += QTIMaterial.mark
      }
    }
    if let words {
      var known: Set<String> = []
      let list = (gaps.flatMap { $0.accepted } + words).filter { known.insert($0).inserted }
      for index in gaps.indices { gaps[index].choices = list }
    }
    let texts = material.text(ofHTML: marked)
      .split(separator: Character(QTIMaterial.mark), omittingEmptySubsequences: false)
    parts =
      zip(texts, gaps).flatMap { [.text(String($0)), .gap($1)] }
      + [.text(texts.last.map { String($0) } ?? "")]
  }

  /// The words of all blanks.
  var words: [String] {
    parts.flatMap { part -> [String] in if case .gap(let gap) = part { gap.accepted } else { [] } }
  }

  /// The text without its tags, which have slashes and colons of their own.
  private static func withoutTags(_ html: String) -> String {
    var plain = ""
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      plain += rest[..<open]
      rest = rest[open...]
      let next = rest.dropFirst().first
      if next?.isLetter == true || next == "/" {
        guard let close = rest.firstIndex(of: ">") else { break }
        rest = rest[close...].dropFirst()
      } else {
        plain.append("<")
        rest = rest.dropFirst()
      }
    }
    return plain + rest
  }
}
