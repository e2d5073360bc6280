import Glibc

/// The limit of open files of this process; see RLIMIT_NOFILE in getrlimit(2).
public enum DescriptorLimit {
  /// Raises the limit to `wanted`, or to the system's maximum if it is less; never lowers the limit.
  ///
  /// The corresponding C functions are `getrlimit` and `setrlimit`.
  ///
  /// - Parameter wanted: the wanted limit.
  /// - Returns: the new limit.
  /// - Throws: the error of `getrlimit`.
  public static func raise(to wanted: Int) throws(SystemError) -> Int {
    var limits = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(resource, &limits) == 0 else {
      throw .last("Cannot read the limit of open files")
    }
    let current = Int(clamping: limits.rlim_cur)
    if current >= wanted { return current }
    limits.rlim_cur = min(limits.rlim_max, rlim_t(wanted))
    return unsafe setrlimit(resource, &limits) == 0 ? Int(clamping: limits.rlim_cur) : current
  }
}
