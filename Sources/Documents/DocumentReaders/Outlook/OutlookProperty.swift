/// The properties of items of Outlook that are read, by their numbers.
///
/// Source: MS-OXPROPS.
enum OutlookProperty: Int {
  /// The table of names in a data file: sets, entries, texts.
  case nameSets = 0x0002
  case nameEntries = 0x0003
  case nameTexts = 0x0004
  case messageClass = 0x001a
  case subject = 0x0037
  case submitTime = 0x0039
  /// The person for whom the sender has written.
  case authorName = 0x0042
  case authorAddress = 0x0065
  case senderName = 0x0c1a
  case senderAddress = 0x0c1f
  case displayCopies = 0x0e03
  case displayRecipients = 0x0e04
  case deliveryTime = 0x0e06
  case body = 0x1000
  /// What a report about a message says.
  case reportText = 0x1001
  case compressedRTF = 0x1009
  case html = 0x1013
  case messageIdentifier = 0x1035
  case displayName = 0x3001
  case address = 0x3003
  case creationTime = 0x3007
  case changeTime = 0x3008
  case attachedData = 0x3701
  case attachedShortName = 0x3704
  case attachedMethod = 0x3705
  case attachedName = 0x3707
  case attachedType = 0x370e
  case smtpAddress = 0x39fe
  case bodyCodePage = 0x3fde
  case language = 0x3ff1
  case messageCodePage = 0x3ffd
  case senderSMTPAddress = 0x5d01
  case authorSMTPAddress = 0x5d02
}

/// The types of properties.
///
/// Source: MS-OXCDATA, section 2.11.1.
enum OutlookType {
  static let object = 0x0d
  static let integer = 0x03
  static let text = 0x1e
  static let wideText = 0x1f
  static let time = 0x40
  static let binary = 0x102
  /// Added to the type of each value of a list.
  static let list = 0x1000
}
