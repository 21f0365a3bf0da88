/// Whether the terminal shows bright text on a dark background, or dark text on a light one.
enum ColorScheme: Equatable, CaseIterable {
  case dark, light
}

extension ColorScheme {
  /// The scheme for a background with these parts, from 0 to 1. It is light when its luma (ITU-R
  /// BT.601) is more than half of that of white.
  init(red: Double, green: Double, blue: Double) {
    self = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? .light : .dark
  }
}
