import QuizSupport

/// All choices in one text.
enum ChoiceList {
  /// The choices in a text. An empty one between others is the author's mistake and stays.
  static func split(_ text: String) -> [String] {
    if let lettered = lettered(text) { return lettered }
    // A list as other programs write it, in which `;` and `|` belong to the texts.
    if text.hasPrefix("{") || text.hasPrefix("[") { return json(text) ?? [] }
    let separator = ["|", "\n"].first(where: text.contains) ?? ";"
    var texts = text.split(separator: separator, omittingEmptySubsequences: false)
      .map { FieldText.make(String($0)) }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }

  /// The choices behind letters, each in a line or all in one: `A) red, B) green`,
  /// `a: Wait; then go,b: Stop`; `nil` if the text does not consist of such choices.
  ///
  /// The letters divide it before anything else, because the texts may contain `;` and commas.
  static func lettered(_ text: String) -> [String]? {
    guard text.utf8.count <= 10_000 else { return nil }
    let scalars = Array(text.unicodeScalars)
    guard
      let first = scalars.first(where: {
        !DumpText.isBlank($0) && !"([".unicodeScalars.contains($0)
      })
    else { return nil }
    let begins: [(first: UInt32, last: UInt32)] = [(0x41, 0x5A), (0x61, 0x7A)]
    guard begins.contains(where: { $0.first == first.value }) else { return nil }
    var cuts: [(start: Int, text: Int)] = []
    var mark: Unicode.Scalar?
    for index in scalars.indices {
      let wanted = first.value + UInt32(cuts.count)
      guard scalars[index].value == wanted, index + 1 < scalars.count else { continue }
      let end = scalars[index + 1]
      guard mark.map({ $0 == end }) ?? ".):]".unicodeScalars.contains(end) else { continue }
      var start = index
      if start > 0, "([".unicodeScalars.contains(scalars[start - 1]) { start -= 1 }
      // A letter inside of a text is behind another letter.
      guard start == 0 || isGap(scalars[start - 1]) else { continue }
      if mark == nil { mark = end }
      cuts.append((start, index + 2))
    }
    guard cuts.count > 1, scalars[..<cuts[0].start].allSatisfy(isGap) else { return nil }
    return cuts.indices.map { index in
      let end = index + 1 < cuts.count ? cuts[index + 1].start : scalars.count
      var part = scalars[cuts[index].text..<end]
      while let last = part.last, isGap(last), index + 1 < cuts.count { part.removeLast() }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: part)
      return FieldText.make(String(text))
    }
  }

  private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
    DumpText.isBlank(scalar) || ",;|\n\r、，；".unicodeScalars.contains(scalar)
  }

  /// The choices in a cell that is JSON: a list, or an object with a letter for each; `nil` if it is
  /// neither.
  private static func json(_ text: String) -> [String]? {
    var text = text
    return text.withUTF8 { bytes in
      do throws(JSONFault) {
        let value = try JSONValue(
          reading: UnsafeRawBufferPointer(bytes), with: JSONTape(isForeign: true))
        if let object = value.object {
          let names = object.members.map {
            HeaderName.number(Substring(HeaderName.folded($0.name)))
          }
          guard names == Array(1...max(1, names.count)) else { return nil }
          return object.members.map { FieldText.make($0.value.scalarText ?? "") }
        }
        return value.array?.map { FieldText.make($0.scalarText ?? "") }
      } catch {
        return nil
      }
    }
  }
}
