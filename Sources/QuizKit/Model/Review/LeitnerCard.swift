/// The review state of a question: its box, and the day on which it is due again.
///
/// The boxes are those of Sebastian Leitner (So lernt man lernen, Herder 1972): a question you know moves
/// to a box that is reviewed less often, and a question you do not know goes back to the first box. Leitner
/// reviewed a box when it was full; here, as in most programs since, the interval doubles from box to box.
///
/// - A question enters box 1 when it is first asked, whether or not the answer is right.
/// - A right answer on or after the due day moves it up one box. A right answer before that day changes
///   nothing, so that several answers on one day count once and cramming has no effect.
/// - A wrong or missing answer moves it back to box 1 on any day.
public struct LeitnerCard: Equatable, Sendable {
  /// Days from an answer until the question is due again, for boxes 1 to 5. A question in the last box stays there.
  public static let intervals = [1, 2, 4, 8, 16]

  /// The box, from 1 to the number of ``intervals``.
  public private(set) var box = 1

  /// The first day on which a right answer counts.
  public private(set) var due: Day

  /// Creates the card of a question that is first asked on `day`.
  public init(asked day: Day) {
    due = day + Self.intervals[0]
  }

  /// Updates the card after another answer.
  public mutating func answer(isCorrect: Bool, on day: Day) {
    if !isCorrect {
      box = 1
    } else if day >= due {
      box = min(box + 1, Self.intervals.count)
    } else {
      return
    }
    due = day + Self.intervals[box - 1]
  }
}
