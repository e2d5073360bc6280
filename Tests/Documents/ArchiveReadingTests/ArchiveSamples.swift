import FoundationEssentials

/// Small archives, made with Python's modules, zip(1), zstd(1), lz4(1) and bsdtar(1).
enum ArchiveSamples {
  /// `a.txt` "first", `d/ü.txt` 20 times "second ", and `b.txt` "third", deflated.
  static let zip = bytes(
    """
    UEsDBBQAAAAIAIMYIlBX7nGSBwAAAAUAAAAFAAAAYS50eHRLyywqLgEAUEsDBBQAAAgIAIMYIlAbZPHQDAAAAIwAAAAI\
    AAAAZC/DvC50eHQrTk3Oz0tRKB4MFABQSwMEFAAAAAgAgxgiUGQgMiQHAAAABQAAAAUAAABiLnR4dCvJyCxKAQBQSwEC\
    FAMUAAAACACDGCJQV+5xkgcAAAAFAAAABQAAAAAAAAAAAAAAgAEAAAAAYS50eHRQSwECFAMUAAAICACDGCJQG2Tx0AwA\
    AACMAAAACAAAAAAAAAAAAAAAgAEqAAAAZC/DvC50eHRQSwECFAMUAAAACACDGCJQZCAyJAcAAAAFAAAABQAAAAAAAAAA\
    AAAAgAFcAAAAYi50eHRQSwUGAAAAAAMAAwCcAAAAhgAAAAAA
    """)

  /// `s.txt`, encrypted, and `p.txt` "plain".
  static let encryptedZip = bytes(
    """
    UEsDBBQACQAIAPuKdl0EtkD0FgAAABIAAAAFAAAAcy50eHS5nSL74hwNXxc1HT3puwNhvNQsTux8UEsHCAS2QPQWAAAA\
    EgAAAFBLAwQKAAAAAAD7inZdz2IgGQUAAAAFAAAABQAAAHAudHh0cGxhaW5QSwECHgMUAAkACAD7inZdBLZA9BYAAAAS\
    AAAABQAAAAAAAAABAAAApIEAAAAAcy50eHRQSwECHgMKAAAAAAD7inZdz2IgGQUAAAAFAAAABQAAAAAAAAABAAAApIFJ\
    AAAAcC50eHRQSwUGAAAAAAIAAgBmAAAAcQAAAAAA
    """)

  /// `s.txt` three times "secret", and `p.txt` "plain".
  static let sevenZip = bytes(
    """
    N3q8ryccAAMB3npKgwAAAAAAAAAhAAAAAAAAAGpNCE8AOZlIke665YU3M+cwJP6D8Sz//YygAAAAgTMHrg/Pbu6MB8hD\
    gIOBW/+sds94Pw6BZ5XDfuFMN9wl8rMpO6MdMJz6Oe/M8R5aQZSo2qJjSIRyQVtkVd89ClKvoqO+EXcNftar+yCkIY0w\
    NL03A2bG7qv1+j3V9aTGA0fC6u6f/Gi8gBcGFwEJbAAHCwEAASMDAQEFXQAAgAAMgJIKAfS0l9MAAA==
    """)

  /// A folder, `a.txt` "first", `d/ü.txt` 20 times "second ", and a symbolic link.
  static let tarGzip = bytes(
    """
    H4sIAAAAAAACA+3XPQ7CMAwFYM+cIidofpo4E4KRkStEpAgEAtQGqYdj42K0LAiExJSC6PsWZ8tgvTiOkrJTHbb2Xjuv\
    9c2ZNTsSjgZwblKouytpnEKR2vT1/jvSJavSOGbLff+9L0ko9D+79bZuEsFYFbKQ82VoF1WIVZ0v/29y/8i/0c/vv1ZG\
    MYkW+c9Oe3EKaTON8nrpR8EEkRiVKGfZfwCf5r/R9mX+e+0Y838ITbU6HqL4iYI0Dm+/Pex+b//zzlsSZojlZOT5BwAA\
    AAAAAAAAAACA/3MDRFeZWAAoAAA=
    """)

