/// The release of Sitta: the daemon, the client and the manual have the same version.
public enum Release {
  /// The version.
  public static let version = "0.1.0"
  /// The date of the release, as year-month-day.
  public static let date = "2026-11-21"
}
