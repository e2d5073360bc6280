/// The release of Sitta; daemon, client and manual have the same version.
public enum Release {
  /// The version.
  public static let version = "0.9.0"
  /// The date of the release, in the format year-month-day.
  public static let date = "2026-11-30"
}
