/// Where a question stands in its review: the box that it is in, and the day on which it is due again.
///
/// The boxes are those of Sebastian Leitner (So lernt man lernen, Herder 1972): what is known moves on to a box that is looked into less often,
/// what is not known goes back to the first. Leitner let the room in the boxes decide when; here, as in most programs since,
/// the interval doubles from box to box.
///
/// - A question enters box 1 when it is first asked, whether or not the answer is right.
/// - A right answer on or after the due day moves it one box on. A right answer before that day moves nothing, so that answers
///   on one and the same day never count twice, and cramming does not pass for knowing.
/// - A wrong answer, or none, puts it back into box 1 at any time.
public struct LeitnerCard: Equatable, Sendable {
  /// Days from an answer until a question of each box is due, for boxes 1 to 5. What is in the last box stays there.
  public static let intervals = [1, 2, 4, 8, 16]

  /// The box, from 1 to the number of ``intervals``.
  public private(set) var box = 1

  /// The first day on which a right answer counts.
  public private(set) var due: Day

  /// The card of a question that is first asked on `day`.
  public init(asked day: Day) {
    due = day + Self.intervals[0]
  }

  /// Moves the card after another answer.
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
