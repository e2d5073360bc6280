extension TellingText {
  static let more = [chinese, japanese, russian, french, arabic, log, novel]

  private static let chinese = TellingText(
    text: """
      首页 | 新闻 | 图书馆 | 公园 | 联系

      图书馆将在下个月搬到新的大楼。新大楼在火车站旁边，有五层，读者可以借阅三十万本书。开放时间是早上九点到晚上八点。老图书馆会变成
      一个博物馆，展出城市的历史。公园里的湖今年冬天没有结冰，所以不能滑冰。市长说，明年春天要在公园种两百棵樱花树。
      """,
    queries: [
      ("图书馆 搬", "图书馆 下个月 搬到 新的大楼"), ("开放时间", "开放时间 早上九点 晚上八点"),
      ("博物馆", "老图书馆 变成 博物馆 历史"), ("樱花", "市长 明年春天 公园 樱花树"), ("湖", "公园里的湖 冬天 结冰"),
    ])

  private static let japanese = TellingText(
    text: """
      目次
      1 駅 ........ 2
      2 神社 ........ 4
      3 温泉 ........ 6

      この町には古い駅があります。駅から神社まで歩いて十分です。神社の祭りは毎年八月十五日に行われます。夜には花火が上がります。
      温泉は山の上にあり、バスで行けます。料金は大人六百円です。温泉の隣の店で地元の蕎麦を食べられます。
      """,
    queries: [
      ("神社 祭り", "神社の祭り 毎年 八月十五日"), ("温泉", "温泉 山の上 バス"), ("料金", "料金 大人六百円"),
      ("蕎麦", "隣の店 地元の蕎麦"), ("駅 神社", "駅から神社 歩いて十分"),
    ])

  private static let russian = TellingText(
    text: """
      Содержание
      1 Музей ........ 3
      2 Билеты в музей ........ 5

      Музей открыт каждый день, кроме вторника, т. е. шесть дней в неделю. Билеты в музей продают в
      кассе у входа; взрослый билет стоит 400 рублей. Дети до семи лет проходят бесплатно. В первом
      зале показывают иконы, во втором зале висят картины старых мастеров. Фотографировать можно только
      без вспышки. Кафе находится на крыше, откуда виден весь город.
      """,
    queries: [
      ("музей открыт", "музей открыт каждый день вторника"),
      ("билеты/билет музей", "билеты музей продают кассе входа"),
      ("дети", "дети семи лет бесплатно"),
      ("картины", "втором зале картины старых мастеров"), ("кафе", "кафе крыше виден город"),
    ])

  private static let french = TellingText(
    text: """
      Accueil » Jardin » Légumes » Tomates » Contact

      Les tomates aiment le soleil. Semez les tomates en mars dans une serre, puis plantez-les dehors
      après les saints de glace, vers le 15 mai. Arrosez au pied, jamais les feuilles, car l'eau sur les
      feuilles apporte le mildiou. Le mildiou se reconnaît à ses taches brunes. On récolte d'août à
      octobre. Les courges demandent beaucoup de place et un sol riche ; un plant donne quatre fruits.
      L'ail se plante en automne et se récolte quand les tiges jaunissent.
      """,
    queries: [
      ("tomates semez/semer", "semez tomates mars serre"),
      ("mildiou feuilles", "arrosez feuilles mildiou"),
      ("mildiou taches", "mildiou reconnaît taches brunes"), ("courges", "courges place sol riche"),
      ("ail", "ail plante automne récolte"),
    ])

  private static let arabic = TellingText(
    text: """
      تفتح المدرسة أبوابها في الساعة السابعة. هل يأتي الأطفال بالحافلة؟ نعم، الحافلة تقف أمام السوق القديم. \
      المعلمة الجديدة من دمشق وتدرس الموسيقى. في يوم الخميس يزور الصف السادس متحف البحر. الغداء مجاني لكل \
      التلاميذ منذ بداية هذا العام.
      """,
    queries: [
      ("الحافلة السوق", "الحافلة تقف أمام السوق القديم"),
      ("المعلمة", "المعلمة الجديدة دمشق الموسيقى"),
      ("متحف", "الخميس الصف السادس متحف البحر"),
    ])

  private static let log = TellingText(
    text: """
      2024-03-01 10:00:01 info start version=1.2
      2024-03-01 10:00:02 info disk /dev/sda1 mounted
      2024-03-01 10:00:05 warning disk /dev/sdb1 slow: 900 ms
      2024-03-01 10:00:09 info network up address=10.0.0.7
      2024-03-01 10:01:17 error disk /dev/sdb1 failed: bad sector 88121
      2024-03-01 10:01:18 info service backup stopped
      2024-03-01 10:02:00 error network down: cable
      2024-03-01 10:03:00 info network up address=10.0.0.7
      """,
    queries: [
      ("error disk", "error disk failed bad sector 88121"),
      ("network down", "error network down cable"),
      ("backup", "service backup stopped"), ("warning", "warning disk slow 900"),
    ])

  private static let novel = TellingText(
    text: String(
      repeating: "The sea was grey and the sea was cold, and the men said little to each other. ",
      count: 30)
      + "On the ninth day the lookout saw an island with a single white tower. The captain ordered a boat "
      + "lowered, and four men rowed to the island before dark. "
      + String(
        repeating: "The sea was grey and the wind was cold, and the men slept badly. ", count: 60)
      + "In the tower they had found a chest, but the chest held only letters, and the letters were "
      + "written in Latin. The captain read the letters by night and told nobody what they said. "
      + String(repeating: "The sea was grey again, and the captain stayed below. ", count: 30),
    queries: [
      ("the island tower", "lookout saw island single white tower"),
      ("captain letters", "captain read letters night told nobody"),
      ("the chest letters", "chest held letters written latin"),
      ("men rowed", "four men rowed island dark"),
    ])
}
