import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

@Suite struct ExamTextTests {
  private func read(_ text: String) throws -> QuestionFile {
    try QuestionFile.read(Array(text.utf8), name: "x.exam")
  }

  /// The text of the exams of a file after they were read and written again.
  private func rewritten(_ text: String) throws -> String {
    let file = try read(text)
    #expect(file.problems.isEmpty)
    let records = BackupRecords(file.sections, of: .usual, file: "x.exam")
    #expect(records.problems.isEmpty)
    return records.exams.map { ExamWriter.text($0.name, $0.blueprint) }.joined()
  }

  private func faults(_ text: String) throws -> [String] {
    let file = try read(text)
    #expect(file.sections.isEmpty)
    return file.problems.map { "\($0.line ?? 0) \($0.code)" }
  }

  /// Numbers from published exam guides: the domains of an exam and their weights.
  static let published = [
    """
    exam AWS Certified Cloud Practitioner (CLF-C02)
    questions 65, time 90m, pass 70%
    section Cloud Concepts: 24% of tag domain-1
    section Security and Compliance: 30% of tag domain-2
    section Cloud Technology and Services: 34% of tag domain-3
    section Billing, Pricing, and Support: 12% of tag domain-4

    """,
    """
    exam CompTIA Security+ (SY0-701)
    questions 90, time 90m, pass 83.33%
    section General Security Concepts: 12% of tag sy0-1
    section Threats, Vulnerabilities, and Mitigations: 22% of tag sy0-2
    section Security Architecture: 18% of tag sy0-3
    section Security Operations: 28% of tag sy0-4
    section Security Program Management and Oversight: 20% of tag sy0-5

    """,
    """
    exam ISC2 Certified in Cybersecurity
    questions 100, time 120m, pass 70%
    back no
    section Security Principles: 26% of deck CC, tag cc-1
    section Business Continuity, Disaster Recovery, Incident Response: 10% of tag cc-2
    section Access Controls Concepts: 22% of tag cc-3
    section Network Security: 24% of tag cc-4
    section Security Operations: 18% of tag cc-5

    """,
  ]

