/// The letters by which choices, and the lines on the right of pairs, are named.
package enum ChoiceLetters {
  /// A to Z.
  package static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The name of the choice at a place, which is counted from 0: A, B, C, and so on. A choice after
  /// Z is named by its number.
  package static func name(_ place: Int) -> String {
    capitals.indices.contains(place) ? String(capitals[place]) : "\(place + 1)"
  }
}
