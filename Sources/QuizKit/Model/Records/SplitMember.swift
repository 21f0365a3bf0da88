/// A member of a record that is split into its parts. Each part becomes a field.
struct SplitMember {
  let name: String
  /// The parts that only make sense together, so they share one field.
  let together: Set<String>
  /// The name of that field.
  let field: String

  /// The prefix of the names of the fields.
  var prefix: String { name + "." }

  /// - Parameter joined: the parts that only make sense together. The first one names their field.
  init(_ name: String, joining joined: [String]) {
    self.name = name
    together = Set(joined)
    field = "\(name).\(joined[0])"
  }
}
