/// Puts a JSON text together, members in the order in which they come.
struct JSONWriter {
  /// How the text is laid out.
  enum Layout {
    /// No blank at all.
    case compact
    /// One member a line, two blanks for each level: `"name": value`.
    case lines
    /// The same as Foundation's encoder does it: `"name" : value`.
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
  /// How far the text is indented as a whole.
  private let indentation: Int
  private(set) var bytes: [UInt8] = []
  private var containers: [Container] = []
  private var members: [Member] = []

  /// - Parameter indentation: how many levels deep the text will stand.
  init(_ layout: Layout = .compact, indentation: Int = 0) {
    self.layout = layout
    self.indentation = indentation
  }

  /// How many containers are open.
  var depth: Int { containers.count }

  func isObject(at depth: Int) -> Bool { containers[depth].isObject }

  /// Forgets everything but the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    containers.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
  }

  // MARK: Values

  mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends what is JSON already.
  mutating func append(_ json: [UInt8]) {
    bytes.append(contentsOf: json)
  }

  mutating func append(_ number: some FixedWidthInteger) {
    JSONText.append(number, to: &bytes)
  }

  mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    JSONText.append(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  // MARK: Containers

  /// Appends an object with the members that `body` appends.
  mutating func object(_ body: (inout JSONWriter) -> Void) {
    begin(object: true)
    body(&self)
    end(to: depth - 1)
  }

  /// Appends a list with the elements that `body` appends.
  mutating func array(_ body: (inout JSONWriter) -> Void) {
    begin(object: false)
    body(&self)
    end(to: depth - 1)
  }

  /// - Parameter isSorted: whether the members are put into alphabetical order in the end.
  mutating func begin(object isObject: Bool, isSorted: Bool = false) {
    containers.append(
      Container(
        isObject: isObject, isSorted: isSorted, start: bytes.count, firstMember: members.count))
  }

  /// Begins a member of the innermost object; its value comes next.
  ///
  /// Every member begins with a comma; that of the first one becomes the opening bracket in the
  /// end.
  mutating func beginMember(_ key: String) {
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

  /// The same in the container that is so deep, after what was begun in it is closed.
  mutating func beginMember(_ key: String, in depth: Int) {
    close(to: depth)
    beginMember(key)
  }

  /// Begins an element of the innermost array; its value comes next.
  mutating func beginElement() {
    bytes.append(UInt8(ascii: ","))
    if layout != .compact { breakLine(depth: containers.count) }
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

  /// Closes the containers that were begun after the first `depth` ones.
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

  /// Only this object moves: what stands before it may be a list of thousands of others.
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
