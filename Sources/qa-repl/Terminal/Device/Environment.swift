import Foundation
import QuizSupport

/// The environment variables, and the settings that the program reads from them.
package struct Environment {
  package let variables: [String: String]

  package init(variables: [String: String]) {
    self.variables = variables
  }

  /// The value of a variable, or `nil` if it is not set or empty.
  package subscript(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The language that the environment asks for. It is read from the variables, because
  /// `Locale.current` is always `en_001` on Linux (swiftlang/swift-foundation#717), and so that all
  /// systems behave alike.
  package var language: Language {
    let names = ["QA_REPL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
    guard let value = names.lazy.compactMap({ self[$0] }).first else { return .english }
    let code = value.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
    return code.lowercased() == "ja" ? .japanese : .english
  }

  /// Whether the terminal shows all of Unicode, as far as the locale tells.
  package var isUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { self[$0] }.first ?? ""
    return locale.uppercased().replacing("-", with: "").hasSuffix("UTF8")
  }

  /// Whether output must only be appended, for screen readers and simple terminals.
  package var wantsPlain: Bool {
    let accessible = self["ACCESSIBLE"].map { $0 != "0" && $0 != "false" } ?? false
    return accessible || self["TERM"] == nil || self["TERM"] == "dumb"
  }

  /// The user's home directory: HOME, or the user database if HOME is not set. On Linux,
  /// Foundation's `NSHomeDirectory` ignores HOME.
  package var home: String { self["HOME"] ?? NSHomeDirectory() }

  /// The user's file of settings.
  package var settingsFile: String { directory("XDG_CONFIG_HOME", or: ".config") + "/config" }

  /// The directory of the user's bank.
  package var dataDirectory: String { directory("XDG_DATA_HOME", or: ".local/share") }

  /// The program's directory below the one that a variable names, or below one in the home
  /// directory (XDG Base Directory Specification 0.8; a relative path is ignored).
  package func directory(_ variable: String, or usual: String) -> String {
    let named = self[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (named ?? home + "/" + usual) + "/qa-repl"
  }
}

/// The user's time zone, from `TZ` or else from /etc/localtime.
///
/// `TimeZone.current` understands neither a rule, such as `TZ=JST-9`, nor a copy of a zone's file
/// in place of a link, and becomes UTC without a warning. The C library understands both, but tells
/// only the local time at a given date.
package struct LocalTimeZone {
  /// The zone that the program uses.
  package let zone: TimeZone
  /// The reason why dates are in another zone than the user may expect; `nil` where they are not.
  package let doubt: TimeZoneDoubt?

  /// UTC, on purpose.
  package static let utc = LocalTimeZone(zone: .gmt, doubt: nil)

  /// - Parameters:
  ///   - link: the link to the file of the zone, or a copy of that file.
  ///   - now: a date. A zone without a name must change its clocks correctly in the years around
  ///     it.
  ///   - offset: the seconds by which the C library's local time is ahead of UTC.
  package init(
    of environment: Environment, link: String = "/etc/localtime", now: Date,
    offset: (Date) -> Int = Self.libraryOffset
  ) {
    // An empty TZ is UTC (POSIX.1-2024, 8.3).
    guard let value = environment.variables["TZ"] else {
      self.init(
        name: Self.name(behind: link), now, offset,
        unless: FileManager.default.fileExists(atPath: link) ? nil : .notSet)
      return
    }
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.isEmpty {
      self = .utc
    } else if name.hasPrefix("/") {
      self.init(
        name: Self.name(behind: name), now, offset,
        unless: FileManager.default.fileExists(atPath: name) ? nil : .unknown(value))
    } else {
      self.init(
        name: name, now, offset, unless: name.contains(Self.rule) ? nil : .unknown(value))
    }
  }

  private init(zone: TimeZone, doubt: TimeZoneDoubt?) {
    (self.zone, self.doubt) = (zone, doubt)
  }

  /// The zone with this name. Without such a zone, the one that the C library knows; if it knows
  /// none, for the reason `refusal`, UTC.
  private init(
    name: String?, _ now: Date, _ offset: (Date) -> Int, unless refusal: TimeZoneDoubt?
  ) {
    if let zone = name.flatMap({ TimeZone(identifier: $0) }) {
      self.init(zone: zone, doubt: nil)
    } else if let refusal {
      self.init(zone: .gmt, doubt: refusal)
    } else {
      self.init(likeLibraryAt: now, offset)
    }
  }

  /// A zone that has the C library's local time at every hour of the two years around `now`.
  private init(likeLibraryAt now: Date, _ offset: (Date) -> Int) {
    let hours = (-365 * 24...365 * 24).map { now + TimeInterval($0) * 3600 }
    let offsets = hours.map(offset)
    guard let fixed = TimeZone(secondsFromGMT: offset(now)) else {
      self.init(zone: .gmt, doubt: .unknownRule)
      return
    }
    let changes = hours.indices.dropFirst().filter { offsets[$0] != offsets[$0 - 1] }
    if changes.isEmpty {
      self.init(zone: fixed, doubt: nil)
      return
    }
    let decisive = changes.flatMap { [$0 - 1, $0] }
    let zone = TimeZone.knownTimeZoneIdentifiers.sorted().lazy
      .compactMap { TimeZone(identifier: $0) }
      .first { zone in
        decisive.allSatisfy { zone.secondsFromGMT(for: hours[$0]) == offsets[$0] }
      }
    self.init(zone: zone ?? fixed, doubt: zone == nil ? .unknownRule : nil)
  }

  /// A rule in place of a name, such as `JST-9` or `<+0330>-3:30` (POSIX.1-2024, 8.3).
  private static var rule: Regex<Substring> {
    #/^(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)[+-]?[0-9].*$/#
  }

  /// The name of the zone to which a link leads, such as `Asia/Tokyo`; `nil` for a copy.
  private static func name(behind path: String) -> String? {
    var path = path
    for _ in 0..<8 {
      if let folder = path.range(of: "/zoneinfo/") { return String(path[folder.upperBound...]) }
      do {
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
        path = URL(filePath: target, relativeTo: URL(filePath: path)).path
      } catch {
        // The path is not a link, or does not exist, which `fileExists` tells apart.
        return nil
      }
    }
    return nil
  }

  /// The seconds by which local time is ahead of UTC at `date`, according to `TZ` of the process.
  static func libraryOffset(at date: Date) -> Int {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts.tm_gmtoff
  }
}

/// Why dates may be in another time zone than the user's.
package enum TimeZoneDoubt: ReportableError, Equatable {
  /// There are no files of time zones.
  case notSet
  /// `TZ` has a value that does not name a time zone.
  case unknown(String)
  /// No known zone changes its clocks as `TZ` or the file says.
  case unknownRule

  package var message: Message {
    switch self {
    case .notSet:
      Message(
        "time-zone-unknown",
        "Neither TZ nor /etc/localtime names a time zone. Dates are in UTC.",
        "TZ にも /etc/localtime にもタイムゾーンの指定がないため、日時は UTC になります。")
    case .unknown(let value):
      Message(
        "time-zone-unknown",
        "“\(value)” in TZ is not a time zone such as Asia/Tokyo. Dates are in UTC.",
        "TZ の「\(value)」は Asia/Tokyo のようなタイムゾーン名ではないため、日時は UTC になります。")
    case .unknownRule:
      Message(
        "time-zone-unknown",
        "No known time zone changes its clocks as TZ or /etc/localtime says. "
          + "Dates use today's difference from UTC; "
          + "set TZ to a name such as Asia/Tokyo.",
        "TZ または /etc/localtime の時差の規則に合うタイムゾーンが見つからないため、日時には今日の時差を使います。"
          + "TZ に Asia/Tokyo のような名前を指定してください。")
    }
  }
}
