import Foundation

/// The record that every contender stores: about 830 bytes as compact JSON, Japanese and English
/// mixed.
public struct SampleQuestion: Codable, Sendable, Equatable {
  /// The key by which the outside world knows the question.
  public var id: String
  /// The key of its deck.
  public var deckID: String
  public var text: String
  public var choices: [String]
  public var answer: Int
  public var commentary: String
  public var createdAt: Date
  public var changedAt: Date

  public init(
    id: String, deckID: String, text: String, choices: [String], answer: Int, commentary: String,
    createdAt: Date, changedAt: Date
  ) {
    self.id = id
    self.deckID = deckID
    self.text = text
    self.choices = choices
    self.answer = answer
    self.commentary = commentary
    self.createdAt = createdAt
    self.changedAt = changedAt
  }
}

/// Records that are the same in every process. Each is computed from its number, counted from 1.
public enum Samples {
  /// The number of decks.
  public static let decks = 20

  /// A word that occurs in about one of 200 texts.
  private static let rareWord = "鳳凰堂"

  private static let words = [
    "山", "川を渡る", "橋", "の名前", "は何", "でしょう", "古い", "城", "と", "Swift", "closure", "型推論",
    "値型", "enumeration", "の意味", "について", "最も近い", "説明を", "選びなさい", "間違い", "queue", "deadlock",
    "平均値", "標準偏差", "router", "経路", "UDP", "暗号", "酸化", "結晶", "周期表", "sound", "wave", "力学",
    "光速", "大陸", "寺院", "island", "海峡", "議会", "憲法", "violin", "画家", "版画", "年号", "俳句", "writer",
    "随筆", "植物",
  ]

  /// The key of the record with that number.
  public static func id(_ number: Int) -> String {
    var random = Random(seed: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 11)
    return key(&random)
  }

  /// The key of the deck with that number, counted from 0.
  public static func deckID(_ number: Int) -> String {
    var random = Random(seed: UInt64(number) &+ 0xDECC_0000)
    return key(&random)
  }

  /// The number of the deck that contains the record with that number.
  public static func deck(of number: Int) -> Int {
    var random = Random(seed: UInt64(number) &+ 0x00DE_CC00)
    return Int(random.next() % UInt64(decks))
  }

  /// The record with that number.
  public static func question(_ number: Int) -> SampleQuestion {
    var random = Random(seed: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 11)
    let id = key(&random)
    let isRare = random.next() % 200 == 0
    var text = phrase(isRare ? 70 : 80, &random)
    if isRare { text += rareWord + "の庭" }
    let choices = (0..<4).map { _ in phrase(20, &random) }
    let commentary = phrase(120, &random)
    // Dates of two years, in whole seconds and in no order.
    let created = Date(timeIntervalSince1970: 1_700_000_000 + Double(random.next() % 63_072_000))
    return SampleQuestion(
      id: id, deckID: deckID(deck(of: number)), text: text, choices: choices,
      answer: Int(random.next() % 4), commentary: commentary, createdAt: created,
      changedAt: created.addingTimeInterval(Double(random.next() % 1_000_000)))
  }

  /// A UUID.
  private static func key(_ random: inout Random) -> String {
    let (high, low) = (random.next(), random.next())
    return UUID(
      uuid: withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { $0.load(as: uuid_t.self) }
    ).uuidString
  }

  private static func phrase(_ length: Int, _ random: inout Random) -> String {
    var phrase = ""
    var count = 0
    while count < length {
      let word = words[Int(random.next() % UInt64(words.count))]
      if count > 0, word.utf8.first.map({ $0 < 0x80 }) == true {
        phrase += " "
        count += 1
      }
      phrase += word
      count += word.unicodeScalars.count
    }
    return phrase
  }
}

/// SplitMix64.
public struct Random: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
