/// Texts in many languages, and the same in the encodings that were used for them before UTF-8.
///
/// The bytes were made by Python's codecs.
enum EncodedTexts {
  struct Sample {
    let text: String
    let encoding: String
    /// The encoded text as hexadecimal digits.
    let hex: String

    var bytes: [UInt8] {
      stride(from: 0, to: hex.utf8.count, by: 2).compactMap {
        UInt8(hex.dropFirst($0).prefix(2), radix: 16)
      }
    }
  }

  private static let german = """
    Der Fluß führte früher häufig Hochwasser, und die Müller am Ufer mußten ihre Säc\
    ke über Nacht auf den Dachboden tragen.
    """
  private static let french = """
    Les élèves de l'école étaient déjà arrivés à la gare quand la neige commença à t\
    omber; le chef du train, étonné, décida d'attendre.
    """
  private static let polish = """
    Źródło rzeki leży w górach, gdzie zimą śnieg sięga powyżej okien. Mieszkańcy wio\
    ski piją wodę ze strumienia, łowią ryby i piszą długie listy do krewnych. Wszysc\
    y mówią, że następnego roku będzie lepiej.
    """
  private static let russian = """
    Старый мост через реку давно не ремонтировали, и жители деревни ходили на станци\
    ю по льду. Весной лёд становился тонким, поэтому почтальон оставлял письма на др\
    угом берегу.
    """
  private static let greek = """
    Το παλιό καφενείο στην άκρη του χωριού ανοίγει κάθε πρωί πριν από την ανατολή. Ο\
    ι ψαράδες πίνουν εκεί τον καφέ τους και μιλούν για τον καιρό.
    """
  private static let hebrew = """
    בית הקפה הישן בקצה הכפר נפתח בכל בוקר לפני הזריחה. הדייגים שותים שם את הקפה שלהם\
     ומדברים על מזג האוויר.
    """
  private static let arabic = """
    المقهى القديم في طرف القرية يفتح كل صباح قبل شروق الشمس. يشرب الصيادون قهوتهم هن\
    اك ويتحدثون عن الطقس.
    """
  private static let turkish = """
    Köyün girişindeki çeşmenin suyu yazın bile soğuktur. Çocuklar okuldan dönünce or\
    ada oynar, yaşlılar gölgede oturup çay içer.
    """
  private static let thai = """
    ร้านหนังสือเล็ก ๆ หน้าสถานีเก่าเปิดทุกเช้า เจ้าของร้านจัดหนังสือใหม่บนชั้นอย่างเ\
    งียบ ๆ
    """
  private static let japanese = """
    古い駅の前に小さな本屋があります。店の主人は毎朝早く来て、新しい本を棚に並べます\
    。雨の日には学生たちが集まって、静かに本を読んでいます。
    """
  private static let chinese = """
    村口有一棵很老的树，夏天人们坐在树下喝茶聊天。孩子们从学校回来以后就在旁边的小河\
    里捉鱼，直到母亲叫他们回家吃饭。
    """
  private static let traditionalChinese = """
    村口有一棵很老的樹，夏天人們坐在樹下喝茶聊天。孩子們從學校回來以後就在旁邊的小河\
    裡捉魚，直到母親叫他們回家吃飯。
    """
  private static let korean = """
    오래된 역 앞에 작은 서점이 있습니다. 주인은 매일 아침 일찍 와서 새 \
    책을 책장에 꽂습니다. 비가 오는 날에는 학생들이 모여 조용히 책을 읽습\
    니다.
    """

