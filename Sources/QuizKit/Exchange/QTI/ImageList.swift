/// The pictures of a question, which become their names.
final class ImageList {
  private var names: [String] = []

  func add(_ name: String) {
    if !names.contains(name) { names.append(name) }
  }

  /// Reports that the pictures are missing.
  func report(_ draft: QuestionDraft, to collector: QuestionCollector) {
    for name in names { collector.refuse(draft, .imageDropped(name)) }
  }
}
