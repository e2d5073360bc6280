import LinuxSystem
import MediaTypes
import SearchInterface

/// A document as the desktops show it.
struct ShownDocument {
  let document: DocumentMessage
  /// The home folder, which is shown as `~`.
  let home: FilePath?

  /// Whether it is a single mail, whose name is made for programs.
  private var isMail: Bool { MediaType.messages.contains(document.type) }

  /// What a person calls it: a mail has the sender, too.
  var name: String {
    let title = document.title ?? (isMail ? "" : document.name)
    let sender = isMail ? document.authors?.first : nil
    let parts = [sender, title].compactMap(\.self).filter { !$0.isEmpty }
    let name = parts.joined(separator: " · ").escapingControls()
    return name.isEmpty ? document.name.escapingControls() : name
  }

  /// The file, or the file that has the document in it; nil if the URI names none.
  var file: FilePath? { DocumentLocation(uri: document.uri)?.file }

  /// The folder, for people.
  var folder: String {
    guard let folder = file?.parent else { return "" }
    guard let home, folder.isInside(home) else { return folder.description }
    return "~\(String(decoding: folder.bytes.dropFirst(home.bytes.count), as: UTF8.self))"
      .escapingControls()
  }

  /// The names of icons in the theme, the most special one first.
  ///
  /// See the Icon Naming Specification of freedesktop.org: a theme has the generic ones.
  var icons: [String] {
    let special = document.type.replacing("/", with: "-").lowercased()
    let generic =
      switch document.type.prefix(while: { $0 != "/" }) {
      case "image": "image-x-generic"
      case "audio": "audio-x-generic"
      case "video": "video-x-generic"
      case "text": "text-x-generic"
      case "message": "mail-read"
      default: Self.officeTypes.contains(special) ? "x-office-document" : "text-x-generic"
      }
    let isName = special.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-+._".contains($0))
    }
    return (isName ? [special] : []) + [generic, "text-x-generic"]
  }

  private static let officeTypes: Set<String> = [
    "application-pdf", "application-rtf", "application-msword",
    "application-vnd.oasis.opendocument.text",
    "application-vnd.openxmlformats-officedocument.wordprocessingml.document",
  ]
}
