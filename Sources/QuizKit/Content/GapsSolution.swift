import QuizSupport

/// The gaps of a text. The text of the question shows where they are: `[[1]]`, `[[2]]` …
///
/// Devices can edit the text and the gaps of a question separately, so the bank accepts a text that
/// does not show all gaps; see ``GapText``. Files and forms refuse it.
package struct GapsSolution: Hashable, Sendable {
  /// The gaps; gap 1 comes first.
  package var gaps: [Gap]

  /// The most gaps of a text.
  package static let most = 100

  /// Creates a solution.
  package init(_ gaps: [Gap]) {
    self.gaps = gaps
  }

  /// Why the solution is invalid, or `nil`.
  var fault: Reason? {
    guard (1...Self.most).contains(gaps.count) else {
      return Reason("the text has \(gaps.count.counted("gap"))", "空欄が \(gaps.count) 個あります")
    }
    return gaps.lazy.compactMap(\.fault).first
  }

  /// The credit for the answers, from 0 to 1: the mean of the credits for all gaps, as in Moodle's
  /// `qtype_gapselect_question_base::grade_response`.
  func worth(of answers: [String?]) -> Double {
    zip(gaps, answers).reduce(0) { $0 + ($1.1.map($1.0.worth) ?? 0) } / Double(gaps.count)
  }
}

extension GapsSolution: Codable {
  package init(from decoder: any Decoder) throws { self.init(try [Gap](from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try gaps.encode(to: encoder) }
}
