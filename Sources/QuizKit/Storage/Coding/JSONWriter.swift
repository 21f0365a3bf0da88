import Foundation

/// Puts a JSON text together, its keys in alphabetical order whatever the order in which they come.
///
/// The order makes a file the same for the same records: a `Dictionary` has another order in every
/// process.
struct JSONWriter {
  private struct Member {
    var start: Int
    var end = 0
    var key: Range<Int>
  }

  private struct Container {
    var isObject: Bool
    var start: Int
    var firstMember: Int
  }

  /// Two blanks for each level and one member a line; or no blank at all.
  let isPretty: Bool
  /// How far the text is indented as a whole.
  let indentation: Int
  private(set) var bytes: [UInt8] = []
  private var containers: [Container] = []
  private var members: [Member] = []
  /// Those of the outermost object.
  private var names = MemberNames()
  /// Where an object is put together in another order, again and again.
  private var sorted: [UInt8] = []

  init(isPretty: Bool = false, indentation: Int = 0) {
    self.isPretty = isPretty
    self.indentation = indentation
  }

  var depth: Int { containers.count }

  var isInObject: Bool { containers.last?.isObject ?? false }

  func isObject(at depth: Int) -> Bool { containers[depth].isObject }

  /// Forgets everything but the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
  }

  mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: [UInt8]) {
    bytes.append(contentsOf: text)
  }

  mutating func append(_ number: some FixedWidthInteger) {
    JSONText.append(number, to: &bytes)
  }

  mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    JSONText.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func begin(object isObject: Bool) {
    containers.append(
      Container(isObject: isObject, start: bytes.count, firstMember: members.count))
  }

  /// Begins a member of the innermost object; its value comes next.
  ///
  /// Every member begins with a comma; that of the first one becomes the opening bracket in the
  /// end.
  mutating func beginMember(_ key: String) {
    let start = bytes.count
    if remembersNames, containers.count == 1 {
      if members.isEmpty { names.begin() }
      members.append(Member(start: start, key: 0..<0))
      return names.append(key, to: &bytes)
    }
    beginElement()
    let keyStart = bytes.count
    append(quoted: key)
    members.append(Member(start: start, key: keyStart..<bytes.count))
    if isPretty { append(" : ") } else { bytes.append(UInt8(ascii: ":")) }
  }

  /// The same in the container that is so deep, after what was begun in it is closed.
  mutating func beginMember(_ key: String, in depth: Int) {
    close(to: depth)
    beginMember(key)
  }

  /// As ``beginMember(_:in:)``, of an array.
  mutating func beginElement(in depth: Int) {
    close(to: depth)
    beginElement()
  }

  private mutating func close(to depth: Int) {
    precondition(containers.count >= depth, "a container is filled after its end")
    if containers.count > depth { end(to: depth) }
  }

  /// Begins an element of the innermost array; its value comes next.
  mutating func beginElement() {
    bytes.append(UInt8(ascii: ","))
    if isPretty { breakLine(depth: containers.count) }
  }

  /// Closes the containers that were begun after the first `depth` ones.
  mutating func end(to depth: Int) {
    while containers.count > depth, let container = containers.popLast() {
      if container.isObject { sortMembers(of: container) }
      let isEmpty = bytes.count == container.start
      let bracket = container.isObject ? UInt8(ascii: "{") : UInt8(ascii: "[")
      if isEmpty { bytes.append(bracket) } else { bytes[container.start] = bracket }
      if isPretty, !isEmpty { breakLine(depth: containers.count) }
      bytes.append(bracket + 2)
    }
  }

  private mutating func breakLine(depth: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * (depth + indentation)))
  }

  /// Where every byte counts, records come one after the other.
  private var remembersNames: Bool { !isPretty }

  private mutating func sortMembers(of container: Container) {
    if remembersNames, containers.isEmpty {
      sortAsBefore(from: container.start)
      return members.removeAll(keepingCapacity: true)
    }
    Self.sort(&members, from: container.firstMember, of: &bytes, from: container.start, &sorted)
    members.removeSubrange(container.firstMember...)
  }

  private mutating func sortAsBefore(from start: Int) {
    guard !members.isEmpty, let order = names.sorted() else { return }
    sorted.removeAll(keepingCapacity: true)
    bytes.withUnsafeBytes { bytes in
      sorted.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<start]))
      for index in order {
        let end = index + 1 < members.count ? members[index + 1].start : bytes.count
        sorted.append(
          contentsOf: UnsafeRawBufferPointer(rebasing: bytes[members[index].start..<end]))
      }
    }
    swap(&bytes, &sorted)
  }

  /// Only this object moves: what stands before it may be a list of thousands of others.
  private static func sort(
    _ members: inout [Member], from first: Int, of bytes: inout [UInt8], from start: Int,
    _ sorted: inout [UInt8]
  ) {
    let isSorted = bytes.withBytes { bytes in
      members.indices[first...].dropFirst().allSatisfy {
        !precedes(members[$0], members[$0 - 1], bytes)
      }
    }
    if isSorted { return }
    for index in first..<members.count {
      members[index].end = index + 1 < members.count ? members[index + 1].start : bytes.count
    }
    sorted.removeAll(keepingCapacity: true)
    members.withUnsafeMutableBufferPointer { members in
      var members = UnsafeMutableBufferPointer(rebasing: members[first...])
      bytes.withUnsafeMutableBytes { bytes in
        let text = UnsafeRawBufferPointer(bytes)
        members.sort { precedes($0, $1, text) }
        for member in members {
          sorted.append(
            contentsOf: UnsafeRawBufferPointer(rebasing: text[member.start..<member.end]))
        }
        UnsafeMutableRawBufferPointer(rebasing: bytes[start...]).copyBytes(from: sorted)
      }
    }
  }

  private static func precedes(
    _ left: Member, _ right: Member, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let count = min(left.key.count, right.key.count)
    guard let base = bytes.baseAddress else { return false }
    let order = memcmp(base + left.key.lowerBound, base + right.key.lowerBound, count)
    return order == 0 ? left.key.count < right.key.count : order < 0
  }
}
