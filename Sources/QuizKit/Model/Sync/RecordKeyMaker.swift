import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// Makes the keys of new records from their content, so that two devices give equal records, such
/// as questions that were imported on both, the same key.
struct RecordKeyMaker {
  /// The key of a deck.
  static func key(of deck: Deck) -> String {
    key([SyncKind.deck.rawValue, deck.name.precomposedStringWithCanonicalMapping])
  }

  /// The key of a question in the deck that has the key `deck`. A question with an identifier of
  /// another system is the same whatever its text is.
  static func key(of question: Question, deck: String) -> String {
    let content = question.content
    let parts =
      content.externalID.map { ["identifier", $0] }
      ?? ["text", content.text] + content.choices.map(\.text).sorted()
    return key([SyncKind.question.rawValue, deck] + parts)
  }

  /// The key of an exam.
  static func key(of exam: Exam) -> String {
    key([SyncKind.exam.rawValue, exam.name.precomposedStringWithCanonicalMapping])
  }

  /// The key of a note or a quiz: equal only when everything in it is.
  static func key(of kind: SyncKind, _ fields: FieldCoder.Fields) -> String {
    key([kind.rawValue] + fields.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
  }

  /// 128 bits as hexadecimal digits. The length before each part keeps parts apart.
  private static func key(_ parts: [String]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      JSONText.append(part.utf8.count, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: part.utf8)
    }
    return [UInt64(0), 1].map { seed in
      let digits = String(Checksum.of(bytes, seed: seed), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
