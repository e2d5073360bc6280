/// The name and the description of the interface `io.sitta.Search`.
public enum SearchInterfaceDescription {
  /// The name of the interface.
  public static let name = "io.sitta.Search"

  /// The description in Varlink's language: the content of `io.sitta.Search.varlink`.
  public static let text = String(
    decoding: PackageResources.io_sitta_Search_varlink, as: UTF8.self)

  /// Returns the qualified name of a method or an error.
  public static func qualified(_ member: String) -> String { "\(name).\(member)" }
}
