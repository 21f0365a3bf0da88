/// A font of letters in a formula that means something. Unicode has the letters as characters.
enum MathFont {
  case roman, bold, doubleStruck, script, fraktur

  /// The letter in this font; the letter itself where the font has none.
  func letter(_ letter: Character) -> String {
    if let exception = exceptions[letter] { return String(exception) }
    guard self != .roman, letter.unicodeScalars.count == 1,
      let value = letter.unicodeScalars.first?.value,
      let start = beginnings.first(where: { $0.letters.contains(value) }),
      let scalar = Unicode.Scalar(start.first + value - start.letters.lowerBound)
    else { return String(letter) }
    return String(scalar)
  }

  private typealias Beginning = (letters: ClosedRange<UInt32>, first: UInt32)

  private static let capitals: ClosedRange<UInt32> = 0x41...0x5A
  private static let small: ClosedRange<UInt32> = 0x61...0x7A
  private static let digits: ClosedRange<UInt32> = 0x30...0x39

  /// Where the letters of the font begin in the block of mathematical letters.
  private var beginnings: [Beginning] {
    switch self {
    case .roman: []
    case .bold: Self.boldBeginnings
    case .doubleStruck: Self.doubleStruckBeginnings
    case .script: [(Self.capitals, 0x1D49C), (Self.small, 0x1D4B6)]
    case .fraktur: [(Self.capitals, 0x1D504), (Self.small, 0x1D51E)]
    }
  }

  private static let boldBeginnings: [Beginning] = [
    (capitals, 0x1D400), (small, 0x1D41A), (digits, 0x1D7CE), (0x391...0x3A9, 0x1D6A8),
    (0x3B1...0x3C9, 0x1D6C2),
  ]

  private static let doubleStruckBeginnings: [Beginning] = [
    (capitals, 0x1D538), (small, 0x1D552), (digits, 0x1D7D8),
  ]

  /// The letters that Unicode had before that block.
  private var exceptions: [Character: Character] {
    switch self {
    case .roman, .bold: [:]
    case .doubleStruck: Self.doubleStruckLetters
    case .script: Self.scriptLetters
    case .fraktur: Self.frakturLetters
    }
  }

  private static let doubleStruckLetters = pairs("CHNPQRZ", "ℂℍℕℙℚℝℤ")
  private static let scriptLetters = pairs("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ")
  private static let frakturLetters = pairs("CHIRZ", "ℭℌℑℜℨ")

  private static func pairs(_ plain: String, _ drawn: String) -> [Character: Character] {
    Dictionary(uniqueKeysWithValues: zip(plain, drawn))
  }
}
