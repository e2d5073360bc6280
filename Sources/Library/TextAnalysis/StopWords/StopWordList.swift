/// The included stop words of one language: articles, pronouns, prepositions, conjunctions and auxiliary
/// verbs, but no words that people search for.
struct StopWordList {
  let language: String
  let code: String
  let words: String

  /// Whether a text is the name or the code of the language.
  func isNamed(_ name: String) -> Bool { name == language || name == code }

  static let all = [
    StopWordList(
      language: "english", code: "en",
      words: """
        a an and are as at be been but by can could did do does for from had has have he her him
        his how i if in into is it its me my no not of on or our she should so than that the their
        them then there these they this those to was we were what when which who will with would
        you your
        """),
    StopWordList(
      language: "german", code: "de",
      words: """
        aber als am an auch auf aus bei bin bis da das dass dem den der des die doch du durch ein
        eine einem einen einer eines er es für hat haben ich ihr im in ist ja kein keine man mit
        nach nicht noch nur ob oder sich sie sind so über um und uns unter vom von vor war was
        wenn wer wie wir wird zu zum zur
        """),
    StopWordList(
      language: "french", code: "fr",
      words: """
        à au aux avec ce ces cette dans de des du elle elles en est et eux il ils je la le les leur
        leurs lui ma mais me même mes mon ne nos notre nous on ou où par pas pour qu que qui sa se
        ses si son sont sur ta te tes toi ton tu un une vos votre vous y
        """),
    StopWordList(
      language: "spanish", code: "es",
      words: """
        a al como con cual de del donde el ella ellas ellos en entre era es esa ese eso esta este
        esto fue ha hay la las le les lo los más me mi muy no nos o para pero por que quien se sin
        sobre su sus también te tu un una uno unos y ya yo
        """),
    StopWordList(
      language: "italian", code: "it",
      words: """
        a ad ai al alla alle anche che chi ci come con cui da dal dalla dei del della delle di dove
        e ed era gli ha ho i il in io la le lei lo loro lui ma mi nei nel nella noi non o per più
        quale quando quella quello questa questo se si sono su sua sue sul sulla suo ti tra tu un
        una uno vi
        """),
    StopWordList(
      language: "portuguese", code: "pt",
      words: """
        a ao aos as até com como da das de dele dela do dos e é ela elas ele eles em entre era essa
        esse esta este eu foi há isso já lhe mais mas me meu minha muito na não nas nem no nos o os
        ou para pela pelo por quando que quem se sem ser seu sua são também te um uma você
        """),
    StopWordList(
      language: "dutch", code: "nl",
      words: """
        aan al als bij dan dat de der deze die dit door een en er had heb hebben heeft het hier hij
        hoe hun ik in is ja je kan maar me meer met mijn na naar niet nog nu of om omdat onder ons
        ook op over te tot uit van veel voor was wat we werd wie wij worden zal ze zich zij zijn zo
        zou
        """),
    StopWordList(
      language: "swedish", code: "sv",
      words: """
        alla att av blev bli de dem den denna deras dess det detta dig din du efter eller en er ett
        för från ha hade han hans har hennes hon hur i icke inte jag kan man med mig min mot mycket
        ni nu när och om oss på sig sin som så till under upp ut vad var vi vid är än över
        """),
    StopWordList(
      language: "danish", code: "da",
      words: """
        af alle at blev blive da de dem den denne der deres det dette dig din du efter eller en er
        et for fra ham han hans har havde hende hun hvad hvis hvor i ikke ind jeg jo kan man med men
        mig min nogle nu når og også om op os over på sig sin skal som til ud under var vi vil være
        """),
    StopWordList(
      language: "norwegian", code: "no",
      words: """
        alle at av ble bli da de dem den denne der deres det dette du eller en er et etter for fra
        ha hadde han har hun hva hvis hvor i ikke jeg kan man med meg men min mot noe nå når og også
        om opp oss over på seg sin skal som til under ut var vi vil være
        """),
    StopWordList(
      language: "finnish", code: "fi",
      words: """
        ei eivät en ett että hän he ja jo joka jos jotka kanssa kuin kun me mikä minä mitä mutta ne
        niin nyt olen oli on ovat se sekä sen siinä sitä tai tämä te tuo vaan vai ja
        """),
    StopWordList(
      language: "russian", code: "ru",
      words: """
        а без бы был была были было быть в вам вас во вот все вы где да для до его ее если есть еще
        же за здесь и из или им их к как ко когда кто ли мне мы на над нас не нет ни но о об он она
        они оно от по под при с со та так там то только тот ты у уже чем что чтобы это я
        """),
    StopWordList(
      language: "hungarian", code: "hu",
      words: """
        a az abban ahogy aki akkor alatt amely ami azt be csak de e egy egyik el elő én és ez ezt
        fel hanem hogy hol ha is ide itt ki le lesz már még meg mert mi mint minden nagyon nem nincs
        ő ők olyan ott össze pedig sem sok szerint te ti után vagy van volt
        """),
    StopWordList(
      language: "romanian", code: "ro",
      words: """
        a ai al ale am ar are au ca că care ce cei cel cele cu cum da dacă de deci din după ea ei el
        ele este eu fi fie fost în în iar la le lor lui mai mi ne nici noi nu o ori pe pentru prin
        sau se și spre sub sunt te tu un una unei unui va voi
        """),
    StopWordList(
      language: "turkish", code: "tr",
      words: """
        ama ancak bana bazı ben beni benim bir biz bu çok çünkü da daha de diye en gibi hem hep her
        için ile ise kadar ki kim mi mu mı ne neden o olan olarak onlar onu sen siz şey şu ve veya
        ya yani
        """),
  ]
}
