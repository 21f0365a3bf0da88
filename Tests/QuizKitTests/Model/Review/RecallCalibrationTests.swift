import Testing

@testable import QuizKit

@Suite struct RecallCalibrationTests {
  private let typed = Guessing(choices: nil)

  @Test func `without answers nothing is corrected`() {
    let calibration = RecallCalibration()
    for chance in [0.01, 0.5, 0.9, 0.999, 1] {
      #expect(abs(calibration.corrected(chance) - chance) < 1e-12)
      #expect(abs(calibration.uncorrected(chance) - chance) < 1e-12)
    }
  }

  @Test func `one answer moves the correction by the error`() {
    var calibration = RecallCalibration()
    calibration.learn(isRight: false, recall: 0.5, typed)
    #expect(calibration.shift == -0.05)
    #expect(calibration.spread == 1)
  }

  @Test func `where one could guess, a right answer moves it as far as it was known`() {
    var calibration = RecallCalibration()
    calibration.learn(isRight: true, recall: 0.5, Guessing(choices: 2))
    // The answer is right with a chance of 3/4, and a right answer is known with a chance of 2/3.
    #expect(abs(calibration.shift - 0.1 * 0.25 * 2 / 3) < 1e-12)
  }

  @Test func `a learner who knows less than predicted is predicted less`() {
    var calibration = RecallCalibration()
    for answer in 0..<1000 { calibration.learn(isRight: answer % 4 != 0, recall: 0.9, typed) }
    #expect(abs(calibration.corrected(0.9) - 0.75) < 0.03)
    #expect(calibration.uncorrected(0.9) > 0.9)
    #expect(abs(calibration.corrected(calibration.uncorrected(0.9)) - 0.9) < 1e-9)
  }

  @Test func `lucky guesses are not taken for knowledge`() {
    var calibration = RecallCalibration()
    // 60 % of the questions are known and a quarter of the others are guessed, so 70 % of the
    // answers are right.
    for answer in 0..<2000 {
      calibration.learn(isRight: answer * 7 % 10 < 7, recall: 0.6, Guessing(choices: 4))
    }
    #expect(abs(calibration.corrected(0.6) - 0.6) < 0.05)
  }

  @Test func `what is learned in steps stays as uncertain as its steps are large`() {
    var calibration = RecallCalibration()
    #expect(calibration.likely.map(\.calibration) == [calibration])
    for answer in 0..<2000 { calibration.learn(isRight: answer % 10 != 0, recall: 0.9, typed) }
    let likely = calibration.likely
    #expect(abs(likely.reduce(0) { $0 + $1.weight } - 1) < 1e-12)
    let mean = likely.reduce(0) { $0 + $1.weight * $1.calibration.shift }
    #expect(abs(mean - calibration.shift) < 1e-12)
    let square = likely.reduce(0) {
      $0 + $1.weight * ($1.calibration.shift - mean) * ($1.calibration.shift - mean)
    }
    // Of steps of a tenth of the error half a tenth remains.
    #expect(abs(square - 0.05) < 0.005)
  }

  @Test func `even when all was wrong, each target has its recall`() {
    var calibration = RecallCalibration()
    for _ in 0..<100_000 { calibration.learn(isRight: false, recall: 0.999, typed) }
    #expect(calibration.spread > 0)
    #expect((0...1).contains(calibration.uncorrected(0.97)))
  }
}
