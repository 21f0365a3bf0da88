#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Functions that every C library for Linux has but that the Glibc module does not declare.
enum SystemFunction {
  /// - Parameter type: the function's, with the C convention; nothing checks it.
  static func named<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(UnsafeMutableRawPointer(bitPattern: 0), name).map { unsafeBitCast($0, to: type) }
  }
}