  static let samples = [
    Sample(
      text: german, encoding: "windows-1252",
      hex: """
        44657220466c75df2066fc68727465206672fc6865722068e47566696720486f63687761737365722c20756e\
        6420646965204dfc6c6c657220616d2055666572206d75df74656e20696872652053e4636b6520fc62657220\
        4e61636874206175662064656e2044616368626f64656e2074726167656e2e
        """),
    Sample(
      text: french, encoding: "windows-1252",
      hex: """
        4c657320e96ce8766573206465206c27e9636f6c6520e9746169656e742064e96ae0206172726976e97320e0\
        206c612067617265207175616e64206c61206e6569676520636f6d6d656ee76120e020746f6d6265723b206c\
        65206368656620647520747261696e2c20e9746f6e6ee92c2064e963696461206427617474656e6472652e
        """),
    Sample(
      text: polish, encoding: "ISO-8859-2",
      hex: """
        ac72f364b36f20727a656b69206c65bf7920772067f3726163682c2067647a6965207a696db120b66e696567\
        207369ea676120706f7779bf656a206f6b69656e2e204d6965737a6b61f163792077696f736b692070696ab1\
        20776f64ea207a6520737472756d69656e69612c20b36f7769b120727962792069207069737ab12064b37567\
        6965206c6973747920646f206b7265776e7963682e2057737a79736379206df37769b12c20bf65206e617374\
        ea706e65676f20726f6b752062ea647a6965206c657069656a2e
        """),
    Sample(
      text: polish, encoding: "windows-1250",
      hex: """
        8f72f364b36f20727a656b69206c65bf7920772067f3726163682c2067647a6965207a696db9209c6e696567\
        207369ea676120706f7779bf656a206f6b69656e2e204d6965737a6b61f163792077696f736b692070696ab9\
        20776f64ea207a6520737472756d69656e69612c20b36f7769b920727962792069207069737ab92064b37567\
        6965206c6973747920646f206b7265776e7963682e2057737a79736379206df37769b92c20bf65206e617374\
        ea706e65676f20726f6b752062ea647a6965206c657069656a2e
        """),
    Sample(
      text: russian, encoding: "KOI8-R",
      hex: """
        f3d4c1d2d9ca20cdcfd3d420dec5d2c5da20d2c5cbd520c4c1d7cecf20cec520d2c5cdcfced4c9d2cfd7c1cc\
        c92c20c920d6c9d4c5ccc920c4c5d2c5d7cec920c8cfc4c9ccc920cec120d3d4c1cec3c9c020d0cf20ccd8c4\
        d52e20f7c5d3cecfca20cca3c420d3d4c1cecfd7c9ccd3d120d4cfcecbc9cd2c20d0cfdcd4cfcdd520d0cfde\
        d4c1ccd8cfce20cfd3d4c1d7ccd1cc20d0c9d3d8cdc120cec120c4d2d5c7cfcd20c2c5d2c5c7d52e
        """),
    Sample(
      text: russian, encoding: "windows-1251",
      hex: """
        d1f2e0f0fbe920eceef1f220f7e5f0e5e720f0e5eaf320e4e0e2edee20ede520f0e5eceeedf2e8f0eee2e0eb\
        e82c20e820e6e8f2e5ebe820e4e5f0e5e2ede820f5eee4e8ebe820ede020f1f2e0edf6e8fe20efee20ebfce4\
        f32e20c2e5f1edeee920ebb8e420f1f2e0edeee2e8ebf1ff20f2eeedeae8ec2c20efeefdf2eeecf320efeef7\
        f2e0ebfceeed20eef1f2e0e2ebffeb20efe8f1fcece020ede020e4f0f3e3eeec20e1e5f0e5e3f32e
        """),
    Sample(
      text: greek, encoding: "ISO-8859-7",
      hex: """
        d4ef20f0e1ebe9fc20eae1f6e5ede5dfef20f3f4e7ed20dceaf1e720f4eff520f7f9f1e9effd20e1edefdfe3\
        e5e920eadce8e520f0f1f9df20f0f1e9ed20e1f0fc20f4e7ed20e1ede1f4efebde2e20cfe920f8e1f1dce4e5\
        f220f0dfedeff5ed20e5eae5df20f4efed20eae1f6dd20f4eff5f220eae1e920ece9ebeffded20e3e9e120f4\
        efed20eae1e9f1fc2e
        """),
    Sample(
      text: hebrew, encoding: "ISO-8859-8",
      hex: """
        e1e9fa20e4f7f4e420e4e9f9ef20e1f7f6e420e4ebf4f820f0f4fae720e1ebec20e1e5f7f820ecf4f0e920e4\
        e6f8e9e7e42e20e4e3e9e9e2e9ed20f9e5fae9ed20f9ed20e0fa20e4f7f4e420f9ece4ed20e5eee3e1f8e9ed\
        20f2ec20eee6e220e4e0e5e5e9f82e
        """),
    Sample(
      text: arabic, encoding: "windows-1256",
      hex: """
        c7e1e3dee5ec20c7e1decfede320dded20d8d1dd20c7e1ded1edc920edddcacd20dfe120d5c8c7cd20dec8e1\
        20d4d1e6de20c7e1d4e3d32e20edd4d1c820c7e1d5edc7cfe6e420dee5e6cae5e320e5e4c7df20e6edcacdcf\
        cbe6e420dae420c7e1d8ded32e
        """),
    Sample(
      text: turkish, encoding: "windows-1254",
      hex: """
        4bf679fc6e2067697269fe696e64656b6920e765fe6d656e696e20737579752079617afd6e2062696c652073\
        6ff0756b7475722e20c76f63756b6c6172206f6b756c64616e2064f66efc6e6365206f72616461206f796e61\
        722c207961fe6cfd6c61722067f66c67656465206f747572757020e761792069e765722e
        """),
    Sample(
      text: thai, encoding: "windows-874",
      hex: """
        c3e9d2b9cbb9d1a7cad7cde0c5e7a120e620cbb9e9d2cab6d2b9d5e0a1e8d2e0bbd4b4b7d8a1e0aae9d220e0\
        a8e9d2a2cda7c3e9d2b9a8d1b4cbb9d1a7cad7cde3cbc1e8bab9aad1e9b9cdc2e8d2a7e0a7d5c2ba20e6
        """),
    Sample(
      text: japanese, encoding: "Shift_JIS",
      hex: """
        8cc382a2897782cc914f82c98fac82b382c8967b89ae82aa82a082e882dc82b78142935882cc8ee5906c82cd\
        968892a9918182ad978882c48141905682b582a2967b82f0924982c995c082d782dc82b78142894a82cc93fa\
        82c982cd8a7790b682bd82bf82aa8f5782dc82c182c4814190c382a982c9967b82f093c782f182c582a282dc\
        82b78142
        """),
    Sample(
      text: japanese, encoding: "EUC-JP",
      hex: """
        b8c5a4a4b1d8a4cec1b0a4cbbeaea4b5a4cacbdcb2b0a4aca4a2a4eaa4dea4b9a1a3c5b9a4cebce7bfcda4cf\
        cbe8c4abc1e1a4afcde8a4c6a1a2bfb7a4b7a4a4cbdca4f2c3aaa4cbcac2a4d9a4dea4b9a1a3b1aba4cec6fc\
        a4cba4cfb3d8c0b8a4bfa4c1a4acbdb8a4dea4c3a4c6a1a2c0c5a4aba4cbcbdca4f2c6c9a4f3a4c7a4a4a4de\
        a4b9a1a3
        """),
    Sample(
      text: japanese, encoding: "ISO-2022-JP",
      hex: """
        1b2442384524243158244e4130244b3e2e2435244a4b5c3230242c2422246a245e243921234539244e3c673f\
        4d244f4b68442b4161242f4d68244621223f37243724244b5c2472432a244b4a422459245e24392123312b24\
        4e467c244b244f33584038243f2441242c3d38245e2443244621224045242b244b4b5c247246492473244724\
        24245e243921231b2842
        """),
    Sample(
      text: chinese, encoding: "GB18030",
      hex: """
        b4e5bfdad3d0d2bbbfc3badcc0cfb5c4caf7a3accfc4ccecc8cbc3c7d7f8d4dacaf7cfc2bac8b2e8c1c4ccec\
        a1a3baa2d7d3c3c7b4d3d1a7d0a3bbd8c0b4d2d4baf3becdd4dac5d4b1dfb5c4d0a1bad3c0efd7bdd3e3a3ac\
        d6b1b5bdc4b8c7d7bdd0cbfbc3c7bbd8bcd2b3d4b7b9a1a3
        """),
    Sample(
      text: traditionalChinese, encoding: "Big5",
      hex: """
        a7f8a466a6b3a440b4caabdca6d1aababef0a141ae4ca4d1a448adcca7a4a662bef0a455b3dcaff9b2e1a4d1\
        a143abc4a46cadccb171bec7aed5a65ea8d3a548abe1b44ea662aec7c3e4aabaa470aa65b8ccaebbb3bda141\
        aabda8eca5c0bfcba573a54cadcca65eae61a659b6baa143
        """),
    Sample(
      text: korean, encoding: "EUC-KR",
      hex: """
        bfc0b7a1b5c820bfaa20bed5bfa120c0dbc0ba20bcadc1a1c0cc20c0d6bdc0b4cfb4d92e20c1d6c0cec0ba20\
        b8c5c0cf20bec6c4a720c0cfc2ef20bfcdbcad20bbf520c3a5c0bb20c3a5c0e5bfa120b2c8bdc0b4cfb4d92e\
        20baf1b0a120bfc0b4c220b3afbfa1b4c220c7d0bbfdb5e9c0cc20b8f0bfa920c1b6bfebc8f720c3a5c0bb20\
        c0d0bdc0b4cfb4d92e
        """),
    Sample(
      text: german, encoding: "UTF-16LE",
      hex: """
        440065007200200046006c007500df0020006600fc006800720074006500200066007200fc00680065007200\
        20006800e4007500660069006700200048006f00630068007700610073007300650072002c00200075006e00\
        6400200064006900650020004d00fc006c006c0065007200200061006d002000550066006500720020006d00\
        7500df00740065006e002000690068007200650020005300e40063006b0065002000fc006200650072002000\
        4e00610063006800740020006100750066002000640065006e002000440061006300680062006f0064006500\
        6e002000740072006100670065006e002e00
        """),
    Sample(
      text: russian, encoding: "UTF-16BE",
      hex: """
        0421044204300440044b04390020043c043e04410442002004470435044004350437002004400435043a0443\
        0020043404300432043d043e0020043d0435002004400435043c043e043d044204380440043e04320430043b\
        0438002c0020043800200436043804420435043b0438002004340435044004350432043d043800200445043e\
        04340438043b04380020043d04300020044104420430043d04460438044e0020043f043e0020043b044c0434\
        0443002e0020041204350441043d043e04390020043b045104340020044104420430043d043e04320438043b\
        0441044f00200442043e043d043a0438043c002c0020043f043e044d0442043e043c04430020043f043e0447\
        04420430043b044c043e043d0020043e0441044204300432043b044f043b0020043f04380441044c043c0430\
        0020043d043000200434044004430433043e043c0020043104350440043504330443002e
        """),
  ]
}