  @Test(arguments: published)
  func `a published blueprint is written in at most 15 lines`(text: String) throws {
    let written = try rewritten(text)
    #expect(written.split(separator: "\n").count <= 15)
    #expect(try rewritten(written) == written)
    let blueprint = try #require(
      try BackupRecords(read(text).sections, of: .usual, file: "").exams.first?.blueprint)
    #expect(blueprint.counts.reduce(0, +) == blueprint.questions)
  }

  @Test func `everything that an exam has survives being written`() throws {
    let text = """
      exam Everything "in" it: yes, really
      questions 6, time 45s, pass 72.5%
      marks +1, -1/3, 0
      back no, pause yes
      section "a, b: \\"c\\" \\\\ d": 2 of tag "x,y", deck "Deck: 1", time 30m
      section 日本史: 4

      """
    #expect(try rewritten(text) == text)
  }

  @Test func `what people write is read`() throws {
    let text = """
      \u{FEFF}# A comment

      EXAM   Spaces
      Pass 60 %,  questions １０
      marks 1 -0.25, 0
      pause はい
      section A： 50％ of tag a、deck "B"
      section B: 5O%
      """.replacing("5O", with: "50")
    let written = """
      exam Spaces
      questions 10, pass 60%
      marks +1, -1/4, 0
      pause yes
      section A: 50% of tag a, deck B
      section B: 50%

      """
    #expect(try rewritten(text) == written)
  }

  @Test func `the number of questions follows from those of the sections`() throws {
    let text = "exam A\npass 50%\nsection X: 3 of tag x\nsection Y: 4 questions of tag y\n"
    #expect(try rewritten(text).contains("questions 7, "))
  }

  @Test func `a file may have several exams, and an exam no sections`() throws {
    let text = "exam A\nquestions 1, pass 50%\nexam B\nquestions 2, pass 50%\n"
    #expect(try rewritten(text) == text)
  }

  @Test(arguments: [
    ("", ["1 empty-name"]), ("exam\nquestions 1, pass 50%", ["1 empty-name"]),
    ("questions 1\nexam A\nquestions 1, pass 50%", ["1 no-exam-line"]),
    ("exam A\n\nquestions 0, pass 50%", ["3 not-a-number"]),
    ("exam A\npass 50%", ["1 no-count"]), ("exam A\nquestions 5", ["1 no-pass-mark"]),
    ("exam A\nquestions 5, pass 101%", ["2 not-a-share"]),
    ("exam A\nquestions 5, pass 50%, time soon", ["2 not-a-duration"]),
    ("exam A\nquestions 5, questions 6, pass 50%", ["2 said-twice"]),
    ("exam A\nquestions 5, pass 50%\nback perhaps", ["3 not-yes-or-no"]),
    ("exam A\nquestions 5, pass 50%\nmarks -1", ["3 marks-out-of-order"]),
    ("exam A\nquestions 5, pass 50%\nmarks", ["3 not-marks"]),
    ("exam A\nquestions 5, pass 50%\ncolour red", ["3 unknown-word"]),
    ("exam A\nquestions 5, pass 50%\nsection X 50%", ["3 not-a-section"]),
    ("exam A\nquestions 5, pass 50%\nsection X: many", ["3 not-a-section"]),
    ("exam A\nquestions 5, pass 50%\nsection X: 50% of label x", ["3 not-a-source"]),
    ("exam A\nquestions 5, pass 50%\nsection X: 50% of tag \"x", ["3 unfinished-quote"]),
    ("exam A\nquestions 5, pass 50%\nsection X: 50%\nsection X: 50%", ["4 section-twice"]),
    ("exam A\nquestions 5, pass 50%\nsection X: 50%\nsection Y: 40%", ["1 shares-sum"]),
    ("exam A\nquestions 5, pass 50%\nsection X: 50%\nsection Y: 4", ["1 mixed-sizes"]),
    ("exam A\nquestions 5, pass 50%\nsection X: 4", ["1 numbers-sum"]),
    ("exam A\nquestions 1, pass 5%\nexam A\nquestions 1, pass 5%", ["3 name-taken"]),
    ("exam A\nfoo\nbar\nexam B\nbaz", ["2 unknown-word", "3 unknown-word", "5 unknown-word"]),
  ])
  func `a fault is told with its line, and nothing is brought in`(
    text: String, expected: [String]
  ) throws {
    #expect(try faults(text) == expected)
  }

  @Test func `a fault is told in both languages with what to write`() throws {
    let problem = try #require(
      try read("exam A\nquestions 5, pass 50%\nsection X 50%").problems.first)
    #expect((problem.line, problem.excerpt) == (3, "section X 50%"))
    #expect(problem.message(in: .english) == "“X 50%” does not describe a section")
    #expect(problem.message(in: .japanese) == "「X 50%」は分野の書き方になっていません")
    #expect(
      problem.fault.hint?.text(in: .english)
        == "write section NAME: 24% of tag T, deck \"D\", time 30m; "
        + "the tags, decks and the time may be missing"
    )
  }

  @Test func `no bytes make the reader crash`() throws {
    var random = SplitMix64(seed: 21)
    let samples = Self.published.map { Array($0.utf8) }
    for round in 0..<3000 {
      var bytes = samples[round % samples.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: Array(",:\"\\%\n of ".utf8).prefix(3), at: place)
        }
      }
      let file = try QuestionFile.read(bytes, name: "x.exam")
      // A character that is not valid UTF-8 is reported each time that it is read.
      for exam in BackupRecords(file.sections, of: .usual, file: "").exams
      where !exam.name.contains("\u{FFFD}") && !"\(exam.blueprint)".contains("\u{FFFD}") {
        let text = ExamWriter.text(exam.name, exam.blueprint)
        #expect(try rewritten(text) == text)
      }
    }
  }
}
