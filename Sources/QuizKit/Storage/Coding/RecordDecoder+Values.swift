import Foundation

/// Single values.
extension RecordDecoderCore {
  func isNull(_ index: Int) -> Bool { token(index).kind == .null }

  func bool(at index: Int) throws(JSONFault) -> Bool {
    try expect(.bool, at: index)
    return bytes[Int(token(index).start)] == UInt8(ascii: "t")
  }

  func string(at index: Int) throws(JSONFault) -> String {
    try expect(.string, at: index)
    let token = token(index)
    // For a short text alone, as a tag that a record is tested for, it is not worth it to look at all.
    if !token.isEscaped, token.range.count > 15, isSurelyValid {
      return UTF8Text.string(valid: text(token))
    }
    guard let string = JSONText.string(text(token), isEscaped: token.isEscaped) else {
      throw JSONFault(
        Int(token.start), "this text is no UTF-8, or has an escape that means nothing",
        "文字列が UTF-8 でないか、無効なエスケープがあります")
    }
    return string
  }

  func strings(at index: Int) throws(JSONFault) -> [String] {
    try expect(.array, at: index)
    let array = token(index)
    var strings: [String] = []
    strings.reserveCapacity(Int(array.count))
    var element = index + 1
    while element < Int(array.next) {
      strings.append(try string(at: element))
      element = Int(token(element).next)
    }
    return strings
  }

  func integer<I: FixedWidthInteger>(_ type: I.Type, at index: Int) throws(JSONFault) -> I {
    try expect(.number, at: index)
    let token = token(index)
    let digits = text(token)
    let isNegative = digits[0] == UInt8(ascii: "-")
    var number: I = 0
    for byte in digits.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return try integer(type, rounding: token) }
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? tens.subtractingReportingOverflow(I(digit)) : tens.addingReportingOverflow(I(digit))
      if overflow || carry { throw tooLarge(token) }
      number = sum
    }
    return number
  }

  /// `1.0` and `1e3` are whole numbers too.
  private func integer<I: FixedWidthInteger>(
    _ type: I.Type, rounding token: JSONTape.Token
  ) throws(JSONFault) -> I {
    guard let number = I(exactly: try double(token)) else {
      throw JSONFault(Int(token.start), "this is no whole number", "整数ではありません")
    }
    return number
  }

  func double(at index: Int) throws(JSONFault) -> Double {
    try expect(.number, at: index)
    return try double(token(index))
  }

  private func tooLarge(_ token: JSONTape.Token) -> JSONFault {
    JSONFault(Int(token.start), "this number is too large", "数値が大きすぎます")
  }

  private func double(_ token: JSONTape.Token) throws(JSONFault) -> Double {
    if let whole = wholeNumber(text(token)) { return Double(whole) }
    guard let number = Double(String(decoding: text(token), as: UTF8.self)), number.isFinite else {
      throw tooLarge(token)
    }
    return number
  }

  /// The number, if it has digits only and so few that a `Double` holds it exactly; most dates have.
  private func wholeNumber(_ digits: UnsafeRawBufferPointer) -> Int? {
    guard digits.count <= 15 else { return nil }
    var number = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  func date(at index: Int) throws(JSONFault) -> Date {
    let token = token(index)
    if token.kind == .number {
      return Date(timeIntervalSinceReferenceDate: try double(token))
    }
    guard token.kind == .string, let date = DateText.date(text(token)) else {
      throw JSONFault(
        Int(token.start), "this is no date like 2026-11-21T11:00:00Z",
        "2026-11-21T11:00:00Z のような日時ではありません")
    }
    return date
  }

  func data(at index: Int) throws(JSONFault) -> Data {
    guard let data = Data(base64Encoded: try string(at: index)) else {
      throw JSONFault(
        Int(token(index).start), "this is no text in base 64", "Base64 の文字列ではありません")
    }
    return data
  }

  func address(at index: Int) throws(JSONFault) -> URL {
    guard let address = URL(string: try string(at: index)) else {
      throw JSONFault(Int(token(index).start), "this is no address", "URL ではありません")
    }
    return address
  }
}
