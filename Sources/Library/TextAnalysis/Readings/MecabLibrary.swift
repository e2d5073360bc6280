internal import Glibc

/// The functions of libmecab, which is optional: it is loaded on first use.
///
/// Source: `mecab.h`; <https://taku910.github.io/mecab/libmecab.html>.
@safe
struct MecabLibrary: Sendable {
  /// The library; nil if it is not installed.
  static let installed = MecabLibrary()

  typealias Create = @convention(c) @Sendable (UnsafePointer<CChar>) -> OpaquePointer?
  typealias Parse =
    @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>, Int) -> UnsafePointer<CChar>?
  typealias Destroy = @convention(c) @Sendable (OpaquePointer) -> Void

  /// The corresponding C function is `mecab_new2`.
  let create: Create
  /// The corresponding C function is `mecab_sparse_tostr2`.
  let parse: Parse
  /// The corresponding C function is `mecab_destroy`.
  let destroy: Destroy

  private init?() {
    guard let library = unsafe dlopen("libmecab.so.2", RTLD_NOW | RTLD_LOCAL),
      let create = unsafe dlsym(library, "mecab_new2"),
      let parse = unsafe dlsym(library, "mecab_sparse_tostr2"),
      let destroy = unsafe dlsym(library, "mecab_destroy")
    else { return nil }
    unsafe self.create = unsafeBitCast(create, to: Create.self)
    unsafe self.parse = unsafeBitCast(parse, to: Parse.self)
    unsafe self.destroy = unsafeBitCast(destroy, to: Destroy.self)
  }
}
