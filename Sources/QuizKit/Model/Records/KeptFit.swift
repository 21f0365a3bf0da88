import Foundation
import QuizStore

/// The numbers of FSRS-6 that were fitted to the learner and are in use. A bank has at most one
/// such record. Without it, the default numbers are used.
package struct KeptFit: StoredRecord {
  package static let entityName = "fit"
  package static let keys: [RecordKey<KeptFit>] = []

  package var id: Identifier<KeptFit> = .unassigned
  /// When the numbers were fitted.
  package var fittedAt: Date
  /// How many answers they were fitted to.
  package var answers: Int
  /// The number of answers, the last ones, that were used to judge the fit.
  package var judged: Int
  /// The mean log loss of the default numbers on these answers.
  package var standardLoss: Double
  /// The mean log loss of the fitted numbers on these answers.
  package var fittedLoss: Double
  /// The numbers w0 to w20.
  package var parameters: [Double]

  /// The numbers for the formulas; `nil` when another version of the program wrote a different
  /// number of them.
  var formulaParameters: FSRSParameters? {
    parameters.count == FSRSParameters.count && parameters.allSatisfy(\.isFinite)
      ? FSRSParameters(limiting: parameters) : nil
  }
}
