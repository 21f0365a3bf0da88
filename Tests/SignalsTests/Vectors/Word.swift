/// A function of the vectors' closed vocabulary, with its parameters.
struct Word: Decodable {
  let fn: String
  var by: Int?
  var add: Int?
  var than: Int?
  var text: String?
  var value: Datum?

  /// Applies the word as a value word to `x`, the `index`-th value of its subscription.
  func transform(_ x: Datum, _ index: Int) -> Datum {
    switch fn {
    case "identity": return x
    case "appendText": return .text(x.text + (text ?? ""))
    case "times": return .number(x.number * (by ?? 1))
    case "square": return .number(x.number * x.number)
    case "dividedBy": return .number(x.number / (by ?? 1))
    case "plusConst": return .number(x.number + (add ?? 0))
    case "plusConstPlusIndexTimes": return .number(x.number + (add ?? 0) + index * (by ?? 1))
    case "modulo": return .number(x.number % (by ?? 1))
    case "joinList": return .text(x.text)
    case "plusList":
      guard case .list(let list) = x, let first = list.first else { return x }
      return list.dropFirst().reduce(first, +)
    default: preconditionFailure("\(fn) is not a value word")
    }
  }

  /// Applies the word as a test word.
  func test(_ x: Datum, _ index: Int) -> Bool {
    switch fn {
    case "always": return true
    case "never": return false
    case "isOdd": return x.number % 2 == 1
    case "isPrime": return Self.isPrime(x.number)
    case "isPrimeAfterAddingIndexTimes": return Self.isPrime(x.number + index * (by ?? 1))
    case "lessThan": return x.number < (than ?? 0)
    case "moduloIsZero": return x.number % (by ?? 1) == 0
    case "notEqualTo": return x != value
    case "indexLessThan": return index < (than ?? 0)
    default: preconditionFailure("\(fn) is not a test word")
    }
  }

  /// Applies the word as a fold or combine word to two values.
  func combine(_ left: Datum, _ right: Datum) -> Datum {
    switch fn {
    case "plus": return left + right
    case "joinText": return .text(left.text + right.text)
    case "tuple": return .list([left, right])
    case "append":
      guard case .list(let list) = left else { return .list([left, right]) }
      return .list(list + [right])
    default: preconditionFailure("\(fn) is not a fold word")
    }
  }

  /// Applies the word as a combine word to a list of values.
  func combine(_ values: [Datum]) -> Datum {
    if fn == "tuple" { return .list(values) }
    guard let first = values.first else { return .list([]) }
    return values.dropFirst().reduce(first, combine)
  }

  private static func isPrime(_ number: Int) -> Bool {
    number > 1 && !(2..<number).contains { number % $0 == 0 }
  }
}

/// The reason why a vector is not run: the library lacks something.
struct NotRun: Error {
  let reason: String
}
