/// Why compressed bytes cannot be inflated.
public enum InflateFault: Error, Hashable, Sendable {
  /// The compressed bytes end in the middle of a block.
  case endsEarly
  /// A block has a kind that does not exist.
  case unknownBlock
  /// The two lengths of a stored block contradict each other.
  case storedLength
  /// The lengths of codes make no prefix code: too many codes, or too few.
  case badCodes
  /// There is no symbol for the next bits.
  case badSymbol
  /// There are many more blocks than their contents need.
  case tooManyBlocks
  /// A match begins before the first byte.
  case tooFarBack
  /// The contents are larger than the caller allows.
  case tooLarge
}
