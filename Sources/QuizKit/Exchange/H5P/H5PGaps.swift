/// The blanks in a text of H5P: `*blue/navy:the colour*`, with alternatives and a tip.
struct H5PGaps {
  let parts: [PartSolution.GapPart]
  /// Whether a blank has a tip.
  private(set) var hasTips = false

  /// A character that stands for a blank. No text has it: it is for private use.
  private static let mark = "\u{F8F0}"

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
  ///   - choosesFromAll: Whether the words of all blanks are the list to choose from.
  init(_ html: String, choosesFromAll: Bool, _ material: QTIMaterial) {
    let pieces = html.split(separator: "*", omittingEmptySubsequences: false).map { String($0) }
    var marked = ""
    var gaps: [PartSolution.FoundGap] = []
    for (index, piece) in pieces.enumerated() {
      if index.isMultiple(of: 2) {
        marked += piece
      } else if index == pieces.count - 1 {
        // A star without a second one is a star.
        marked += "*" + piece
      } else {
        let answer = piece.split(separator: ":").first.map { String($0) } ?? ""
        hasTips = hasTips || answer.count < piece.count
        let accepted = choosesFromAll ? [answer] : answer.split(separator: "/").map { String($0) }
        let texts = accepted.map(material.text(ofHTML:)).filter { !$0.isEmpty }
        gaps.append(PartSolution.FoundGap(accepted: texts))
        marked += Self.mark
      }
    }
    if choosesFromAll {
      var words: Set<String> = []
      let list = gaps.flatMap(\.accepted).filter { words.insert($0).inserted }
      for index in gaps.indices { gaps[index].choices = list }
    }
    let texts = material.text(ofHTML: marked)
      .split(separator: Character(Self.mark), omittingEmptySubsequences: false)
    parts =
      zip(texts, gaps).flatMap { [.text(String($0)), .gap($1)] }
      + [.text(texts.last.map { String($0) } ?? "")]
  }
}
