/// A JSON document with the places of its objects.
///
/// Foundation's decoder is not used for foreign files: it says where a syntax error is but not where a
/// sound element with a missing member is, and it drops the members that it was not asked for, which a
/// backup has to keep.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The digits as they are written, so that nothing is rounded.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  var integer: Int? {
    if case .number(let digits) = self { Int(digits) } else { nil }
  }

  /// The text of a string, or the digits of a number: banks write identifiers as either.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }

  /// The text of a string or the digits of a number that is still JSON; any other JSON as it stands.
  static func scalarText(_ json: String) -> String {
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(Array(json.utf8)).scalarText ?? json
    } catch {
      return json
    }
  }
}

/// The members of a JSON object in their order.
struct JSONObject: Hashable, Sendable {
  /// The physical line of the opening brace, counted from 1.
  var line = 1
  var members: [Member] = []

  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONValue
  }

  /// The value of a name; the last one if it stands twice, as most readers have it.
  subscript(name: String) -> JSONValue? {
    members.last { $0.name == name }?.value
  }
}