  /// The same.
  static let tarXZ = bytes(
    """
    /Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4Cf/ANZdADILvBunjDREwbqTFej848CSZWYrIlYkOOhs8czKa9v4qWcak1z2\
    3yFaWwOcU629bg/cNp7LgIKkHzIvamgRoa6na0JyydRe7Cl2oPm3xzvX5qDKDqmSYkvJMkcjGB5AJaqFUnRWYsjlM+Ps\
    UdD/iX7cFZaF9MTNMoHudrRnJYLJxaN22So97ZLrJoB8vTKayXeid88by/dYB/naNVAEaSOnSBRT9nopXkJ3pFxIFOn7\
    NBFN8myY4wpb/g+3crCgXTd2U8GcFdsVybh2OvvObY5qK4OSF0gAAABNpHIS38vRAwAB8gGAUAAA9N2KJ7HEZ/sCAAAA\
    AARZWg==
    """)

  /// `s.txt` three times "secret".
  static let tarLzip = bytes(
    """
    TFpJUAEXADmLiofEDvKXpPhsRc86x6EUgIQpqKCoE3VaY3GXT/89nvcnIK4mLXwXMYk/PehqsgLhVpMzFT9z4A6+mpJi\
    lnWqQPv7un6rK8xc91+1ejMNEmhu303wOH///+tRUIDdOGYYAAgAAAAAAAB5AAAAAAAAAA==
    """)

  /// `a.txt` "first" and `b.txt` "second".
  static let ar = bytes(
    """
    ITxhcmNoPgphLnR4dC8gICAgICAgICAgMTU3NzkzNDI0NiAgMCAgICAgMCAgICAgNjQ0ICAgICA2ICAgICAgICAgYApm\
    aXJzdApiLnR4dC8gICAgICAgICAgMTU3NzkzNDI0NiAgMCAgICAgMCAgICAgNjQ0ICAgICA2ICAgICAgICAgYApzZWNv\
    bmQ=
    """)

  /// The same.
  static let cpio = bytes(
    """
    MDcwNzAxMDAwMDAwMDEwMDAwODFhNDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMTVlMGQ1ZGE2MDAwMDAwMDUwMDAwMDAw\
    MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA2MDAwMDAwMDBhLnR4dABmaXJzdAAAADA3MDcwMTAwMDAwMDAy\
    MDAwMDgxYTQwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDE1ZTBkNWRhNjAwMDAwMDA2MDAwMDAwMDAwMDAwMDAwMDAwMDAw\
    MDAwMDAwMDAwMDAwMDAwMDAwNjAwMDAwMDAwYi50eHQAc2Vjb25kAAAwNzA3MDEwMDAwMDAwMDAwMDAwMDAwMDAwMDAw\
    MDAwMDAwMDAwMDAwMDAwMDAxNWUwZDVkYTYwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw\
    MDAwMGIwMDAwMDAwMFRSQUlMRVIhISEAAAAA
    """)

  /// Ten lines "One compressed file.".
  static let gzip = bytes(
    """
    H4sIAAAAAAACA/PPS1VIzs8tKEotLk5NUUjLzEnV4/IfyoIA7RFDmNIAAAA=
    """)

  /// The same.
  static let bzip2 = bytes(
    """
    QlpoOTFBWSZTWV6ZCkUAABjVgAAQQAEAAI8n2AAgAEBSqCZGam0KYACaapwnCaJsm6ap2nSZTKfE7TCeJhP6eJlPyYT0\
    XckU4UJBemQpFA==
    """)

  /// The same.
  static let xz = bytes(
    """
    /Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4ADRABxdACebiKICsefd81jGFowx0sDQf3ZxdFet2BvpwAAA5aJHgD/0ab4A\
    ATjSAQAAAEEa9WCxxGf7AgAAAAAEWVo=
    """)

  /// The same.
  static let zstd = bytes(
    """
    KLUv/QRo5QAAqE9uZSBjb21wcmVzc2VkIGZpbGUuCgEAdUhNJmQYwuk=
    """)

  /// The same.
  static let lz4 = bytes(
    """
    BCJNGGRApyAAAAD/Bk9uZSBjb21wcmVzc2VkIGZpbGUuChUApVBpbGUuCgAAAAB7V9vs
    """)

  /// A file that is compressed twice.
  static let gzipTwice = bytes(
    """
    H4sIAAAAAAACA5Pv5mAAASZmbc3zPn6sDNol0zhYgQIAKfgkQRkAAAA=
    """)

  private static func bytes(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64) ?? Data())
  }
}
