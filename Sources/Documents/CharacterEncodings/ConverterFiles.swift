internal import _FoundationICU

/// The files in which ICU looks for converters before it takes its own.
public enum ConverterFiles {
  /// Has ICU look for no file, in a process that may open none.
  ///
  /// Call it before any text is decoded, and while there is one thread only. The corresponding C
  /// function is `udata_setFileAccess`.
  public static func ignore() {
    var status = U_ZERO_ERROR
    unsafe swift_udata_setFileAccess(UDATA_NO_FILES, &status)
  }
}
