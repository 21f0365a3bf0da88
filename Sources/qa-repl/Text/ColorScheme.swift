/// Whether the terminal shows bright text on a dark background, or dark text on a light one.
enum ColorScheme: Equatable, CaseIterable {
  case dark, light
}
