/// The part of a result that a descriptor's offset and limit leave.
struct ResultPart {
  private let offset: Int
  /// How many records of the beginning have to be known.
  let end: Int

  init<R>(_ descriptor: FetchDescriptor<R>) {
    offset = max(0, descriptor.offset)
    let limit = max(0, descriptor.limit ?? .max)
    isEmpty = limit == 0
    end = limit < .max - offset ? offset + limit : .max
  }

  let isEmpty: Bool

  func of<Element>(_ all: [Element]) -> [Element] {
    if isEmpty { return [] }
    return offset == 0 && all.count <= end ? all : Array(all.prefix(end).dropFirst(offset))
  }

  func count(of all: Int) -> Int {
    isEmpty ? 0 : max(0, min(all, end) - offset)
  }
}
