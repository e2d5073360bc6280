internal import _FoundationICU

/// The files of converters, in which ICU looks before it uses its built-in converters.
public enum ConverterFiles {
  /// Makes ICU ignore these files, for a process that may open no files.
  ///
  /// Call it before any text is decoded, while the process has only one thread. The corresponding C function
  /// is `udata_setFileAccess`.
  public static func ignore() {
    var status = U_ZERO_ERROR
    unsafe swift_udata_setFileAccess(UDATA_NO_FILES, &status)
  }
}
