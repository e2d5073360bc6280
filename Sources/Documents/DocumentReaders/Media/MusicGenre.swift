/// The genres of ID3v1, which have numbers.
///
/// Source: <https://id3.org/ID3v2.3.0>, Appendix A, with the extensions of Winamp.
enum MusicGenre {
  /// The names of the genres, in the order of their numbers.
  static let names: [Substring] = """
    Blues/Classic Rock/Country/Dance/Disco/Funk/Grunge/Hip-Hop/Jazz/Metal/New Age/Oldies/Other/Pop/\
    R&B/Rap/Reggae/Rock/Techno/Industrial/Alternative/Ska/Death Metal/Pranks/Soundtrack/\
    Euro-Techno/Ambient/Trip-Hop/Vocal/Jazz+Funk/Fusion/Trance/Classical/Instrumental/Acid/House/\
    Game/Sound Clip/Gospel/Noise/Alternative Rock/Bass/Soul/Punk/Space/Meditative/\
    Instrumental Pop/Instrumental Rock/Ethnic/Gothic/Darkwave/Techno-Industrial/Electronic/\
    Pop-Folk/Eurodance/Dream/Southern Rock/Comedy/Cult/Gangsta/Top 40/Christian Rap/Pop-Funk/\
    Jungle/Native American/Cabaret/New Wave/Psychedelic/Rave/Showtunes/Trailer/Lo-Fi/Tribal/\
    Acid Punk/Acid Jazz/Polka/Retro/Musical/Rock & Roll/Hard Rock/Folk/Folk-Rock/National Folk/\
    Swing/Fast Fusion/Bebop/Latin/Revival/Celtic/Bluegrass/Avantgarde/Gothic Rock/\
    Progressive Rock/Psychedelic Rock/Symphonic Rock/Slow Rock/Big Band/Chorus/Easy Listening/\
    Acoustic/Humour/Speech/Chanson/Opera/Chamber Music/Sonata/Symphony/Booty Bass/Primus/\
    Porn Groove/Satire/Slow Jam/Club/Tango/Samba/Folklore/Ballad/Power Ballad/Rhythmic Soul/\
    Freestyle/Duet/Punk Rock/Drum Solo/A Cappella/Euro-House/Dance Hall/Goa/Drum & Bass/\
    Club-House/Hardcore/Terror/Indie/BritPop/Afro-Punk/Polsk Punk/Beat/Christian Gangsta Rap/\
    Heavy Metal/Black Metal/Crossover/Contemporary Christian/Christian Rock/Merengue/Salsa/\
    Thrash Metal/Anime/JPop/Synthpop
    """.split(separator: "/")

  /// Returns the name of a genre; the text is a name, a number, or `(17)` with or without a name.
  static func name(of text: Span<UInt8>) -> String {
    var index = 0
    let isInBrackets = text.count > 0 && text[0] == 0x28
    if isInBrackets { index = 1 }
    let start = index
    while index < text.count, index - start < 3, text[index].isDigit { index += 1 }
    let number = Int(text.extracting(start..<index).string)
    if isInBrackets, index < text.count, text[index] == 0x29 { index += 1 }
    guard let number, number < names.count else { return text.string }
    if index == text.count { return String(names[number]) }
    return isInBrackets ? text.extracting(index..<text.count).string : text.string
  }
}
