import Glibc

/// The locale in which libarchive gives names as UTF-8.
///
/// In the locale "C" it would ask iconv(3), which opens files. See newlocale(3).
///
/// It is unchecked because of the pointer. Nothing changes or frees the locale after newlocale(3) has made
/// it, so several threads may use it at once; uselocale(3) sets it for the calling thread alone.
@safe
struct ArchiveLocale: @unchecked Sendable {
  private let locale: locale_t?

  /// Loaded once: `C.UTF-8` comes from files.
  static let shared = ArchiveLocale()

  private init() {
    unsafe locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
  }

  /// Runs a function with this locale on this thread.
  func run<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let locale = unsafe locale else { return try body() }
    let former = unsafe uselocale(locale)
    defer { unsafe uselocale(former) }
    return try body()
  }
}
