import Glibc

/// A locale with UTF-8, in which libarchive returns names as UTF-8.
///
/// In the locale "C", libarchive would call iconv(3), which opens files. See newlocale(3).
///
/// Unchecked because it holds a pointer. Nothing changes or frees the locale after newlocale(3) has made it,
/// so several threads may use it at once; uselocale(3) sets it for the calling thread alone.
@safe
struct ArchiveLocale: @unchecked Sendable {
  private let locale: locale_t?

  /// The locale; made once, because `C.UTF-8` is loaded from files.
  static let shared = ArchiveLocale()

  private init() {
    unsafe locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
  }

  /// Runs `body` with this locale set for the current thread.
  func run<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let locale = unsafe locale else { return try body() }
    let former = unsafe uselocale(locale)
    defer { unsafe uselocale(former) }
    return try body()
  }
}
