/// A member of a record that is taken apart, so that its parts are fields.
struct SplitMember {
  let name: String
  /// The parts that make sense only together, so that they are one field.
  let together: Set<String>
  /// The field that has them.
  let field: String

  /// The beginning of the names of the fields.
  var prefix: String { name + "." }

  /// - Parameter joined: the parts that make sense only together. The first one names their field.
  init(_ name: String, joining joined: [String]) {
    self.name = name
    together = Set(joined)
    field = "\(name).\(joined[0])"
  }
}
