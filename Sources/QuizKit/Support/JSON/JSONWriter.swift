/// Composes a JSON text, with members in the order in which they are appended.
package struct JSONWriter {
  /// The layout of the text.
  package enum Layout {
    /// No spaces.
    case compact
    /// One member per line, indented by two spaces per level: `"name": value`.
    case lines
    /// The layout of Foundation's encoder: like `lines`, but `"name" : value`.
    case spacedLines
  }

  private struct Container {
    var isObject: Bool
    var isSorted: Bool
    var start: Int
    var firstMember: Int
  }

  /// A member of an object whose members will be sorted.
  private struct Member {
    var start: Int
    var end = 0
    var key: Range<Int>
  }

  let layout: Layout
  /// The indentation level of the whole text.
  private let indentation: Int
  package private(set) var bytes: [UInt8] = []
  private var containers: [Container] = []
  private var members: [Member] = []

  /// - Parameter indentation: the nesting depth at which the text will be inserted.
  package init(_ layout: Layout = .compact, indentation: Int = 0) {
    self.layout = layout
    self.indentation = indentation
  }

  /// The number of open containers.
  var depth: Int { containers.count }

  func isObject(at depth: Int) -> Bool { containers[depth].isObject }

  /// Discards the text but keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
  }

  // MARK: Values

  package mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text that is already JSON.
  package mutating func append(_ json: [UInt8]) {
    bytes.append(contentsOf: json)
  }

  package mutating func append(_ number: some FixedWidthInteger) {
    JSONText.append(number, to: &bytes)
  }

  package mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    JSONText.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  // MARK: Containers

  /// Appends an object with the members that `body` appends.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    begin(object: true)
    body(&self)
    end(to: depth - 1)
  }

  /// Appends an array with the elements that `body` appends.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    begin(object: false)
    body(&self)
    end(to: depth - 1)
  }

  /// - Parameter isSorted: whether the members are sorted by name when the object ends.
  mutating func begin(object isObject: Bool, isSorted: Bool = false) {
    containers.append(
      Container(
        isObject: isObject, isSorted: isSorted, start: bytes.count, firstMember: members.count))
  }

  /// Begins a member of the innermost object. Its value must follow.
  ///
  /// Every member begins with a comma. When the container ends, its first comma is replaced by the
  /// opening bracket.
  package mutating func beginMember(_ key: String) {
    let start = bytes.count
    beginElement()
    let keyStart = bytes.count
    append(quoted: key)
    if containers.last?.isSorted == true {
      members.append(Member(start: start, key: keyStart..<bytes.count))
    }
    switch layout {
    case .compact: bytes.append(UInt8(ascii: ":"))
    case .lines: append(": ")
    case .spacedLines: append(" : ")
    }
  }

  /// Begins a member of the object at `depth`, after closing the containers inside it.
  mutating func beginMember(_ key: String, in depth: Int) {
    close(to: depth)
    beginMember(key)
  }

  /// Begins an element of the innermost array. Its value must follow.
  package mutating func beginElement() {
    bytes.append(UInt8(ascii: ","))
    if layout != .compact { breakLine(depth: containers.count) }
  }

  /// Begins an element of the array at `depth`, after closing the containers inside it.
  mutating func beginElement(in depth: Int) {
    close(to: depth)
    beginElement()
  }

  private mutating func close(to depth: Int) {
    precondition(containers.count >= depth, "a container is filled after its end")
    if containers.count > depth { end(to: depth) }
  }

  /// Closes all containers except the first `depth` ones.
  mutating func end(to depth: Int) {
    while containers.count > depth, let container = containers.popLast() {
      if container.isSorted { sortMembers(of: container) }
      let isEmpty = bytes.count == container.start
      let bracket = container.isObject ? UInt8(ascii: "{") : UInt8(ascii: "[")
      if isEmpty { bytes.append(bracket) } else { bytes[container.start] = bracket }
      if layout != .compact, !isEmpty { breakLine(depth: containers.count) }
      bytes.append(bracket + 2)
    }
  }

  private mutating func breakLine(depth: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * (depth + indentation)))
  }

  /// Moves only the bytes of this object, because a long list may precede it.
  private mutating func sortMembers(of container: Container) {
    var unsorted = Array(members[container.firstMember...])
    members.removeSubrange(container.firstMember...)
    for index in unsorted.indices {
      unsorted[index].end = index + 1 < unsorted.count ? unsorted[index + 1].start : bytes.count
    }
    bytes.withUnsafeMutableBytes { bytes in
      let text = UnsafeRawBufferPointer(bytes)
      let sorted = unsorted.sorted { Self.precedes($0, $1, text) }
      var moved: [UInt8] = []
      moved.reserveCapacity(text.count - container.start)
      for member in sorted {
        moved.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[member.start..<member.end]))
      }
      UnsafeMutableRawBufferPointer(rebasing: bytes[container.start...]).copyBytes(from: moved)
    }
  }

  private static func precedes(
    _ left: Member, _ right: Member, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    bytes[left.key].lexicographicallyPrecedes(bytes[right.key])
  }
}
