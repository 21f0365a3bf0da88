/// A first-in, first-out queue with constant cost per element.
struct Backlog<Element> {
  private var elements: [Element?] = []
  private var head = 0

  mutating func append(_ element: Element) { elements.append(element) }

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head > elements.count / 2 {
      // A queue that never runs empty must not keep the space of removed elements.
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
