import Foundation
import QuizSupport

/// Reads exams in their text form. A file may have several.
///
/// Each exam begins with a line `exam NAME`. Then come lines of settings that are separated by
/// commas, and one line for each section:
///
///     exam AWS Cloud Practitioner
///     questions 65, time 90m, pass 70%
///     marks +1, -1/3, 0
///     back no, pause yes
///     section Cloud Concepts: 24% of tag domain-1
///     section Security: 30% of tag domain-2, deck "IAM", time 20m
///
/// Blank lines and lines that begin with `#` are ignored.
struct ExamReader: QuestionReader {
  static let formatName = "exam"

  /// An exam in the form that a backup has, so that an import treats both alike.
  private struct Record: Encodable {
    let name: String
    let blueprint: ExamBlueprint
  }

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    var records: [Record] = []
    var names: Set<String> = []
    var draft: ExamDraft?
    var isSpoiled = false
    func finish() {
      guard let done = draft, !isSpoiled else { return }
      do throws(ExamFault) {
        let blueprint = try done.blueprint()
        if !names.insert(done.name).inserted { throw .examTwice(done.name) }
        records.append(Record(name: done.name, blueprint: blueprint))
      } catch {
        collector.report(.exam(error), line: done.line)
      }
    }
    for (number, text) in Self.lines(of: source) {
      let (word, rest) = ExamWords.keyword(text)
      if word == "exam" {
        finish()
        draft = ExamDraft(ExamWords.name(rest), line: number)
        isSpoiled = false
        continue
      }
      do throws(ExamFault) {
        // After the first fault of a file without an exam, further faults would say nothing new.
        if draft == nil, isSpoiled { continue }
        guard draft != nil else { throw .noExamYet(text) }
        try draft?.read(text)
      } catch {
        isSpoiled = true
        collector.report(.exam(error), line: number, excerpt: text)
      }
    }
    finish()
    if draft == nil, !isSpoiled { collector.report(.exam(.noName), line: 1) }
    // The valid exams of a file with faults are not imported without the rest.
    if collector.errors == 0 { pass(records, to: collector) }
  }

  /// The lines that are not ignored, with their numbers from 1.
  private static func lines(of source: SourceText) -> [(number: Int, text: String)] {
    source.bytes.withUnsafeBufferPointer { bytes in
      var lines: [(number: Int, text: String)] = []
      var scanner = LineScanner(bytes)
      while let line = scanner.next() {
        let text = scanner.text(line)
        if !text.isEmpty, !text.hasPrefix("#") { lines.append((line.number, text)) }
      }
      return lines
    }
  }

  private func pass(_ records: [Record], to collector: QuestionCollector) {
    do {
      let json = try JSONTextEncoder().encode(records)
      collector.take(sections: [
        BackupDocument.Section(name: BackupDocument.exams, json: json)
      ])
    } catch {
      // Cannot fail, because texts and whole numbers can always be encoded.
      preconditionFailure("an exam that is not JSON: \(error)")
    }
  }
}

extension QuestionFormat {
  /// Exams in their text form. An exam is not a question, so the format is not in ``all``.
  package static let exam = QuestionFormat(
    name: "exam", title: ExamReader.formatName, extensions: ["exam"], keeps: [],
    reader: ExamReader(), writer: nil)
}
