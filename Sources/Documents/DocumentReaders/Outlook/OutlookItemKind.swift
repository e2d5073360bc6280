/// A kind of items of Outlook.
///
/// Source: MS-OXCMSG, section 2.2.1.3; the message classes are in MS-OXOCNTC, MS-OXOCAL, MS-OXOTASK, MS-OXOJRNL
/// and MS-OXONOTE.
enum OutlookItemKind {
  /// A mail, and anything that is sent like one: invitations, answers, reports.
  case message
  /// A person or a distribution list.
  case contact
  /// An event, a task or an entry of a journal.
  case calendarEntry
  case note

  /// Finds the kind of a message class, such as `IPM.Note`.
  init(messageClass name: String) {
    let parts = name.lowercased().split(separator: ".")
    guard parts.first == "ipm", parts.count > 1 else {
      self = .message
      return
    }
    switch parts[1] {
    case "contact", "distlist": self = .contact
    case "appointment", "task", "activity": self = .calendarEntry
    case "stickynote": self = .note
    default: self = .message
    }
  }

  /// The media type of an item as a member.
  var type: String {
    switch self {
    case .message: "application/vnd.ms-outlook"
    case .contact: "text/vcard"
    case .calendarEntry: "text/calendar"
    case .note: "text/plain"
    }
  }

  /// The suffix of the name of an item as a member.
  var suffix: String {
    switch self {
    case .message: ".msg"
    case .contact: ".vcf"
    case .calendarEntry: ".ics"
    case .note: ".txt"
    }
  }
}
